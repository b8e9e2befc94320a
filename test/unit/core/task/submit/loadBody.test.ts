import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { createBodyRoom } from '../../../../../src/core/task/pace/bodyRoom.ts';
import type { InputOutcome } from '../../../../../src/core/task/ports.ts';
import { uploadPlaceholder } from '../../../../../src/core/task/submit/fillTask.ts';
import { loadBody } from '../../../../../src/core/task/submit/loadBody.ts';
import { planned } from '../../../../fakes/tasks/journalRecords.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';

const [door, window] = ['d'.repeat(64), 'f'.repeat(64)];
const dataUrlOf = (sha256: string): string => `data:image/png;base64,${sha256.slice(0, 4)}`;

/** Loads a body with these placeholders. `reads`: the files that were read for it. */
async function load(body: Record<string, string | readonly string[]>, uploads: readonly string[]) {
  const record = planned('t');
  if (record.kind !== 'planned') throw new Error('Not a seed');
  const entry = createEntry('t', 0, { ...record.seed, request: buildRequest({ body }) });
  const reads: string[] = [];
  const read = ({ sha256 }: { readonly sha256: string }): Promise<InputOutcome> => {
    reads.push(sha256);
    return Promise.resolve({ ok: true, dataUrl: Buffer.from(dataUrlOf(sha256)) });
  };
  const loaded = await loadBody(
    { ...entry, uploads: uploads.map((sha256) => ({ path: `${sha256}.png`, sha256 })) },
    { inputs: { read, readText: () => assert.fail('no text is read') }, bodies: createBodyRoom(1_000) },
    new AbortController().signal,
  );
  if (!loaded.ok) throw new Error(loaded.error.message);
  return { pieces: loaded.body, reads };
}

const textOf = (pieces: readonly (string | Uint8Array)[]): string =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece as Uint8Array))).toString('utf8');

test('files replace their placeholders, wherever those are', async () => {
  const images = [door, window, door].map(uploadPlaceholder);
  const { pieces, reads } = await load({ image: uploadPlaceholder(window), images, prompt: 'Ö "quoted"' }, [
    door,
    window,
  ]);

  assert.deepEqual(JSON.parse(textOf(pieces)), {
    image: dataUrlOf(window),
    images: [door, window, door].map(dataUrlOf),
    prompt: 'Ö "quoted"',
  });
  assert.deepEqual(reads, [door, window]);
});

test('the bytes of a file that is used twice are in memory once', async () => {
  const { pieces } = await load({ image: uploadPlaceholder(door), mask: uploadPlaceholder(door) }, [door]);
  const files = pieces.filter((piece) => typeof piece !== 'string');

  assert.deepEqual([files.length, files[0] === files[1]], [2, true]);
});

test('a text that looks like a placeholder is unchanged', async () => {
  const body = {
    image: uploadPlaceholder(door),
    mask: uploadPlaceholder('a'.repeat(64)),
    prompt: `${uploadPlaceholder('a'.repeat(64))} and "${uploadPlaceholder(door)}"`,
  };
  const { pieces } = await load(body, [door]);

  assert.deepEqual(JSON.parse(textOf(pieces)), { ...body, image: dataUrlOf(door) });
});
