import { basename } from 'node:path';
import type { L10n } from '../../ui/l10n.ts';

/** What a deletion needs of the window. Paths are absolute. */
interface DeletePorts {
  readonly l10n: L10n;
  /** Whether files are moved to the trash of this computer. Other computers, such as that of a remote window, have none. */
  readonly hasTrash: boolean;
  /** Asks a question with one button, and Cancel. */
  readonly confirm: (question: {
    readonly text: string;
    readonly details: readonly string[];
    readonly button: string;
  }) => Promise<boolean>;
  /** Rejects if the file stays where it is. */
  readonly remove: (path: string, options: { readonly useTrash: boolean }) => Promise<void>;
}

/**
 * Moves files to the trash, and asks once for several. A file that cannot be moved there is deleted permanently if the
 * user agrees. Returns the paths that are gone. Rejects with the first failure.
 */
export async function deleteArtifacts(paths: readonly string[], ports: DeletePorts): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  if (!ports.hasTrash) return deletePermanently(paths, ports, []);
  if (paths.length > 1 && !(await confirmTrash(paths, ports))) return [];
  const left: string[] = [];
  const reasons: string[] = [];
  for (const path of paths) {
    await ports.remove(path, { useTrash: true }).catch((error: unknown) => {
      left.push(path);
      reasons.push(error instanceof Error ? error.message : String(error));
    });
  }
  const moved = paths.filter((path) => !left.includes(path));
  return left.length === 0 ? moved : [...moved, ...(await deletePermanently(left, ports, reasons.slice(0, 1)))];
}

function confirmTrash(paths: readonly string[], { l10n, confirm }: DeletePorts): Promise<boolean> {
  return confirm({
    text: l10n.t('Move {count} results to the trash?', { count: paths.length }),
    details: [],
    button: l10n.t('Move to Trash'),
  });
}

async function deletePermanently(
  paths: readonly string[],
  { l10n, confirm, remove }: DeletePorts,
  reasons: readonly string[],
): Promise<readonly string[]> {
  const [first = ''] = paths;
  const text =
    paths.length === 1
      ? l10n.t('Delete {name} permanently?', { name: basename(first) })
      : l10n.t('Delete {count} results permanently?', { count: paths.length });
  const why = reasons.map((reason) => l10n.t('The trash cannot be used: {reason}', { reason }));
  const details = [...why, l10n.t('This cannot be undone, and generating again may cost money.')];
  if (!(await confirm({ text, details, button: l10n.t('Delete Permanently') }))) return [];
  for (const path of paths) await remove(path, { useTrash: false });
  return paths;
}
