import assert from 'node:assert/strict';
import { appendFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Mark } from '../../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import { parseSearch } from '../../../../src/core/artifact/search/parseSearch.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { systemClock } from '../../../../src/node/systemClock.ts';
import { createRunsIndex, createRunsIndexOn } from '../../../../src/storage/search/runsIndex.ts';
import { runRunsJob, type RunsJob } from '../../../../src/storage/search/runsJob.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { buildArtifact, buildRecord } from './records.ts';

const star: Mark = { mark: 'star', rating: null, note: null };

async function arrange(context: TestContext, files = nodeFileSystem) {
  const folder = await makeTempFolder(context);
  const jobs: string[] = [];
  const run = async (job: RunsJob) => {
    jobs.push(`${job.kind} ${job.start}-${job.end}`);
    return runRunsJob(job);
  };
  const readMarks = async (jobFile: string): Promise<ReadonlyMap<string, Mark>> =>
    new Map(jobFile === join(folder, 'a.gen.yaml') ? [[buildArtifact('a1').sha256, star]] : []);
  const index = createRunsIndexOn([run, run], { files, readMarks });
  context.after(() => index.dispose());
  const paths = ['a', 'b'].map((name) => join(folder, `${name}.gen.runs.jsonl`));
  return {
    folder,
    a: paths[0] ?? '',
    b: paths[1] ?? '',
    index,
    /** Returns the jobs since the last call. */
    jobs: () => jobs.splice(0),
    search: async (text: string, { limit = 10, signal = new AbortController().signal } = {}) => {
      const { terms } = parseSearch(text);
      const { records, total } = await index.search({ runsFiles: paths, terms, limit }, signal);
      return [total, ...records.map(({ record }) => record.task_id)];
    },
  };
}

const lines = (...records: readonly RunsRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

test('results of all files are listed newest first, up to a limit, with the count of all', async (context) => {
  const { a, b, search, index } = await arrange(context);
  await writeFile(a, lines(buildRecord(1), buildRecord(5), buildRecord(3)));
  await writeFile(b, lines(buildRecord(4), buildRecord(2)));
  const newest = [5, 'task-5', 'task-4', 'task-3'];
  assert.deepEqual(await search('take', { limit: 3 }), newest);
  await index.settled();
  assert.deepEqual(await search('take', { limit: 3 }), newest);
  assert.deepEqual(await search('', { limit: 3 }), newest);
});

test('the first search scans the files, and the next ones use an index', async (context) => {
  const { a, search, index, jobs } = await arrange(context);
  const text = lines(buildRecord(1), buildRecord(2));
  await writeFile(a, text);
  assert.deepEqual(await search('2'), [1, 'task-2']);
  await index.settled();
  assert.deepEqual(jobs(), [`scan 0-${text.length}`, `index 0-${text.length}`]);
  assert.deepEqual(await search('take'), [2, 'task-2', 'task-1']);
  assert.deepEqual(jobs(), []);
});

test('a file that grows is read from its last part on', async (context) => {
  const { a, search, index, jobs } = await arrange(context);
  // The text is a complete part.
  const first = lines(...Array.from({ length: 800 }, (_, number) => buildRecord(number)));
  await writeFile(a, first);
  await search('');
  await index.settled();
  jobs();
  const second = lines(buildRecord(1_000, { title: 'new' }));
  await appendFile(a, second);
  assert.deepEqual(await search('new'), [1, 'task-1000']);
  await index.settled();
  const [start, end] = [first.length, first.length + second.length];
  assert.deepEqual(jobs(), [`scan ${start}-${end}`, `index ${start}-${end}`]);
  await appendFile(a, lines(buildRecord(1_001, { title: 'new' })));
  assert.deepEqual(await search('new'), [2, 'task-1001', 'task-1000']);
});

test('a file that is larger, but begins in another way, is read from its start', async (context) => {
  const { a, search, index } = await arrange(context);
  const build = (count: number, title: string) =>
    lines(...Array.from({ length: count }, (_, number) => buildRecord(number, { title })));
  await writeFile(a, build(800, 'one'));
  await search('');
  await index.settled();
  await writeFile(a, build(900, 'two'));
  assert.deepEqual([(await search('one'))[0], (await search('two'))[0]], [0, 900]);
});

test('a last line that is torn is read again when it is complete', async (context) => {
  const { a, search, index } = await arrange(context);
  const [one, two] = [lines(buildRecord(1)), lines(buildRecord(2))];
  await writeFile(a, one + two.slice(0, 60));
  assert.deepEqual(await search(''), [1, 'task-1']);
  await index.settled();
  await appendFile(a, two.slice(60, -1));
  assert.deepEqual(await search(''), [2, 'task-2', 'task-1']);
});

test('a file that was changed, replaced or removed is read again', async (context) => {
  const { a, search, index, folder } = await arrange(context);
  await writeFile(a, lines(buildRecord(1), buildRecord(2)));
  await search('');
  await index.settled();
  await writeFile(a, lines(buildRecord(3), buildRecord(4)));
  await utimes(a, 1, 1);
  assert.deepEqual(await search(''), [2, 'task-4', 'task-3']);
  await writeFile(join(folder, 'other'), lines(buildRecord(5), buildRecord(6), buildRecord(7)));
  await rename(join(folder, 'other'), a);
  assert.deepEqual(await search(''), [3, 'task-7', 'task-6', 'task-5']);
  await rm(a);
  assert.deepEqual(await search(''), [0]);
});

test('anything but a regular file has no records', async (context) => {
  const { a, b, search, folder } = await arrange(context);
  const target = join(folder, 'target');
  await writeFile(target, lines(buildRecord(1)));
  await symlink(target, a);
  await symlink('/dev/zero', b);
  assert.deepEqual(await search(''), [0]);
  assert.deepEqual(await search('take'), [0]);
});

test('the marks are those of the job file', async (context) => {
  const { a, b, search } = await arrange(context);
  await writeFile(a, lines(buildRecord(1, { artifacts: [buildArtifact('a1')] }), buildRecord(2)));
  await writeFile(b, lines(buildRecord(3, { artifacts: [buildArtifact('a1')] })));
  assert.deepEqual(await search('mark:star'), [1, 'task-1']);
  assert.deepEqual(await search('take mark:star'), [1, 'task-1']);
});

test('a task is listed once, with its last record', async (context) => {
  const { a, search } = await arrange(context);
  const early = buildRecord(1, { status: 'unsaved' });
  await writeFile(a, lines(early, { ...buildRecord(2), task_id: early.task_id }));
  assert.deepEqual(await search(''), [2, 'task-1']);
});

test('a search that is aborted rejects, and the next one is not affected', async (context) => {
  const { a, search } = await arrange(context);
  await writeFile(a, lines(buildRecord(1)));
  const abort = new AbortController();
  const aborted = search('take', { signal: abort.signal });
  abort.abort();
  await assert.rejects(aborted, { name: 'AbortError' });
  assert.deepEqual(await search('take'), [1, 'task-1']);
});

test('a search that is aborted while its records are read rejects, and leaves the threads to the next one', async (context) => {
  const abort = new AbortController();
  const open: typeof nodeFileSystem.open = (...args) => {
    abort.abort();
    return nodeFileSystem.open(...args);
  };
  const { a, jobs, search, index } = await arrange(context, { ...nodeFileSystem, open });
  await writeFile(a, lines(buildRecord(1)));
  await assert.rejects(search('take', { signal: abort.signal }), { name: 'AbortError' });
  jobs();
  await index.settled();
  assert.deepEqual(jobs(), []);
});

test('the threads find the same', async (context) => {
  const folder = await makeTempFolder(context);
  const path = join(folder, 'a.gen.runs.jsonl');
  await writeFile(path, lines(buildRecord(1), buildRecord(2)));
  const ports = {
    files: nodeFileSystem,
    readMarks: async () => new Map(),
    clock: systemClock,
    log: { warn: assert.fail },
  };
  const index = createRunsIndex(ports);
  context.after(() => index.dispose());
  const find = async (text: string) =>
    index.search({ runsFiles: [path], terms: parseSearch(text).terms, limit: 10 }, new AbortController().signal);
  const totals = [(await find('take')).total];
  await index.settled();
  totals.push((await find('2')).total, (await find('')).total);
  assert.deepEqual(totals, [2, 1, 2]);
});
