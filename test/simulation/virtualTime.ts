import type { SteadyClock } from '../../src/core/support/clock.ts';

/** Time that passes only from one planned event to the next. */
export interface VirtualTime {
  /** Milliseconds since the world began. */
  now(): number;
  /** Plans an event. Events of one moment happen in the order in which they were planned. */
  after(delayMs: number, happen: () => void): void;
  /** Resolves after this time. */
  wait(durationMs: number): Promise<void>;
  /** Lets events happen until the work is done. Rejects if nothing is left that could end it. */
  runUntil<T>(work: Promise<T>): Promise<T>;
}

interface Planned {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

export function createVirtualTime(): VirtualTime {
  const queue: Planned[] = [];
  let [now, order] = [0, 0];
  const isBefore = (one: Planned, other: Planned): boolean =>
    one.at < other.at || (one.at === other.at && one.order < other.order);
  const swap = (one: number, other: number): void => {
    const [first, second] = [queue[one], queue[other]] as [Planned, Planned];
    [queue[one], queue[other]] = [second, first];
  };
  const isOutOfOrder = (parent: number, child: number): boolean =>
    isBefore(queue[child] as Planned, queue[parent] as Planned);
  const push = (planned: Planned): void => {
    let at = queue.push(planned) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && isOutOfOrder(parent, at); parent = (at - 1) >> 1) {
      swap(parent, at);
      at = parent;
    }
  };
  const pop = (): Planned | undefined => {
    const first = queue[0];
    const last = queue.pop();
    if (!first || !last || queue.length === 0) return first;
    queue[0] = last;
    for (let at = 0; ;) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < queue.length);
      const [left, right] = children;
      if (left === undefined) return first;
      const least = right !== undefined && isOutOfOrder(left, right) ? right : left;
      if (!isOutOfOrder(at, least)) return first;
      swap(at, least);
      at = least;
    }
  };
  const after = (delayMs: number, happen: () => void): void =>
    push({ at: now + Math.max(0, delayMs), order: (order += 1), happen });
  return {
    now: () => now,
    after,
    wait: (durationMs) => new Promise((resolve) => after(durationMs, resolve)),
    runUntil: (work) =>
      new Promise((resolve, reject) => {
        let isOver = false;
        const end = (): void => void (isOver = true);
        work.then(end, end);
        const step = (): void => {
          if (isOver) return void work.then(resolve, reject);
          const next = pop();
          if (!next) return reject(new Error('Nothing is left to happen'));
          now = next.at;
          next.happen();
          settle(step);
        };
        settle(step);
      }),
  };
}

/** The time of one process. What is due while the process is suspended happens when it wakes. */
export function createProcessTime(time: VirtualTime, wakesAt: () => number): VirtualTime {
  const after = (delayMs: number, happen: () => void): void =>
    time.after(delayMs, () => {
      const leftMs = wakesAt() - time.now();
      if (leftMs > 0) after(leftMs, happen);
      else happen();
    });
  return { ...time, after, wait: (durationMs) => new Promise((resolve) => after(durationMs, resolve)) };
}

/** Calls `then` when no promise can change without an event. */
function settle(then: () => void): void {
  setImmediate(then);
}

/** The clock of one machine. */
export interface MachineClock extends SteadyClock {
  /** Sets the wall clock forward or back. */
  set(byMs: number): void;
  /** When it was set last, in ms of the world. */
  readonly setAt: () => number;
}

/** The moment at which each world begins, in Unix ms. Noon, so that few stories cross midnight. */
const startMs = Date.UTC(2026, 0, 1, 12);
/** The longest wait of the system's clock in one piece: after that it notices that the wall clock was set. */
const sliceMs = 5_000;

export function createMachineClock(time: VirtualTime): MachineClock {
  let [shiftMs, setAt] = [0, -Infinity];
  const now = (): number => Math.floor(startMs + time.now() + shiftMs);
  return {
    now,
    monotonicMs: () => time.now(),
    set: (byMs) => void ([shiftMs, setAt] = [shiftMs + byMs, time.now()]),
    setAt: () => setAt,
    sleep: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const [until, untilSteady] = [now() + durationMs, time.now() + durationMs];
        let isOver = false;
        const abort = (): void => {
          isOver = true;
          reject(signal.reason as Error);
        };
        const look = (): void => {
          if (isOver) return;
          const leftMs = Math.min(until - now(), untilSteady - time.now());
          if (leftMs > 0) return time.after(Math.min(leftMs, sliceMs), look);
          isOver = true;
          signal.removeEventListener('abort', abort);
          resolve();
        };
        signal.addEventListener('abort', abort, { once: true });
        look();
      }),
  };
}
