import type { Disposable } from '../../core/support/disposable.ts';
import type { FileSystem } from '../files/fileSystem.ts';

export interface WatchJournalsOptions {
  readonly folder: string;
  readonly files: FileSystem;
  /** By the name of a file; what this process writes is no news to it. */
  readonly isOwn: (name: string) => boolean;
  /** Called at once, and often while another process works. */
  readonly changed: () => void;
}

/**
 * Tells when another process has written of its tasks. Null while there is no folder, and where the system does not tell:
 * then whoever wants to know has to look. Keeps no process from ending.
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
