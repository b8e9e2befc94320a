import { watch } from 'node:fs';
import type { Disposable } from '../core/support/disposable.ts';

export interface WatchJournalsOptions {
  readonly folder: string;
  /** By the name of a file; what this process writes is no news to it. */
  readonly isOwn: (name: string) => boolean;
  /** Called at once, and often while another process works. */
  readonly changed: () => void;
}

/**
 * Tells when another process has written of its tasks. Null while there is no folder, and where the system does not tell:
 * then whoever wants to know has to look. Keeps no process from ending.
 */
export function watchJournals({ folder, isOwn, changed }: WatchJournalsOptions): Disposable | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || !isOwn(name)) changed();
    });
    watcher.on('error', () => watcher.close());
    return { dispose: () => watcher.close() };
  } catch {
    return null;
  }
}
