import { Worker } from 'node:worker_threads';
import type { Clock } from '../core/support/clock.ts';
import { createDisposable, type Disposable } from '../core/support/disposable.ts';
import type { Log } from '../core/task/ports.ts';

/** Limit for loading the code of a thread, which takes long only on a busy machine. */
const startLimitMs = 30_000;
/** A job that takes longer is stopped. */
const jobLimitMs = 10_000;
/** A thread without jobs for this time is ended. */
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
  const closing = new AbortController();
  let thread: Thread<Job, Facts> | null = null;
  let resting = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  const end = (): void => {
    thread?.terminate();
    thread = null;
  };
  /** Rejects if the work takes longer. */
  const within = async <T>(limitMs: number, work: Promise<T>): Promise<T> => {
    const done = new AbortController();
    const limit = async (): Promise<never> => {
      await clock.sleep(limitMs, AbortSignal.any([done.signal, closing.signal]));
      throw new Error(`it took longer than ${limitMs} ms`);
    };
    return Promise.race([work, limit()]).finally(() => done.abort());
  };
  const rest = async (): Promise<void> => {
    const { signal } = (resting = new AbortController());
    await clock.sleep(idleLimitMs, AbortSignal.any([signal, closing.signal]));
    // A job may have arrived in the same turn of the event loop.
    if (!signal.aborted) end();
  };
  const carryOut = async (job: Job): Promise<Facts | null> => {
    if (closing.signal.aborted) return null;
    resting.abort();
    if (!thread?.isAlive()) thread = startThread(file());
    try {
      await within(startLimitMs, thread.ready);
      return await within(jobLimitMs, thread.run(job));
    } catch (error) {
      end();
      const reason = error instanceof Error ? error.message : String(error);
      if (!closing.signal.aborted) log.warn(`Parsing (${job.kind}) was stopped: ${reason}`);
      return null;
    } finally {
      rest().catch(() => undefined);
    }
  };
  return {
    run(job) {
      const facts = last.then(() => carryOut(job));
      last = facts;
      return facts;
    },
    ...createDisposable(() => {
      closing.abort();
      end();
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
  /** Rejects if the thread ends before it is ready. */
  readonly ready: Promise<unknown>;
  readonly isAlive: () => boolean;
  /** Rejects with the reason if the thread ends first. */
  run(job: Job): Promise<Facts | null>;
  terminate(): void;
}

function startThread<Job extends object, Facts>(file: URL): Thread<Job, Facts> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapLimitMb } });
  let isAlive = true;
  const ended = new Promise<never>((_resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended')));
  });
  ended.catch(() => (isAlive = false));
  const receive = async (): Promise<Facts | null> => {
    // A process with nothing else to do waits for a reply, but not for an idle thread.
    worker.ref();
    const message = new Promise<Facts | null>((resolve) => worker.once('message', resolve));
    return Promise.race([message, ended]).finally(() => worker.unref());
  };
  return {
    ready: receive(),
    isAlive: () => isAlive,
    run(job) {
      // Copies would fill the memory until the next garbage collection of all generations.
      worker.postMessage(job, listMemory(job));
      return receive();
    },
    terminate: () => void worker.terminate(),
  };
}
