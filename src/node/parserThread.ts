import { Worker } from 'node:worker_threads';
import type { Clock } from '../core/support/clock.ts';
import { createDisposable, type Disposable } from '../core/support/disposable.ts';
import type { Log } from '../core/task/ports.ts';

/** Limit for loading the code of a thread, which takes long only on a busy machine. */
const startLimitMs = 30_000;
/** A job that takes longer is stopped, at the latest after twice this time. */
const jobLimitMs = 10_000;
/** A thread without jobs for this time is ended, at the latest after twice this time. */
const idleLimitMs = 60_000;
/** Limit of the heap alone, because jobs pass and read only a limited number of bytes. */
const heapLimitMb = 256;

/** Runs jobs one after the other in a separate thread, and ends that thread if a job takes too much time or memory. */
interface ParserThread<Job, Facts> extends Disposable {
  /** Null if the job failed or was stopped. Never rejects. After `dispose`, every job returns null. */
  readonly run: (job: Job) => Promise<Facts | null>;
}

interface ParserThreadOptions {
  /** Returns the code of the thread: it replies to each job, and sends a message before the first one. */
  readonly file: () => URL;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * The thread starts with the first job, and again with the first job after it has ended. The bytes of a job are moved to
 * the thread, and are empty here afterwards.
 */
export function createParserThread<Job extends { readonly kind: string }, Facts>({
  file,
  clock,
  log,
}: ParserThreadOptions): ParserThread<Job, Facts> {
  let isClosed = false;
  let thread: Thread<Job, Facts> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const carryOut = async (job: Job): Promise<Facts | null> => {
    if (isClosed) return null;
    try {
      if (!thread?.isAlive()) thread = startThread(file(), clock);
      return await thread.run(job);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isClosed) log.warn(`Parsing (${job.kind}) was stopped: ${reason}`);
      return null;
    }
  };
  return {
    run(job) {
      const facts = last.then(() => carryOut(job));
      last = facts;
      return facts;
    },
    ...createDisposable(() => {
      isClosed = true;
      thread?.end();
    }),
  };
}

/** Returns the memory of the bytes in a job. */
function listMemory(job: object): readonly ArrayBuffer[] {
  return Object.values(job).flatMap((value: unknown) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}

/** A running thread. It accepts one job at a time. */
interface Thread<Job, Facts> {
  readonly isAlive: () => boolean;
  /** Rejects with the reason if the thread ends first, which it does if the job takes too long. */
  run(job: Job): Promise<Facts | null>;
  end(): void;
}

/** The next message of a thread. */
interface Reply<Facts> {
  readonly resolve: (facts: Facts | null) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Jobs take milliseconds, and thousands may follow each other. Therefore no job has its own timer: one wait watches
 * all jobs of its time.
 */
function startThread<Job extends object, Facts>(file: URL, clock: Pick<Clock, 'sleep'>): Thread<Job, Facts> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapLimitMb } });
  const ended = new AbortController();
  let awaited: Reply<Facts> | null = null;
  let isWatched = false;
  let wasUsed = false;

  const end = (error: Error): void => {
    if (ended.signal.aborted) return;
    ended.abort(error);
    void worker.terminate();
    awaited?.reject(error);
    awaited = null;
  };
  const receive = (): Promise<Facts | null> => {
    // A process with nothing else to do waits for a reply, but not for an idle thread.
    worker.ref();
    return new Promise((resolve, reject) => (awaited = { resolve, reject }));
  };
  const start = async (): Promise<void> => {
    const isReady = new AbortController();
    const endLate = (): void => end(buildLateError(startLimitMs));
    clock.sleep(startLimitMs, isReady.signal).then(endLate, () => undefined);
    await receive().finally(() => isReady.abort());
  };
  /** Runs as long as there are jobs. Rejects when the thread has ended. */
  const watch = async (): Promise<void> => {
    if (isWatched) return;
    isWatched = true;
    for (let watched = awaited; watched; watched = awaited) {
      await clock.sleep(jobLimitMs, ended.signal);
      if (awaited === watched) end(buildLateError(jobLimitMs));
    }
    isWatched = false;
  };
  /**
   * Ends the thread after a wait in which no job has started. A job of the wait before has ended by then. Rejects when
   * the thread has ended.
   */
  const endIdle = async (): Promise<void> => {
    do {
      wasUsed = false;
      await clock.sleep(idleLimitMs, ended.signal);
    } while (wasUsed);
    end(new Error('it was idle'));
  };
  worker.on('message', (facts: Facts | null) => {
    worker.unref();
    awaited?.resolve(facts);
    awaited = null;
  });
  worker.once('error', end);
  worker.once('exit', () => end(new Error('the thread ended')));
  const ready = start();
  endIdle().catch(() => undefined);
  return {
    isAlive: () => !ended.signal.aborted,
    async run(job) {
      wasUsed = true;
      await ready;
      const reply = receive();
      // Copies would fill the memory until the next garbage collection of all generations.
      worker.postMessage(job, listMemory(job));
      watch().catch(() => undefined);
      return reply;
    },
    end: () => end(new Error('it is no longer needed')),
  };
}

function buildLateError(limitMs: number): Error {
  return new Error(`it took longer than ${limitMs} ms`);
}
