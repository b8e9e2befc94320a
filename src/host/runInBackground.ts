import type { Log } from '../engine/index.ts';

/**
 * Runs work that no caller awaits. A failure is written to the log instead of ending the process. Aborts are silent.
 */
export function runInBackground(work: PromiseLike<unknown>, log: Log): void {
  Promise.resolve(work).catch((error: unknown) => {
    if (!isAbort(error)) log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
}

/** Whether the user canceled or the window closes. Then no message is shown. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'Canceled');
}
