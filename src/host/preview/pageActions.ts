import { assertNever } from '../../core/support/assertNever.ts';
import type { WebviewMessage } from '../../protocol/preview.ts';
import { actionsOn, findRemedy, type PreviewEntry } from './previewEntries.ts';
import { mapCells } from '../../protocol/sheet.ts';
import type { SessionPorts } from './sessionPorts.ts';
import type { FoundArtifact } from './taskFacts.ts';

type ActionPorts = Pick<
  SessionPorts,
  'isTrusted' | 'mark' | 'undoMark' | 'deleteArtifacts' | 'act' | 'openDiff' | 'actOnTask' | 'runRemedy' | 'exportSheet'
>;

type ActionMessage = Extract<
  WebviewMessage,
  { type: 'mark' | 'undoMark' | 'delete' | 'act' | 'openDiff' | 'actOnTask' | 'runRemedy' | 'export' }
>;

interface ActionParts {
  readonly ports: ActionPorts;
  readonly entries: ReadonlyMap<string, PreviewEntry>;
  marksChanged(): void;
  /** The files of these artifacts may have been deleted. */
  filesChanged(artifacts: readonly FoundArtifact[]): void;
  copied(): void;
}

/**
 * Runs an action on results and tasks that the page requests. The page may be out of date: an item that is gone, and an
 * action that the task no longer offers, are ignored.
 */
export async function runPageAction(message: ActionMessage, { ports, entries, ...events }: ActionParts): Promise<void> {
  const listArtifacts = (ids: readonly string[]): readonly FoundArtifact[] =>
    ids.flatMap((id) => entries.get(id)?.artifact ?? []);
  switch (message.type) {
    case 'mark':
      await ports.mark(listArtifacts(message.ids), message.change);
      return events.marksChanged();
    case 'undoMark':
      await ports.undoMark();
      return events.marksChanged();
    case 'delete': {
      const artifacts = listArtifacts(message.ids);
      if (artifacts.length > 0) await ports.deleteArtifacts(artifacts);
      return events.filesChanged(artifacts);
    }
    case 'act': {
      const { action, id } = message;
      const entry = id === null ? undefined : entries.get(id);
      const artifact = entry?.artifact ?? null;
      if (artifact === null && action !== 'openJobFile') return;
      await ports.act(action, artifact, entry?.facts.jobFile ?? null);
      return action === 'copyPath' ? events.copied() : undefined;
    }
    case 'export': {
      // A file that the page names again would be in the export twice.
      const rest = new Map(entries);
      const take = (id: string): FoundArtifact | null => {
        const artifact = rest.get(id)?.artifact ?? null;
        rest.delete(id);
        return artifact;
      };
      return ports.exportSheet(mapCells(message.sheet, take), message.isFiltered);
    }
    case 'openDiff': {
      const [first, second] = listArtifacts(message.ids);
      return first && second && ports.openDiff(first, second);
    }
    case 'actOnTask': {
      const facts = entries.get(message.id)?.facts;
      if (!facts?.journalId || !actionsOn(facts, ports).includes(message.action)) return;
      return ports.actOnTask(message.action, facts.journalId);
    }
    case 'runRemedy': {
      const facts = entries.get(message.id)?.facts;
      const remedy = facts && findRemedy(facts);
      return remedy ? ports.runRemedy(remedy) : undefined;
    }
    default:
      assertNever(message);
  }
}
