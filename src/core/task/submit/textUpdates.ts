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

/** The change of a growing text: `text` replaces everything from `offset` (in UTF-16 units) to the end. */
interface TextPart {
  readonly offset: number;
  readonly text: string;
}

/**
 * Creates a function that returns what is new in each text compared with the text of the previous call. Thus the
 * recorded parts are hardly longer than the last text.
 */
export function createTextParts(): (text: string) => TextPart {
  let last = '';
  return (text) => {
    const offset = commonLength(last, text);
    last = text;
    return { offset, text: text.slice(offset) };
  };
}

/**
 * Returns the length of the common start, which is mostly the shorter string. It never ends in the middle of a
 * character.
 */
function commonLength(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(other[length - 1] ?? '') ? length - 1 : length;
}
