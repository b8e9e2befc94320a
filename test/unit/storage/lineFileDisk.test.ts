import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineFile } from '../../../src/storage/lineFile.ts';
import { createFaultyFiles, type Fault, type FileStep } from '../../fakes/disk/faultyFiles.ts';
import { createMemoryDisk } from '../../fakes/disk/memoryDisk.ts';
import { createFakeProcesses } from '../../fakes/disk/processes.ts';

const path = '/w/a.jsonl';
const other = '/w/b.jsonl';
const longestLine = 8 * 1024 * 1024;

function arrange(text: string | null = null, decide: (step: FileStep) => Fault = () => undefined) {
  const disk = createMemoryDisk();
  disk.put('/w/hero.gen.yaml', '');
  if (text !== null) disk.put(path, text);
  const steps: string[] = [];
  const parsed: string[] = [];
  const files = createFaultyFiles((step) => {
    steps.push(step.name);
    return decide(step);
  }, disk.files);
  const parse = (line: string): string | null => {
    parsed.push(line);
    return line.startsWith('line') ? line : null;
  };
  const file = createLineFile({ parse, files, processes: createFakeProcesses() });
  const content = () =>
    Object.fromEntries(
      [...disk.list()].flatMap(([name, bytes]) => (name.endsWith('.jsonl') ? [[name, bytes.toString()]] : [])),
    );
  return { disk, file, steps, parsed, content };
}

test('lines survive a power cut, one by one', async () => {
  const { disk, file } = arrange();

  await file.append(path, 'line a', '/w');
  await file.append(path, 'line b', '/w');
  disk.cutPower();

  assert.deepEqual(await file.read(path), ['line a', 'line b']);
});

test('a line that another process has not synced survives a power cut after a sync, with the name of its file', async () => {
  const { disk, file } = arrange();
  const handle = await disk.files.open(path, 'a');
  await handle.write(Buffer.from('line a\n'), 0, 7, null);

  await file.sync(path);
  disk.cutPower();

  assert.deepEqual(await file.read(path), ['line a']);
});

for (const [code, isFault] of [
  ['EACCES', false],
  ['EROFS', false],
  ['EIO', true],
] as const) {
  test(`a file whose sync meets ${code} is ${isFault ? 'not ' : ''}as durable as this user can make it`, async () => {
    const { file } = arrange('line a\n', ({ name }) => (name === 'open' ? { code } : undefined));

    const outcome = await file.sync(path).then(
      () => 'done',
      () => 'failed',
    );

    assert.equal(outcome, isFault ? 'failed' : 'done');
  });
}

test('empty lines, also at the start, separate lines and nothing else', async () => {
  assert.deepEqual(await arrange('\n\nline a\n\nline b').file.read(path), ['line a', 'line b']);
});

test('a line longer than any that Genwright writes is left out, and its neighbors are not', async () => {
  const [longest, tooLong] = [longestLine, longestLine + 1].map((length) => 'line'.padEnd(length, '.'));

  const lines = await arrange(`line a\n${longest}\n${tooLong}\nline b\n`).file.read(path);

  assert.deepEqual(
    lines.map(({ length }) => length),
    [6, longestLine, 6],
  );
});

test('only lines that others have appended are parsed, and all lines of a file that was written again', async () => {
  const { disk, file, parsed } = arrange('line a\nline b\n');
  const take = async () => [await file.read(path), parsed.splice(0)];
  const first = await take();
  const unchanged = await take();
  disk.put(path, 'line a\nline b\nline c\n');
  const replaced = await take();
  await file.append(path, 'line d', '/w');
  const grown = await take();

  assert.deepEqual(
    [first, unchanged, replaced, grown],
    [
      [
        ['line a', 'line b'],
        ['line a', 'line b'],
      ],
      [['line a', 'line b'], []],
      [
        ['line a', 'line b', 'line c'],
        ['line a', 'line b', 'line c'],
      ],
      [['line a', 'line b', 'line c', 'line d'], ['line d']],
    ],
  );
});

test('files are closed, also after an error', async () => {
  const { file, steps } = arrange('line a\n', ({ name }) => (name === 'write' ? { code: 'ENOSPC' } : undefined));

  await file.read(path);
  await assert.rejects(file.append(path, 'line b', '/w'), { code: 'ENOSPC' });

  assert.deepEqual(
    ['open', 'close'].map((name) => steps.filter((step) => step === name).length),
    [2, 2],
  );
});

test('a line that the disk accepts only in part is an error', async () => {
  const { file } = arrange(null, ({ name }) => (name === 'write' ? { atMost: 3 } : undefined));

  await assert.rejects(file.append(path, 'line a', '/w'), /Only 3 of 7 bytes/);
});

test('a file that cannot be read is an error, and a missing one has no lines', async () => {
  const { file } = arrange('line a\n', ({ name, path: at }) =>
    name === 'open' && at === path ? { code: 'EACCES' } : undefined,
  );

  await assert.rejects(file.read(path), { code: 'EACCES' });
  assert.deepEqual(await file.read(other), []);
});

test('a file moves after the lines before it, and before the lines after it', async () => {
  const { file, content } = arrange();

  await Promise.all([
    file.append(path, 'line a', '/w'),
    file.move(path, other, '/w'),
    file.append(path, 'line b', '/w'),
    file.append(other, 'line c', '/w'),
  ]);

  assert.deepEqual(content(), { [path]: 'line b\n', [other]: 'line a\nline c\n' });
});

test('a file does not move over another one, out of the boundary, or to where it is', async () => {
  const { disk, file, content } = arrange('line a\n');
  disk.put(other, 'line b\n');
  disk.put('/elsewhere/x', '');

  await assert.rejects(file.move(path, other, '/w'), /b\.jsonl exists already/);
  await assert.rejects(file.move(path, '/elsewhere/a.jsonl', '/w'), { name: 'OutsideBoundaryError' });
  await file.move(path, path, '/w');
  await file.move('/w/none.jsonl', '/w/c.jsonl', '/w');

  assert.deepEqual(content(), { [path]: 'line a\n', [other]: 'line b\n' });
});

test('a failed append does not stop the next one', async () => {
  let isFull = true;
  const { file } = arrange(null, ({ name }) => (isFull && name === 'write' ? { code: 'ENOSPC' } : undefined));
  const failed = file.append(path, 'line a', '/w').catch(({ code }: { readonly code: string }) => code);
  const next = failed.then(() => {
    isFull = false;
    return file.append(path, 'line b', '/w');
  });

  assert.equal(await failed, 'ENOSPC');
  await next;
  assert.deepEqual(await file.read(path), ['line b']);
});
