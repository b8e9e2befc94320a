import { createHash } from 'node:crypto';
import { fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { fileFlags } from '../files/fileSystem.ts';
import { safely } from '../files/regularFile.ts';
import { createSyncBehind } from './partWriter.ts';
import { systemCode } from '../files/systemCode.ts';
import type { WriterData, WriterOrder, WriterReply } from './writerThread.ts';

// This thread writes and hashes a large file, so that its calls may wait for the disk.

const { path } = workerData as WriterData;

function reply(each: WriterReply): void {
  parentPort?.postMessage(each, each.kind === 'written' ? [each.block.buffer] : []);
}

function openWriter(): (order: WriterOrder) => Promise<void> {
  const file = openSync(path, fileFlags.O_WRONLY | safely);
  const syncs = createSyncBehind(() => promisify(fdatasync)(file));
  let hash = createHash('sha256');
  let writtenBytes = 0;

  const write = (bytes: Uint8Array): void => {
    hash.update(bytes);
    for (let at = 0; at < bytes.length;) {
      const count = writeSync(file, bytes, at, bytes.length - at, writtenBytes);
      if (count === 0) throw new Error(`Only ${at} of ${bytes.length} bytes were written`);
      at += count;
      writtenBytes += count;
    }
    syncs.wrote(bytes.length);
  };
  return async (order) => {
    switch (order.kind) {
      case 'write':
        write(order.block.subarray(0, order.bytes));
        return reply({ kind: 'written', block: order.block });
      case 'restart':
        ftruncateSync(file, 0);
        hash = createHash('sha256');
        writtenBytes = 0;
        return;
      case 'finish':
        await syncs.done();
        return reply({ kind: 'finished', sha256: hash.digest('hex') });
    }
  };
}

function fail(error: unknown): void {
  reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error), code: systemCode(error) });
}

try {
  const carryOut = openWriter();
  parentPort?.on('message', (order: WriterOrder) => void carryOut(order).catch(fail));
} catch (error) {
  fail(error);
}
