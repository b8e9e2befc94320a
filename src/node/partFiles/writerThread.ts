import { Worker } from 'node:worker_threads';
import { threadFile } from '../../core/support/threadFile.ts';
import type { PartWriter } from './partWriter.ts';

/** Two cores of a processor pass the blocks on through its cache. Blocks of 1 MiB take a third longer. */
const blockBytes = 256 * 1024;
/** More blocks do not fit into the cache and are slower, too. */
const blockCount = 8;

/** Saves that wait for a retry keep their threads, and an unstable network may let many of them wait. */
const maxThreads = 6;
let runningThreads = 0;

/** Memory that is moved to the thread with bytes to write, and comes back to be filled again. */
type Block = Uint8Array<ArrayBuffer>;

/** What the thread gets when it starts. */
export interface WriterData {
  readonly path: string;
}

export type WriterOrder =
  /** Write this number of bytes from the start of the block. */
  | { readonly kind: 'write'; readonly block: Block; readonly bytes: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'finish' };

export type WriterReply =
  | { readonly kind: 'written'; readonly block: Block }
  | { readonly kind: 'finished'; readonly sha256: string }
  /** `code` is that of the system, or null if the error has none. Later replies do not count. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | null };

/**
 * Writes to an existing file in a separate thread, which hashes and writes a large file without making the calling
 * thread wait. Blocks and thread take about 25 MB of memory until `finish` or `stop`. Throws if no thread can start, or if
 * as many as are allowed in this process run.
 */
export function startWriterThread(path: string): PartWriter {
  if (runningThreads >= maxThreads) throw new Error(`${maxThreads} threads write files already`);
  const writer = new WriterThread(path, () => (runningThreads -= 1));
  runningThreads += 1;
  return writer;
}

class WriterThread implements PartWriter {
  readonly #worker: Worker;
  readonly #free: Block[] = Array.from({ length: blockCount }, () => new Uint8Array(blockBytes));
  /** Bytes in the last of the free blocks. */
  #filledBytes = 0;
  /** Bytes for which no block is free yet, in their order. */
  #waiting: Uint8Array[] = [];
  #sha256: string | null = null;
  #failure: Error | null = null;
  #wakes: (() => void)[] = [];

  constructor(path: string, ended: () => void) {
    const workerData: WriterData = { path };
    this.#worker = new Worker(threadFile(import.meta.url, './writerWorker.ts', './writer.cjs'), { workerData });
    this.#worker.on('message', (reply: WriterReply) => this.#receive(reply));
    // Its code is not one of the system.
    this.#worker.once('error', ({ message }) => this.#fail(new Error(message)));
    this.#worker.once('exit', () => {
      ended();
      if (this.#sha256 === null) this.#fail(new Error('The thread that writes the file has ended'));
    });
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#waiting.push(chunk);
    this.#fill();
    return this.#failure || this.#free.length === 0 ? this.#untilFree() : undefined;
  }

  restart(): void {
    this.#waiting = [];
    this.#filledBytes = 0;
    this.#order({ kind: 'restart' });
  }

  async finish(): Promise<string> {
    await this.#untilFree();
    this.#send();
    this.#order({ kind: 'finish' });
    await this.#until(() => this.#sha256 !== null);
    await this.stop();
    return this.#sha256 ?? '';
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(reply: WriterReply): void {
    if (reply.kind === 'failed') {
      this.#fail(Object.assign(new Error(reply.message), { code: reply.code }));
      return;
    }
    if (reply.kind === 'written') {
      // The last one is being filled.
      this.#free.splice(-1, 0, reply.block);
      this.#fill();
    } else this.#sha256 = reply.sha256;
    this.#wake();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#wakes.splice(0)) wake();
  }

  /** Rejects if the thread has failed. */
  async #until(isTrue: () => boolean): Promise<void> {
    while (!this.#failure && !isTrue()) await new Promise<void>((resolve) => this.#wakes.push(resolve));
    if (this.#failure) throw this.#failure;
  }

  /** A block is free only if no bytes wait for one. */
  #untilFree(): Promise<void> {
    return this.#until(() => this.#free.length > 0);
  }

  /** Moves the waiting bytes into the free blocks. */
  #fill(): void {
    for (let chunk = this.#waiting.shift(); chunk; chunk = this.#waiting.shift()) {
      const rest = this.#take(chunk);
      if (rest.length === 0) continue;
      this.#waiting.unshift(rest);
      return;
    }
  }

  /** Returns the bytes for which no block is free. */
  #take(chunk: Uint8Array): Uint8Array {
    let rest = chunk;
    for (let block = this.#free.at(-1); block && rest.length > 0; block = this.#free.at(-1)) {
      const taken = rest.subarray(0, blockBytes - this.#filledBytes);
      block.set(taken, this.#filledBytes);
      this.#filledBytes += taken.length;
      rest = rest.subarray(taken.length);
      if (this.#filledBytes === blockBytes) this.#send();
    }
    return rest;
  }

  /** Sends the block that is being filled. */
  #send(): void {
    const block = this.#free.pop();
    if (block) this.#order({ kind: 'write', block, bytes: this.#filledBytes }, block);
    this.#filledBytes = 0;
  }

  #order(order: WriterOrder, block?: Block): void {
    this.#worker.postMessage(order, block ? [block.buffer] : []);
  }
}
