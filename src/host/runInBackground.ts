import type { Log } from '../engine/index.ts';
import { isAbort } from './isAbort.ts';

/**
 * Runs work that no caller awaits. A failure is written to the log instead of ending the process. Aborts are silent.
 */
export function runInBackground(work: PromiseLike<unknown>, log: Pick<Log, 'error'>): void {
  Promise.resolve(work).catch((error: unknown) => {
    if (!isAbort(error)) log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
}
