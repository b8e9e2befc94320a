import type { Clock } from '../../support/clock.ts';

/** Interval at which a growing text is shown to the user. */
const updateMs = 100;

/** Shows a growing text at intervals, however often it grows. */
export interface TextUpdates {
  /** Reports that the text has grown. `read` is called when the interval has passed, and never after `stop`. */
  readonly onText: (read: () => string) => void;
  stop(): void;
}

export function createTextUpdates(clock: Clock, show: (text: string) => void, everyMs: number = updateMs): TextUpdates {
  const stopped = new AbortController();
  let next: (() => string) | null = null;
  let isPaused = false;

  const update = async (): Promise<void> => {
    isPaused = true;
    while (next !== null && !stopped.signal.aborted) {
      const read = next;
      next = null;
      show(read());
      await clock.sleep(everyMs, stopped.signal).catch(() => undefined);
    }
    isPaused = false;
  };
  return {
    onText(read) {
      next = read;
      if (!isPaused && !stopped.signal.aborted) void update();
    },
    stop: () => stopped.abort(new Error('Stopped')),
  };
}
