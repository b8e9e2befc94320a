import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { lfsPointerType, maxTextBytes } from '../../../src/core/jobFile/lookups.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { createInputFacts, createPlanFiles } from '../../../src/planning/planFiles.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Arranges a workspace with a job file in `jobs`, and a folder next to the workspace. */
async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const boundary = join(folder, 'w');
  await mkdir(join(boundary, 'jobs', 'sub'), { recursive: true });
  await mkdir(join(folder, 'outside'));
  await writeFile(join(boundary, 'jobs', 'a.txt'), 'abc');
  await writeFile(join(boundary, 'above.txt'), 'above');
  await writeFile(join(folder, 'outside', 'secret.txt'), 'secret');
  await symlink(join(folder, 'outside', 'secret.txt'), join(boundary, 'jobs', 'out.txt'));
  await symlink(join(boundary, 'above.txt'), join(boundary, 'jobs', 'link.txt'));
  const heads: string[] = [];
  const media = {
    detect(head: Uint8Array) {
      heads.push(Buffer.from(head).toString());
      return Promise.resolve({ mediaType: 'image/png', extension: 'png' });
    },
  };
  const inputs = createInputFacts({ media, files: nodeFileSystem });
  const begin = (knowsUrl = (_hash: string) => false) =>
    createPlanFiles({ jobFile: join(boundary, 'jobs', 'hero.gen.yaml'), boundary, inputs, knowsUrl });
  return { boundary, inputs, heads, begin };
}

test('texts are read inside the boundary only, with links followed', async (context) => {
  const { begin, boundary } = await arrange(context);
  await writeFile(join(boundary, 'jobs', 'long.txt'), 'x'.repeat(maxTextBytes + 1));
  await writeFile(join(boundary, 'jobs', 'longest.txt'), 'x'.repeat(maxTextBytes));
  const files = begin();
  const read = (path: string) => {
    const outcome = files.readText(path);
    return outcome.ok ? outcome.text.length : outcome.reason;
  };

  assert.deepEqual(
    [
      'a.txt',
      '../above.txt',
      'link.txt',
      'longest.txt',
      'long.txt',
      'sub',
      'none.txt',
      'out.txt',
      '../../outside/secret.txt',
    ].map(read),
    [3, 5, 5, maxTextBytes, 'too-large', 'missing', 'missing', 'outside', 'outside'],
  );
});

const encodings: readonly (readonly [name: string, bytes: Buffer, text: string])[] = [
  ['UTF-8', Buffer.from('café'), 'café'],
  ['UTF-8 with a mark', Buffer.from('\ufeffcafé'), 'café'],
  ['UTF-16, little end first', Buffer.from('\ufeffcafé 🏖', 'utf16le'), 'café 🏖'],
  ['UTF-16, big end first', Buffer.from('\ufeffcafé 🏖', 'utf16le').swap16(), 'café 🏖'],
  ['an empty file', Buffer.alloc(0), ''],
  ['a mark and nothing else', Buffer.from('fffe', 'hex'), ''],
  ['Latin-1', Buffer.from('café', 'latin1'), 'unreadable'],
  ['GBK', Buffer.from('c4e3bac3', 'hex'), 'unreadable'],
  ['UTF-16 without a mark', Buffer.from('cafe', 'utf16le'), 'unreadable'],
  ['UTF-16 that ends within a character', Buffer.from('fffe61', 'hex'), 'unreadable'],
  ['half of a pair in UTF-16', Buffer.from('fffe3dd8', 'hex'), 'unreadable'],
  ['UTF-32', Buffer.from('fffe000061000000', 'hex'), 'unreadable'],
  ['a file cut within a character', Buffer.from('café').subarray(0, -1), 'unreadable'],
];

for (const [name, bytes, text] of encodings) {
  test(`a text file is read in its encoding or not at all: ${name}`, async (context) => {
    const { begin, boundary } = await arrange(context);
    await writeFile(join(boundary, 'jobs', 'brief.txt'), bytes);

    const outcome = begin().readText('brief.txt');

    assert.equal(outcome.ok ? outcome.text : outcome.reason, text);
  });
}

test('only what was read is named as sent, by where it really is', async (context) => {
  const { begin } = await arrange(context);
  const files = begin();

  for (const path of ['a.txt', 'link.txt', 'none.txt', 'out.txt']) files.readText(path);
  for (const path of ['a.txt', 'out.txt', 'none.txt']) files.inspect(path);
  files.readText('a.txt');
  files.find('../above.txt');

  assert.deepEqual(files.localFiles(), [
    { path: 'a.txt', name: 'jobs/a.txt', bytes: 3, use: 'text' },
    { path: 'link.txt', name: 'above.txt', bytes: 5, use: 'text' },
    { path: 'a.txt', name: 'jobs/a.txt', bytes: 3, use: 'input' },
  ]);
});

test('a plan knows nothing of the files of an earlier one', async (context) => {
  const { begin } = await arrange(context);
  const first = begin(() => true);
  first.readText('a.txt');
  first.inspect('a.txt');
  const second = begin();

  assert.deepEqual(
    [first, second].map((each) => [each.localFiles().length, each.unread.size, each.knowsUrl('')]),
    [
      [2, 1, true],
      [0, 0, false],
    ],
  );
});

test('a file is found by its real path if it is inside', async (context) => {
  const { begin } = await arrange(context);
  const files = begin();

  assert.deepEqual(
    ['link.txt', 'out.txt', 'none.txt', 'sub'].map((path) => files.find(path)),
    [{ path: 'link.txt', name: 'above.txt', bytes: 5 }, null, null, null],
  );
});

test('an input has facts when it has been learned, until it changes', async (context) => {
  const { begin, inputs, boundary, heads } = await arrange(context);
  const file = join(boundary, 'jobs', 'a.txt');
  const inspect = () => {
    const files = begin();
    const { sha256: hash, mediaType } = files.inspect('a.txt');
    return { hash, mediaType, unread: [...files.unread] };
  };
  const unknown = { hash: undefined, mediaType: undefined, unread: [file] };

  const before = inspect();
  await inputs.learn([file, join(boundary, 'none.png')]);
  const learned = inspect();
  await inputs.learn([file]);
  await writeFile(file, 'abcd');
  const changed = inspect();
  await inputs.learn([file]);
  const relearned = inspect();
  await utimes(file, 1, 1);

  assert.deepEqual(
    [before, learned, changed, relearned, inspect()],
    [
      unknown,
      { hash: sha256('abc'), mediaType: 'image/png', unread: [] },
      unknown,
      { hash: sha256('abcd'), mediaType: 'image/png', unread: [] },
      unknown,
    ],
  );
  // A file that has not changed is not read again.
  assert.deepEqual(heads, ['abc', 'abcd']);
});

test('a pointer of Git LFS is told from media and from other texts', async (context) => {
  const { begin, inputs, boundary } = await arrange(context);
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
  for (const [name, text] of Object.entries({ 'p.png': pointer, 'q.png': `a ${pointer}` })) {
    await writeFile(join(boundary, 'jobs', name), text);
    await inputs.learn([join(boundary, 'jobs', name)]);
  }

  assert.deepEqual(
    ['p.png', 'q.png'].map((name) => begin().inspect(name).mediaType),
    [lfsPointerType, 'image/png'],
  );
});

test('an input outside the boundary is not read later, and has no facts of an earlier read', async (context) => {
  const { begin, inputs, boundary } = await arrange(context);
  await inputs.learn([join(boundary, '..', 'outside', 'secret.txt')]);
  const files = begin();

  assert.deepEqual(
    [files.inspect('out.txt'), files.inspect('none.txt'), files.inspect('../../none.txt'), [...files.unread]],
    [
      { exists: true, isInside: false, bytes: 6 },
      { exists: false, isInside: true, bytes: 0 },
      { exists: false, isInside: false, bytes: 0 },
      [],
    ],
  );
});
