import type { Disposable } from '../../core/support/disposable.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';

export interface WatchJournalsOptions {
  readonly folder: string;
  readonly files: FileSystem;
  /** Returns whether this process writes the file with this name, so that its changes need not be announced. */
  readonly isOwn: (name: string) => boolean;
  /** Called immediately after a change, and often while another process works. */
  readonly changed: () => void;
}

/**
 * Calls `changed` when another process has written about its tasks. Returns null if there is no folder, or if the
 * system cannot watch it: then the caller has to look for changes. Keeps no process alive.
 */
export function watchJournals({ folder, files, isOwn, changed }: WatchJournalsOptions): Disposable | null {
  try {
    return files.watch(folder, (name) => {
      if (name === null || !isOwn(name)) changed();
    });
  } catch {
    return null;
  }
}
