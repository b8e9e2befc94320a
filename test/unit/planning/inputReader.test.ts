import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { createInputReader } from '../../../src/planning/inputReader.ts';
import { makePng } from '../../fakes/media/media.ts';
import { mediaHere } from '../../fakes/media/parseHere.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const png = makePng();
const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Arranges input files of a workspace folder, and a file outside it. Reading one returns the start of the URL, or the
 * reason.
 */
async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const boundary = join(folder, 'workspace');
  await mkdir(boundary);
  await writeFile(join(folder, 'stranger.png'), png);
  await writeFile(join(boundary, 'door.png'), png);
  const place = { jobFile: join(boundary, 'hero.gen.yaml'), boundary, maxBytes: png.length };
  const inputs = createInputReader({ media: mediaHere, files: nodeFileSystem });
  return {
    path: (name: string): string => join(boundary, name),
    read: async (name: string, sha256 = hashOf(png)): Promise<string> => {
      const outcome = await inputs.read({ path: name, sha256 }, place);
      if (outcome.ok) return Buffer.from(outcome.dataUrl).toString('utf8', 0, 15);
      return `${outcome.error.code} ${outcome.error.message}`;
    },
  };
}

test('an input file is read, also through a link, but not from outside the workspace folder', async (context) => {
  const { path, read } = await arrange(context);
  await symlink('door.png', path('linked.png'));
  await symlink('../stranger.png', path('away.png'));
  assert.deepEqual(
    [await read('door.png'), await read('linked.png'), await read('away.png'), await read('gone.png')],
    ['data:image/png;', 'data:image/png;', 'input-unreadable away.png: outside', 'input-unreadable gone.png: ENOENT'],
  );
});

test('an input file is not sent if it is larger than what a request may carry, or has changed since planning', async (context) => {
  const { path, read } = await arrange(context);
  const large = Buffer.concat([png, Buffer.alloc(1)]);
  await writeFile(path('large.png'), large);
  assert.deepEqual(
    [await read('large.png', hashOf(large)), await read('door.png', hashOf(large))],
    ['input-without-url large.png', 'input-changed door.png'],
  );
});

test('a file that is not a medium is not sent, even if it was planned', async (context) => {
  const { path, read } = await arrange(context);
  for (const [name, content] of [
    ['.env', 'STRIPE_KEY=1'],
    ['letter.pdf', '%PDF-1.7\n'],
  ] as const) {
    await writeFile(path(name), content);
    assert.equal(await read(name, hashOf(content)), `input-unreadable ${name}: not a media file`);
  }
});

test(
  'a pipe in place of an input file does not make anything wait',
  { skip: process.platform === 'win32' },
  async (context) => {
    const { path, read } = await arrange(context);
    execFileSync('mkfifo', [path('pipe.png')]);
    assert.equal(await read('pipe.png'), 'input-unreadable pipe.png: not a file');
  },
);
