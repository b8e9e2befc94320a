/** Starts again by `start` alone: there is no repeating timer to forget. */
export interface Timer {
  start(): void;
  dispose(): void;
}

/** Runs once after a while; starting it again meanwhile changes nothing. */
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
