import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { NotARegularFileError, readRegularFile } from '../../../../src/node/files/regularFile.ts';
import { readRegularFileSync } from '../../../../src/node/files/regularFileSync.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';

const isPosix = process.platform !== 'win32';

type Read = (path: string, maxBytes: number) => Promise<Buffer>;

/** Both readers. One of them is synchronous. */
const readers: readonly (readonly [name: string, read: Read])[] = [
  ['readRegularFile', (path, maxBytes) => readRegularFile(path, maxBytes, nodeFileSystem)],
  ['readRegularFileSync', async (path, maxBytes) => readRegularFileSync(path, maxBytes)],
];

/** Reads a file of a folder. Returns the code or name of the error if that fails. */
async function arrange(context: TestContext, readFile: Read) {
  const folder = await makeTempFolder(context);
  const path = (name: string): string => join(folder, name);
  await writeFile(path('a.txt'), 'abcdef');
  const read = async (name: string, maxBytes = 9): Promise<string> =>
    readFile(path(name), maxBytes).then(String, (error: NodeJS.ErrnoException) =>
      error instanceof NotARegularFileError ? 'not a regular file' : String(error.code),
    );
  return { path, read };
}

for (const [name, readFile] of readers) {
  test(`the start of a file is read up to a limit, a shorter one whole, by ${name}`, async (context) => {
    const { read } = await arrange(context, readFile);
    const parts = await Promise.all([read('a.txt', 4), read('a.txt', 6), read('a.txt', 9), read('missing.txt')]);
    assert.deepEqual(parts, ['abcd', 'abcdef', 'abcdef', 'ENOENT']);
  });

  test(`no link is followed, and a folder is not read, by ${name}`, async (context) => {
    const { path, read } = await arrange(context, readFile);
    await symlink('a.txt', path('link.txt'));
    await symlink('nowhere', path('dangling.txt'));
    await mkdir(path('folder'));
    const outcomes = await Promise.all(['link.txt', 'dangling.txt', 'folder'].map((each) => read(each)));
    assert.deepEqual(new Set(outcomes), new Set(['not a regular file']));
  });

  test(`a pipe and a device are not read by ${name}, since they may never end`, { skip: !isPosix }, async (context) => {
    const { path, read } = await arrange(context, readFile);
    execFileSync('mkfifo', [path('pipe')]);
    assert.equal(await read('pipe'), 'not a regular file');
    await assert.rejects(readFile('/dev/zero', 9), NotARegularFileError);
  });
}

test('a file is closed after it was read', { skip: process.platform !== 'linux' }, async (context) => {
  const path = join(await makeTempFolder(context), 'a.txt');
  await writeFile(path, 'abcdef');
  const countOpen = (): number => readdirSync('/proc/self/fd').length;
  const before = countOpen();
  for (let reads = 0; reads < 50; reads += 1) readRegularFileSync(path, 9);
  assert.ok(countOpen() < before + 50);
});

test(
  'anything but a regular file is not even opened, because opening a device may have an effect',
  { skip: !isPosix },
  async () => {
    const open = (): Promise<never> => assert.fail('opened');
    await assert.rejects(readRegularFile('/dev/zero', 9, { ...nodeFileSystem, open }), NotARegularFileError);
  },
);

test('a file that is replaced just before it is opened is not read', { skip: !isPosix }, async (context) => {
  const folder = await makeTempFolder(context);
  const path = (name: string): string => join(folder, name);
  await writeFile(path('a.txt'), 'abcdef');
  execFileSync('mkfifo', [path('pipe')]);
  await symlink('a.txt', path('link.txt'));
  const facts = await nodeFileSystem.lstat(path('a.txt'));
  const files = { ...nodeFileSystem, lstat: () => Promise.resolve(facts) };
  for (const name of ['pipe', 'link.txt'])
    await assert.rejects(readRegularFile(path(name), 9, files), NotARegularFileError);
});

test('a file is not called irregular if the disk fails for a moment', async (context) => {
  const folder = await makeTempFolder(context);
  await writeFile(join(folder, 'a.txt'), 'abcdef');
  let closed = 0;
  const open: typeof nodeFileSystem.open = async (...args) => {
    const handle = await nodeFileSystem.open(...args);
    const close = (): Promise<void> => handle.close().finally(() => (closed += 1));
    const stat = (): Promise<never> => Promise.reject(Object.assign(new Error('refused'), { code: 'EPERM' }));
    return { ...handle, close, stat };
  };
  const reading = readRegularFile(join(folder, 'a.txt'), 9, { ...nodeFileSystem, open });
  await assert.rejects(reading, { code: 'EPERM' });
  assert.equal(closed, 1);
});
