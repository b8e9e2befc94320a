import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { Stats } from 'node:fs';
import {
  appendFile,
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createLineFile } from '../../../src/storage/lineFile.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const isPosix = process.platform !== 'win32';

async function arrange(context: TestContext, { maxBytes }: { readonly maxBytes?: number } = {}) {
  const folder = await makeTempFolder(context);
  const path = join(folder, 'hero.gen.runs.jsonl');
  const parsed: string[] = [];
  const parse = (line: string): string | null => {
    parsed.push(line);
    return line.startsWith('line ') ? line : null;
  };
  const file = createLineFile({
    parse,
    files: nodeFileSystem,
    processes: nodeProcesses,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  return {
    folder,
    path,
    append: (line: string) => file.append(path, line, folder),
    read: () => file.read(path),
    text: () => readFile(path, 'utf8'),
    /** Returns the lines that were parsed since the last call. */
    takeParsed: () => parsed.splice(0),
  };
}

test('a line that is appended is read', async (context) => {
  const { append, read, text } = await arrange(context);

  await append('line a');
  await append('line b');

  assert.deepEqual([await read(), await text()], [['line a', 'line b'], 'line a\nline b\n']);
});

test('the folder of a new file is synced, so that its name is durable', { skip: !isPosix }, async (context) => {
  const { append, folder } = await arrange(context);
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const synced: Promise<Stats>[] = [];
  context.mock.method(prototype, 'sync', function (this: FileHandle) {
    const facts = this.stat();
    synced.push(facts);
    return facts.then(() => undefined);
  });

  await append('line a');
  await append('line b');

  const facts = await Promise.all(synced);
  assert.deepEqual(
    facts.map((each) => each.isDirectory()),
    [false, true, false],
  );
});

test('a last line without a line feed is completed, never cut off', async (context) => {
  const { append, read, text, path } = await arrange(context);
  await writeFile(path, 'line a\n{"torn":');

  await append('line b');

  assert.deepEqual([await read(), await text()], [['line a', 'line b'], 'line a\n{"torn":\nline b\n']);
});

for (const [what, make] of Object.entries<(path: string, folder: string) => Promise<unknown>>({
  'a link to a file of the same folder': async (path, folder) => {
    await writeFile(join(folder, '.env'), 'A=1\nSTRIPE_KEY=live_123');
    await symlink('.env', path);
  },
  'a link to nothing': (path) => symlink('nothing', path),
  'a link to a device': (path) => symlink('/dev/zero', path),
  'a folder': (path) => mkdir(path),
  'a pipe': (path) => promisify(execFile)('mkfifo', [path]),
})) {
  test(`${what} is neither read nor written`, { skip: !isPosix }, async (context) => {
    const { append, read, path, folder } = await arrange(context);
    await make(path, folder);

    await assert.rejects(append('line a'), { name: 'NotARegularFileError' });

    assert.deepEqual(await read(), []);
    const env = await readFile(join(folder, '.env'), 'utf8').catch(() => 'A=1\nSTRIPE_KEY=live_123');
    assert.equal(env, 'A=1\nSTRIPE_KEY=live_123');
  });
}

test('a device is not read', { skip: !isPosix }, async () => {
  assert.deepEqual(
    await createLineFile({ parse: (line) => line, files: nodeFileSystem, processes: nodeProcesses }).read('/dev/zero'),
    [],
  );
});

test('a file in a folder that leads out of the boundary is not written', { skip: !isPosix }, async (context) => {
  const { folder } = await arrange(context);
  const elsewhere = await makeTempFolder(context);
  await symlink(elsewhere, join(folder, 'out'));
  const file = createLineFile({ parse: (line) => line, files: nodeFileSystem, processes: nodeProcesses });

  await assert.rejects(file.append(join(folder, 'out', 'hero.gen.runs.jsonl'), 'line a', folder), {
    name: 'OutsideBoundaryError',
  });
});

test('the last lines of a file above the limit are read, without the one that the limit cuts', async (context) => {
  const { read, path } = await arrange(context, { maxBytes: 16 });
  await writeFile(path, 'line a\nline b\nline c\nline d\n');

  assert.deepEqual(await read(), ['line c', 'line d']);
});

test('a file of gigabytes is read as fast as its last lines', async (context) => {
  const { append, read, path } = await arrange(context);
  await writeFile(path, '');
  await truncate(path, 2 ** 33);

  await append('line a');

  assert.deepEqual(await read(), ['line a']);
});

test('only the appended part of a file is parsed', async (context) => {
  const { append, read, takeParsed } = await arrange(context);
  for (const line of ['line a', 'line b', 'line c']) await append(line);
  await read();
  takeParsed();

  const again = [await read(), takeParsed()];
  await append('line d');

  assert.deepEqual(again, [['line a', 'line b', 'line c'], []]);
  assert.deepEqual([await read(), takeParsed()], [['line a', 'line b', 'line c', 'line d'], ['line d']]);
});

test('a line that was torn when it was read is read again when it is whole', async (context) => {
  const { read, path } = await arrange(context);
  await writeFile(path, 'line a\nlin');
  const before = await read();

  await appendFile(path, 'e b\n');

  assert.deepEqual([before, await read()], [['line a'], ['line a', 'line b']]);
});

for (const [what, change] of Object.entries<(path: string) => Promise<unknown>>({
  'edited in place and longer': (path) => writeFile(path, 'line x\nline bb\nline c\n'),
  'edited in place and shorter': (path) => writeFile(path, 'line b\n'),
  replaced: async (path) => {
    await writeFile(`${path}.new`, 'line a\nline y\nline c\n');
    await rename(`${path}.new`, path);
  },
})) {
  test(`a file that was ${what} is read as a whole`, async (context) => {
    const { append, read, path, text } = await arrange(context);
    for (const line of ['line a', 'line b']) await append(line);
    await read();

    await change(path);

    assert.deepEqual(await read(), (await text()).trimEnd().split('\n'));
  });
}
