import type { Log } from '../engine.ts';
import { isAbort } from './commands/fault.ts';

/** For work that nobody waits for: its failure reaches the log instead of the process. Aborts are silent. */
export function runInBackground(work: PromiseLike<unknown>, log: Pick<Log, 'error'>): void {
  Promise.resolve(work).catch((error: unknown) => {
    if (!isAbort(error)) log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
}
