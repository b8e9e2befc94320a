import type { MarkChange } from '../../core/artifact/marks.ts';
import { assertNever } from '../../core/support/assertNever.ts';
import type { Artifact } from '../../core/task/model/task.ts';
import type { PreviewAction, WebviewMessage } from '../../protocol/preview.ts';
import type { PreviewTaskAction } from '../../protocol/previewItem.ts';
import type { MessageAction } from '../ui/message.ts';
import { actionsOn, findRemedy, type EntryPorts, type PreviewEntry } from './previewEntries.ts';

/** The actions that the user can start on the page. */
export interface ActionPorts extends Pick<EntryPorts, 'isTrusted'> {
  mark(artifacts: readonly Artifact[], change: MarkChange): Promise<void>;
  undoMark(): Promise<void>;
  /** Asks the user, and then deletes the files. */
  deleteArtifacts(artifacts: readonly Artifact[]): Promise<void>;
  act(action: PreviewAction, artifact: Artifact | null): Promise<void>;
  openDiff(first: Artifact, second: Artifact): Promise<void>;
  /** Acts on the task with this id in the journal. Asks the user before a large action. */
  actOnTask(action: PreviewTaskAction, journalId: string): Promise<void>;
  runRemedy(remedy: MessageAction): Promise<void>;
}

type ActionMessage = Extract<
  WebviewMessage,
  { type: 'mark' | 'undoMark' | 'delete' | 'act' | 'openDiff' | 'actOnTask' | 'runRemedy' }
>;

interface ActionEvents {
  marksChanged(): void;
  /** The files of these artifacts may have been deleted. */
  filesChanged(artifacts: readonly Artifact[]): void;
  copied(): void;
}

/**
 * Runs the actions on results and tasks that the page requests. The page may be out of date, so nothing happens to an
 * item that has disappeared meanwhile.
 */
export class PageActions {
  readonly #ports: ActionPorts;
  readonly #entries: () => ReadonlyMap<string, PreviewEntry>;
  readonly #events: ActionEvents;

  constructor(ports: ActionPorts, entries: () => ReadonlyMap<string, PreviewEntry>, events: ActionEvents) {
    this.#ports = ports;
    this.#entries = entries;
    this.#events = events;
  }

  async run(message: ActionMessage): Promise<void> {
    switch (message.type) {
      case 'mark':
        await this.#ports.mark(this.#artifactsOf(message.ids), message.change);
        return this.#events.marksChanged();
      case 'undoMark':
        await this.#ports.undoMark();
        return this.#events.marksChanged();
      case 'delete':
        return this.#delete(message.ids);
      case 'act':
        return this.#act(message.action, message.id);
      case 'openDiff':
        return this.#openDiff(message.ids);
      case 'actOnTask':
        return this.#actOnTask(message.action, message.id);
      case 'runRemedy':
        return this.#runRemedy(message.id);
      default:
        assertNever(message);
    }
  }

  async #delete(ids: readonly string[]): Promise<void> {
    const artifacts = this.#artifactsOf(ids);
    if (artifacts.length > 0) await this.#ports.deleteArtifacts(artifacts);
    this.#events.filesChanged(artifacts);
  }

  #artifactsOf(ids: readonly string[]): readonly Artifact[] {
    return ids.flatMap((id) => this.#entries().get(id)?.artifact ?? []);
  }

  async #act(action: PreviewAction, id: string | null): Promise<void> {
    const artifact = id === null ? null : (this.#entries().get(id)?.artifact ?? null);
    if (artifact === null && action !== 'openJobFile') return;
    await this.#ports.act(action, artifact);
    if (action === 'copyPath') this.#events.copied();
  }

  async #openDiff(ids: readonly [string, string]): Promise<void> {
    const [first, second] = ids.map((id) => this.#entries().get(id)?.artifact);
    if (first && second) await this.#ports.openDiff(first, second);
  }

  /** Ignores an action that the task no longer offers. */
  async #actOnTask(action: PreviewTaskAction, id: string): Promise<void> {
    const facts = this.#entries().get(id)?.facts;
    if (!facts || facts.journalId === null || !actionsOn(facts, this.#ports).includes(action)) return;
    await this.#ports.actOnTask(action, facts.journalId);
  }

  async #runRemedy(id: string): Promise<void> {
    const facts = this.#entries().get(id)?.facts;
    const remedy = facts && findRemedy(facts);
    if (remedy) await this.#ports.runRemedy(remedy);
  }
}
