import { Worker } from 'node:worker_threads';
import { threadFile } from '../../core/support/threadFile.ts';
import type { MediaSpec } from './mediaSpec.ts';

/** Message from the host to the thread. */
export interface MakeOrder {
  readonly id: number;
  readonly spec: MediaSpec;
  /** Absolute path in an existing folder. The file appears only when it is complete. */
  readonly file: string;
}

/** Message from the thread to the host, one for each order. */
export interface MakeReport {
  readonly id: number;
  /** Null on success. */
  readonly error: string | null;
}

export type MediaWorker = ReturnType<typeof createMediaWorker>;

/**
 * Makes media files in a separate thread, in the order of the requests. The thread starts with the first order, and
 * again after a crash.
 */
export function createMediaWorker() {
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>();
  let thread: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  const settle = ({ id, error }: MakeReport): void => {
    const order = waiting.get(id);
    waiting.delete(id);
    if (error === null) order?.resolve();
    else order?.reject(new Error(error));
  };
  const giveUp = (reason: string): void => {
    thread = undefined;
    for (const id of waiting.keys()) settle({ id, error: reason });
  };
  const start = (): Worker => {
    const started = new Worker(threadFile(import.meta.url, './worker.ts', './sandboxMedia.cjs'));
    started.unref();
    started.on('message', settle);
    started.on('error', (error) => giveUp(error instanceof Error ? error.message : String(error)));
    started.on('exit', () => giveUp('The media worker of the sandbox ended.'));
    return started;
  };

  return {
    /** Rejects if the file cannot be made or the worker was closed. */
    make(spec: MediaSpec, file: string): Promise<void> {
      if (isClosed) return Promise.reject(new Error('The sandbox is closed.'));
      thread ??= start();
      lastId += 1;
      const order: MakeOrder = { id: lastId, spec, file };
      thread.postMessage(order, []);
      return new Promise((resolve, reject) => waiting.set(order.id, { resolve, reject }));
    },
    /** Ends the thread. Waiting orders are rejected. */
    async close(): Promise<void> {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

/** Shortest edge in pixels. Encoders work in blocks of 16. */
const leastEdge = 64;

/** Returns a worker that makes each file in a small version, which takes a tenth of the time or less. */
export function draftMedia(worker: MediaWorker): MediaWorker {
  return { ...worker, make: (spec, file) => worker.make(draftSpec(spec), file) };
}

/** Audio is cheap and stays unchanged. */
function draftSpec(spec: MediaSpec): MediaSpec {
  return 'width' in spec ? { ...spec, width: shrink(spec.width), height: shrink(spec.height) } : spec;
}

/** Returns a quarter of the edge, in whole blocks. */
function shrink(edge: number): number {
  return Math.max(leastEdge, Math.round(edge / 64) * 16);
}
