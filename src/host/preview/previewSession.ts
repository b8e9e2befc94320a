import type { RunsRecord } from '../../core/artifact/runsRecord.ts';
import { assertNever } from '../../core/support/assertNever.ts';
import type { Clock } from '../../core/support/clock.ts';
import type { Disposable } from '../../core/support/disposable.ts';
import type { Artifact, Task } from '../../core/task/task.ts';
import {
  parseWebviewMessage,
  type HostMessage,
  type PreviewAction,
  type WebviewMessage,
} from '../../protocol/preview.ts';
import type { PreviewDetails, PreviewItem, PreviewTaskAction } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import { ArtifactUris } from './artifactUris.ts';
import { picturesBeside, readContent, type ContentPorts } from './entryContent.ts';
import { buildDetails } from './previewDetails.ts';
import { actionsOn, buildEntries, type EntryPorts, type PreviewEntry } from './previewEntries.ts';
import { mergeFacts } from './taskFacts.ts';
import { TextFeed } from './textFeed.ts';

/** Larger audio is played but not drawn: the bytes cross a process border and decode to ten times their size. */
const maxAudioBytes = 24 * 1024 * 1024;
/** More than the widest filmstrip shows. */
const firstPartLength = 200;
const restPartLength = 2000;
/** A matrix changes hundreds of tasks at once; the eye needs one update. */
const settleMs = 60;

/** What a session needs of the workbench. Reads of one job file; never rejects for a file that is not there. */
export interface SessionPorts extends ContentPorts, Omit<EntryPorts, 'uriOf'> {
  readonly jobFile: { readonly uri: string; readonly name: string };
  readonly locale: string;
  readonly strings: PreviewStrings;
  readonly clock: Clock;
  post(message: HostMessage): void;
  readRuns(): Promise<readonly RunsRecord[]>;
  /** The engine's tasks of this job file. */
  readTasks(): Promise<readonly Task[]>;
  act(action: PreviewAction, artifact: Artifact | null): Promise<void>;
  /** By the journal's id. Asks first where it is no small thing. */
  actOnTask(action: PreviewTaskAction, journalId: string): Promise<void>;
  fail(error: unknown): void;
}

/** Keeps one webview in step with a job file's tasks and runs file. */
export interface PreviewSession extends Disposable {
  receive(data: unknown): void;
  /** With the task where it is known which one. */
  tasksChanged(task?: Task): void;
  /** As `tasksChanged`, and the runs file is read again. */
  runsChanged(): void;
  /** What may be done with tasks and files has changed, so the page gets everything again. */
  trustChanged(): void;
  /** The page is hidden, so the workbench has thrown it away; a new one will say `ready`. */
  pageLeft(): void;
  /** Selects the first item of a task, by the journal's or the gateway's id, as soon as it is known. */
  select(taskId: string): void;
  /** Lets new results take the selection, the first item of this task before all where there is one. */
  follow(taskId: string | null): void;
}

/** Either kind waits for the list; only what is followed may be no task in particular. */
type Wanted =
  { readonly type: 'select'; readonly taskId: string } | { readonly type: 'follow'; readonly taskId: string | null };

export function createPreviewSession(ports: SessionPorts): PreviewSession {
  return new Session(ports);
}

class Session implements PreviewSession {
  readonly #ports: SessionPorts;
  readonly #stop = new AbortController();
  /** By item id, in the order of display. */
  #entries: ReadonlyMap<string, PreviewEntry> = new Map();
  #records: readonly RunsRecord[] = [];
  readonly #uris: ArtifactUris;
  readonly #textFeed = new TextFeed();
  #areRecordsOutdated = true;
  /** What the page has, as sent; null while no page listens. */
  #sent: ReadonlyMap<string, string> | null = null;
  /** What to point at once the page has the list. */
  #wanted: Wanted | null = null;
  #isUpdating = false;
  /** Something changed since the last read began. */
  #isOutdated = false;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#uris = new ArtifactUris((artifact) => ports.readUri(artifact));
  }

  receive(data: unknown): void {
    const message = parseWebviewMessage(data);
    if (message) this.#run(this.#handle(message));
  }

  tasksChanged(task?: Task): void {
    if (task && this.#textFeed.see(task)) {
      this.#postText();
      return;
    }
    this.#isOutdated = true;
    if (!this.#isUpdating && this.#sent) this.#run(this.#update());
  }

  runsChanged(): void {
    this.#areRecordsOutdated = true;
    this.tasksChanged();
  }

  trustChanged(): void {
    if (!this.#sent) return;
    this.#sent = new Map();
    this.tasksChanged();
  }

  pageLeft(): void {
    this.#sent = null;
  }

  select(taskId: string): void {
    this.#wanted = { type: 'select', taskId };
    this.#postWanted();
  }

  follow(taskId: string | null): void {
    this.#wanted = { type: 'follow', taskId };
    this.#postWanted();
  }

  dispose(): void {
    this.#stop.abort();
  }

  /** Failures of background work reach the log once, and not after the end. */
  #run(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#ports.fail(error);
    });
  }

  async #handle(message: WebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#start();
      case 'readDetails':
        return this.#sendDetails(message.id);
      case 'readAudio':
        return this.#sendAudio(message.id);
      case 'act':
        return this.#act(message.action, message.id);
      case 'actOnTask':
        return this.#actOnTask(message.action, message.id);
      default:
        assertNever(message);
    }
  }

  /** A new page knows nothing, whatever an earlier one had. */
  #start(): void {
    const { jobFile, locale, strings } = this.#ports;
    this.#sent = new Map();
    this.#uris.forgetAll();
    this.#post({ type: 'init', jobFile: jobFile.uri, jobFileName: jobFile.name, locale, strings });
    this.tasksChanged();
  }

  /** One at a time; changes that come meanwhile make one more round. */
  async #update(): Promise<void> {
    this.#isUpdating = true;
    try {
      while (this.#isOutdated && this.#sent && !this.#stop.signal.aborted) {
        this.#isOutdated = false;
        if (this.#areRecordsOutdated) await this.#readRecords();
        const facts = mergeFacts(this.#records, await this.#readTasks());
        await this.#uris.learn(facts.flatMap(({ artifacts }) => artifacts));
        const entries = buildEntries(facts, { ...this.#ports, uriOf: (artifact) => this.#uris.of(artifact) });
        this.#entries = new Map(entries.map((entry) => [entry.item.id, entry]));
        this.#postItems();
        this.#postText();
        await this.#ports.clock.sleep(settleMs, this.#stop.signal);
      }
    } finally {
      this.#isUpdating = false;
    }
  }

  async #readTasks(): Promise<readonly Task[]> {
    const tasks = await this.#ports.readTasks();
    for (const task of tasks) this.#textFeed.see(task);
    return tasks;
  }

  async #readRecords(): Promise<void> {
    this.#areRecordsOutdated = false;
    try {
      this.#records = await this.#ports.readRuns();
    } catch (error) {
      // What runs now can be shown all the same.
      this.#ports.fail(error);
    }
  }

  /** Sends the difference to what the page has. */
  #postItems(): void {
    const before = this.#sent;
    if (!before) return;
    const now = new Map([...this.#entries].map(([id, { item }]) => [id, JSON.stringify(item)]));
    const changed: PreviewItem[] = [];
    for (const [id, { item }] of this.#entries) if (before.get(id) !== now.get(id)) changed.push(item);
    const removed = [...before.keys()].filter((id) => !now.has(id));
    this.#sent = now;
    if (before.size === 0) this.#postList(changed);
    else if (changed.length + removed.length > 0) this.#postPart('change', changed, removed);
    this.#postWanted();
  }

  #postList(items: readonly PreviewItem[]): void {
    this.#postPart('first', items.slice(0, firstPartLength));
    for (let start = firstPartLength; start < items.length; start += restPartLength) {
      this.#postPart('rest', items.slice(start, start + restPartLength));
    }
  }

  #postPart(part: 'first' | 'rest' | 'change', changed: PreviewItem[], removed: string[] = []): void {
    this.#post({ type: 'items', part, changed, removed, now: this.#ports.clock.now() });
  }

  #postWanted(): void {
    // A page that has just been made gets its list first.
    if (this.#wanted === null || this.#sent === null || this.#sent.size === 0) return;
    const { type, taskId } = this.#wanted;
    const id = taskId === null ? null : this.#firstItemOf(taskId);
    if (id === null && taskId !== null) return;
    this.#wanted = null;
    if (type === 'follow') this.#post({ type, id });
    else if (id !== null) this.#post({ type, id });
  }

  #firstItemOf(taskId: string): string | null {
    for (const { item, facts } of this.#entries.values()) {
      if (facts.journalId === taskId || facts.taskId === taskId) return item.id;
    }
    return null;
  }

  async #sendDetails(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const content = await readContent(entry, this.#ports);
    const details = buildDetails(entry, { ...content, pictures: picturesBeside(entry, this.#entries.values()) });
    this.#textFeed.begin(id, entry.artifact === null ? details.text : null);
    this.#post({ type: 'details', details });
    this.#correctUri(entry, details);
    // It may have grown while the details were on the way.
    this.#postText();
  }

  /** A file may have been deleted or restored since its URI was decided. */
  #correctUri({ item, artifact }: PreviewEntry, { isMissing }: PreviewDetails): void {
    if (artifact === null || item.kind !== 'artifact' || (item.uri === null) === isMissing) return;
    this.#uris.forget(artifact);
    this.tasksChanged();
  }

  /** Of the item whose details went out last: that is the one on show. */
  #postText(): void {
    if (!this.#sent) return;
    const added = this.#textFeed.next((id) => this.#entries.get(id)?.facts.journalId ?? null);
    if (added) this.#post(added);
  }

  async #sendAudio(id: string): Promise<void> {
    const artifact = this.#entries.get(id)?.artifact;
    if (!artifact) return;
    const stat = await this.#ports.statArtifact(artifact);
    const bytes = stat && stat.bytes <= maxAudioBytes ? await this.#ports.readArtifact(artifact, maxAudioBytes) : null;
    // A plain copy: a Node Buffer is no Uint8Array for the workbench's serialisation.
    this.#post({ type: 'audio', id, bytes: bytes && new Uint8Array(bytes) });
  }

  /** Buttons of an item that went away meanwhile do nothing. */
  async #act(action: PreviewAction, id: string | null): Promise<void> {
    const artifact = id === null ? null : (this.#entries.get(id)?.artifact ?? null);
    if (artifact === null && action !== 'openJobFile') return;
    await this.#ports.act(action, artifact);
    if (action === 'copyPath') this.#post({ type: 'copied' });
  }

  /** The page may be behind: what the task does not offer any more is not done. */
  async #actOnTask(action: PreviewTaskAction, id: string): Promise<void> {
    const facts = this.#entries.get(id)?.facts;
    if (!facts || facts.journalId === null || !actionsOn(facts, this.#ports).includes(action)) return;
    await this.#ports.actOnTask(action, facts.journalId);
  }

  #post(message: HostMessage): void {
    if (!this.#stop.signal.aborted) this.#ports.post(message);
  }
}
