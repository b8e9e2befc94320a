/** Delay in ms. All changes of tasks within this time are shown at once, by all views at the same moment. */
export const redrawMs = 100;

/**
 * Creates a timer that runs once `durationMs` after `start`, so no repeating timer can be left running. A second start
 * in the meantime has no effect.
 */
export function createTimer(durationMs: number, run: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    start(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, durationMs);
    },
    dispose(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
