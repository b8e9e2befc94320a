import { Worker } from 'node:worker_threads';
import type { Clock } from '../core/support/clock.ts';
import { backgroundClock } from './systemClock.ts';

/** Limit for loading the code of a thread, which takes long only on a busy machine. */
const startLimitMs = 30_000;
/** A thread without jobs for this time is ended. */
const idleLimitMs = 60_000;

/** What a thread sends: this without members when it is ready, and one for each job. */
export interface JobAnswer<Reply> {
  readonly reply?: Reply;
  /** Set if the job failed. */
  readonly error?: string;
}

interface JobThreadOptions {
  readonly clock?: Pick<Clock, 'sleep'>;
  /** A job that takes longer is stopped, and its thread with it. */
  readonly jobLimitMs?: number;
  /** Limit of the heap alone, because jobs pass and read only a limited number of bytes. */
  readonly heapLimitMb?: number;
}

/**
 * Runs jobs of `worker.ts` one after the other in a separate thread. The thread starts with the first job, and again with
 * the first job after it has ended.
 */
export class JobThread<Job extends object, Reply> {
  readonly #options: Required<JobThreadOptions>;
  #running: RunningThread<Job, Reply> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  isDisposed = false;

  constructor({ clock = backgroundClock, jobLimitMs = 10_000, heapLimitMb = 256 }: JobThreadOptions = {}) {
    this.#options = { clock, jobLimitMs, heapLimitMb };
  }

  /**
   * Rejects with the reason if the job fails, or is stopped because it takes too much time or memory. The bytes of a job
   * are moved to the thread, and are empty here afterwards.
   */
  run(job: Job): Promise<Reply> {
    const reply = this.#last.then(async () => {
      if (this.isDisposed) throw new Error('The thread is no longer needed.');
      if (!this.#running?.isAlive()) this.#running = new RunningThread(this.#options);
      return this.#running.run(job);
    });
    this.#last = reply.catch(() => undefined);
    return reply;
  }

  /** Resolves when the thread has ended. Every job that has not ended is rejected. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.#running?.end(new Error('The thread is no longer needed.'));
  }
}

class RunningThread<Job extends object, Reply> {
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #jobLimitMs: number;
  readonly #worker: Worker;
  readonly #ended = new AbortController();
  readonly #ready: Promise<unknown>;
  #idle = new AbortController();
  #awaited: { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void } | null = null;

  constructor({ clock, jobLimitMs, heapLimitMb }: Required<JobThreadOptions>) {
    this.#clock = clock;
    this.#jobLimitMs = jobLimitMs;
    // The code of every thread, in a checkout or in a build.
    const file = import.meta.url.endsWith('.ts') ? '../worker.ts' : './worker.cjs';
    this.#worker = new Worker(new URL(file, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
    });
    this.#worker.on('message', ({ reply, error }: JobAnswer<Reply>) => {
      if (error === undefined) this.#awaited?.resolve(reply as Reply);
      else this.#awaited?.reject(new Error(error));
      this.#awaited = null;
    });
    this.#worker.once('error', (error) => void this.end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.once('exit', () => void this.end(new Error('the thread ended')));
    this.#ready = this.#receive(startLimitMs);
  }

  isAlive(): boolean {
    return !this.#ended.signal.aborted;
  }

  /** Rejects with the reason if the thread ends first, which it does if the job takes too long. */
  async run(job: Job): Promise<Reply> {
    this.#idle.abort();
    await this.#ready;
    this.#ended.signal.throwIfAborted();
    // Copies would fill the memory until the next garbage collection of all generations.
    this.#worker.postMessage(job, listMemory(job));
    return this.#receive(this.#jobLimitMs);
  }

  async end(reason: Error): Promise<void> {
    if (this.isAlive()) {
      this.#ended.abort(reason);
      this.#idle.abort();
      this.#awaited?.reject(reason);
    }
    await this.#worker.terminate();
  }

  /** Returns the next reply, or ends the thread after the limit. */
  async #receive(limitMs: number): Promise<Reply> {
    // A process with nothing else to do waits for a reply, but not for an idle thread.
    this.#worker.ref();
    const received = new AbortController();
    this.#endAfter(limitMs, received.signal, `it took longer than ${limitMs} ms`);
    try {
      return await new Promise<Reply>((resolve, reject) => (this.#awaited = { resolve, reject }));
    } finally {
      received.abort();
      this.#worker.unref();
      if (this.isAlive()) {
        this.#idle = new AbortController();
        this.#endAfter(idleLimitMs, this.#idle.signal, 'it was idle');
      }
    }
  }

  #endAfter(durationMs: number, signal: AbortSignal, reason: string): void {
    this.#clock.sleep(durationMs, signal).then(
      () => this.end(new Error(reason)),
      () => undefined,
    );
  }
}

function listMemory(job: object): readonly ArrayBuffer[] {
  return Object.values(job).flatMap((value: unknown) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}
