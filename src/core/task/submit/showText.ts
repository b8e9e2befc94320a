import type { Clock } from '../../support/clock.ts';
import type { TaskWatch } from '../watch.ts';

/** Interval at which a growing text is shown to the user. */
const showMs = 100;
/** Interval at which a growing text is recorded, so that it survives the end of this process. */
const keepMs = 2_000;

/** Shows and records a text while it arrives. */
export function showText(watch: TaskWatch) {
  const { clock } = watch.services;
  const isSending = (): boolean => watch.task().state === 'sending';
  let kept = '';
  const updates = [
    createTextUpdates(clock, showMs, (text) => {
      if (isSending()) void watch.record({ kind: 'streamed', text });
    }),
    createTextUpdates(clock, keepMs, (text) => {
      if (isSending()) void watch.record({ kind: 'kept', ...changeOf(kept, text) });
      kept = text;
    }),
  ];
  return {
    onText: (read: () => string): void => updates.forEach((each) => each.onText(read)),
    stop: (): void => updates.forEach((each) => each.stop()),
  };
}

/** Passes on a growing text at intervals, however often it grows. */
export function createTextUpdates(clock: Clock, everyMs: number, show: (text: string) => void) {
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
    /** Reports that the text has grown. `read` is called when the interval has passed, and never after `stop`. */
    onText(read: () => string): void {
      next = read;
      if (!interval && !isStopped) void update();
    },
    stop(): void {
      isStopped = true;
      interval?.abort(new Error('Stopped'));
    },
  };
}

/**
 * Returns what changes in a growing text: `text` replaces everything from `offset` (in UTF-16 units) to the end. Thus
 * the recorded changes are hardly longer than the last text.
 */
export function changeOf(before: string, after: string): { readonly offset: number; readonly text: string } {
  const offset = commonLength(before, after);
  return { offset, text: after.slice(offset) };
}

/** Returns the length of the common start, which never ends in the middle of a character. */
function commonLength(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(other[length - 1] ?? '') ? length - 1 : length;
}
