import type { Clock } from '../../support/clock.ts';
import type { TaskWatch } from '../watch.ts';

/** Interval at which a growing text is recorded, so that it survives the end of this process. */
const keepMs = 2_000;

/** Shows and records a text while it arrives. */
export function showText(watch: TaskWatch): TextUpdates {
  const { clock } = watch.services;
  const isSending = (): boolean => watch.task().state === 'sending';
  const nextChange = createTextChanges();
  const shown = createTextUpdates(clock, (text) => {
    if (isSending()) void watch.record({ kind: 'streamed', text });
  });
  const kept = createTextUpdates(
    clock,
    (text) => {
      if (isSending()) void watch.record({ kind: 'kept', ...nextChange(text) });
    },
    keepMs,
  );
  return {
    onText(read) {
      shown.onText(read);
      kept.onText(read);
    },
    stop() {
      shown.stop();
      kept.stop();
    },
  };
}

/** Interval at which a growing text is shown to the user. */
const updateMs = 100;

/** Shows a growing text at intervals, however often it grows. */
interface TextUpdates {
  /** Reports that the text has grown. `read` is called when the interval has passed, and never after `stop`. */
  readonly onText: (read: () => string) => void;
  stop(): void;
}

export function createTextUpdates(clock: Clock, show: (text: string) => void, everyMs: number = updateMs): TextUpdates {
  let isStopped = false;
  let next: (() => string) | null = null;
  /** Ends the present interval. Null if there is none. */
  let interval: AbortController | null = null;

  const update = async (): Promise<void> => {
    const { signal } = (interval = new AbortController());
    while (next !== null && !signal.aborted) {
      const read = next;
      next = null;
      show(read());
      await clock.sleep(everyMs, signal).catch(() => undefined);
    }
    interval = null;
  };
  return {
    onText(read) {
      next = read;
      if (!interval && !isStopped) void update();
    },
    stop() {
      isStopped = true;
      interval?.abort(new Error('Stopped'));
    },
  };
}

/** The change of a growing text: `text` replaces everything from `offset` (in UTF-16 units) to the end. */
interface TextChange {
  readonly offset: number;
  readonly text: string;
}

/**
 * Creates a function that returns what is new in each text compared with the text of the previous call. Thus the
 * recorded changes are hardly longer than the last text.
 */
export function createTextChanges(): (text: string) => TextChange {
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
