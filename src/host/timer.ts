/** A timer that starts only when `start` is called, so no repeating timer can be left running. */
export interface Timer {
  start(): void;
  dispose(): void;
}

/** Creates a timer that runs once after `durationMs`. A second start in the meantime has no effect. */
export function createTimer(durationMs: number, run: () => void): Timer {
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, durationMs);
    },
    dispose() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
