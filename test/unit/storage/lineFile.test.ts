import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, rename, symlink, truncate, writeFile } from 'node:fs/promises';
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

test('a last line without a line feed is completed, never cut off', async (context) => {
  const { append, read, text, path } = await arrange(context);
  await writeFile(path, 'line a\n{"torn":');

  await append('line b');

  assert.deepEqual([await read(), await text()], [['line a', 'line b'], 'line a\n{"torn":\nline b\n']);
});

test('a file that a shell has written as UTF-16 keeps its lines, and those that are appended', async (context) => {
  const { path, append, read } = await arrange(context);
  await writeFile(path, '\ufeffline 上\nline 下\n', 'utf16le');
  const before = await read();
  await append('line c');

  assert.deepEqual(
    [before, await read()],
    [
      ['line 上', 'line 下'],
      ['line 上', 'line 下', 'line c'],
    ],
  );
});

test('a byte order mark hides no line, wherever a merge has put it', async (context) => {
  const { read, path } = await arrange(context);
  await writeFile(path, '\ufeffline a\r\nline b\n\ufeffline c');

  assert.deepEqual(await read(), ['line a\r', 'line b', 'line c']);
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
