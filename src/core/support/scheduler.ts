import { abortReason } from './abort.ts';
import type { Clock } from './clock.ts';

/** If a timer is off by more than this, the machine slept or the clock was set. */
const jumpToleranceMs = 5_000;

/**
 * The waits of all tasks, on one timer. The scheduler differs from the clock that it uses in two ways. `now` never goes
 * back, even if the wall clock does. `sleep` may end early: after a jump of the clock all waits end, because times that
 * were planned before it are worth little. A caller that must not be early checks `now` again.
 */
export type Scheduler = Clock;

interface Sleeper {
  readonly dueAt: number;
  /** Null when the wait has ended or was aborted. */
  wake: (() => void) | null;
}

/** `onJump` is called when the clock has jumped, before any wait ends. */
export function createScheduler(clock: Clock, onJump: () => void = () => undefined): Scheduler {
  const queue = createDueQueue<Sleeper>();
  const now = createSteadyNow(clock);
  /** Number of waits in the queue that are not aborted. An aborted wait stays in the queue until it is due. */
  let awake = 0;
  let armed: { readonly dueAt: number; readonly interrupt: AbortController } | null = null;

  const next = (): Sleeper | undefined => {
    while (queue.peek()?.wake === null) queue.pop();
    return queue.peek();
  };
  /** Waits for the earliest wait to end. Resolves to whether the clock has jumped meanwhile. */
  const waitFor = async ({ dueAt }: Sleeper): Promise<boolean> => {
    const interrupt = new AbortController();
    armed = { dueAt, interrupt };
    const [startedAt, askedMs] = [clock.now(), Math.max(0, dueAt - now())];
    const isOver = await clock.sleep(askedMs, interrupt.signal).then(
      () => true,
      () => false,
    );
    const elapsedMs = clock.now() - startedAt;
    const leastMs = isOver ? askedMs : 0;
    return elapsedMs < leastMs - jumpToleranceMs || elapsedMs > askedMs + jumpToleranceMs;
  };
  /** Runs as long as there are waits. Never rejects. */
  const run = async (): Promise<void> => {
    for (let first = next(); first; first = next()) {
      const hasJumped = await waitFor(first);
      if (hasJumped) onJump();
      const at = hasJumped ? Infinity : now();
      for (let due = next(); due && due.dueAt <= at; due = next()) due.wake?.();
    }
    armed = null;
  };
  const plan = (sleeper: Sleeper): void => {
    queue.push(sleeper);
    awake += 1;
    if (!armed) void run();
    else if (sleeper.dueAt < armed.dueAt) armed.interrupt.abort();
  };
  return {
    now,
    sleep: (durationMs, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const end = (): void => {
          sleeper.wake = null;
          awake -= 1;
          signal.removeEventListener('abort', abort);
        };
        const abort = (): void => {
          end();
          reject(abortReason(signal));
          // A timer without a wait would keep the process alive.
          if (awake === 0) armed?.interrupt.abort();
        };
        const sleeper: Sleeper = {
          dueAt: now() + durationMs,
          wake: () => {
            end();
            resolve();
          },
        };
        signal.addEventListener('abort', abort, { once: true });
        plan(sleeper);
      }),
  };
}

/** Returns a clock that advances with the wall clock, and does not go back when the wall clock is set back. */
function createSteadyNow(clock: Pick<Clock, 'now'>): () => number {
  let wallMs = clock.now();
  let steadyMs = wallMs;
  return () => {
    const current = clock.now();
    steadyMs += Math.max(0, current - wallMs);
    wallMs = current;
    return steadyMs;
  };
}

/** Items with a due time, earliest first. Items with equal times are in no particular order. */
interface DueQueue<T extends { readonly dueAt: number }> {
  peek(): T | undefined;
  push(item: T): void;
  pop(): T | undefined;
}

/** Creates a binary heap. With thousands of tasks, keeping a list sorted would be most of the work. */
function createDueQueue<T extends { readonly dueAt: number }>(): DueQueue<T> {
  const heap: T[] = [];
  const isBefore = (one: number, other: number): boolean =>
    (heap[one]?.dueAt ?? Infinity) < (heap[other]?.dueAt ?? Infinity);
  const swap = (one: number, other: number): void => {
    const [a, b] = [heap[one], heap[other]];
    if (a === undefined || b === undefined) return;
    heap[one] = b;
    heap[other] = a;
  };
  const rise = (from: number): void => {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const sink = (): void => {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = isBefore(right, left) ? right : left;
      if (!isBefore(child, at)) return;
      swap(at, child);
      at = child;
    }
  };
  return {
    peek: () => heap[0],
    push(item) {
      heap.push(item);
      rise(heap.length - 1);
    },
    pop() {
      swap(0, heap.length - 1);
      const first = heap.pop();
      sink();
      return first;
    },
  };
}
