import { randomBytes } from 'node:crypto';
import { rename, unlink, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { assertNever } from '../../core/support/assertNever.ts';
import { makeImage } from './image/makeImage.ts';
import type { MediaSpec } from './mediaSpec.ts';
import type { MakeOrder, MakeReport } from './mediaWorker.ts';
import { makeClip } from './sound/makeClip.ts';
import { makeSpeech } from './sound/makeSpeech.ts';
import { makeVideo } from './video/makeVideo.ts';

// This thread paints and plays, so that the extension host never waits for it. It handles one order at a time.

let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (order: MakeOrder) => {
  last = last.then(async () => parentPort?.postMessage(await carryOut(order), []));
});

async function carryOut({ id, spec, file }: MakeOrder): Promise<MakeReport> {
  // Several servers may make the same file at once. Their bytes are equal, so the last rename is harmless.
  const part = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(part, await makeMedia(spec), { flag: 'wx' });
    await rename(part, file);
    return { id, error: null };
  } catch (error) {
    await unlink(part).catch(() => undefined);
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the bytes of a file. A pure function of its spec, and too slow for a thread that must respond. */
function makeMedia(spec: MediaSpec): Uint8Array | Promise<Uint8Array> {
  switch (spec.kind) {
    case 'image':
      return makeImage(spec);
    case 'clip':
      return makeClip(spec);
    case 'speech':
      return makeSpeech(spec);
    case 'video':
      return makeVideo(spec);
    default:
      return assertNever(spec);
  }
}
