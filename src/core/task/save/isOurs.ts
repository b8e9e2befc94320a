import type { TaskEntry } from '../model/taskEntry.ts';
import type { WatchServices } from '../watch.ts';

/**
 * Whether a task of this machine has saved a file with this content hash. Only the journal and the ledger are asked: a
 * runs file comes with a repository, and may name any file.
 */
export async function isOurs(
  { store, ports }: Pick<WatchServices, 'store' | 'ports'>,
  sha256: string,
): Promise<boolean> {
  const hasSaved = ({ task, placings }: TaskEntry): boolean =>
    [...task.artifacts, ...placings.map(({ artifact }) => artifact)].some((each) => each.sha256 === sha256);
  if ([...store.list(), ...store.leaving()].some(hasSaved)) return true;
  const foreign = await ports.journal.readForeign();
  return foreign.some(({ entry }) => hasSaved(entry)) || ports.ledger.hasArtifact(sha256);
}
