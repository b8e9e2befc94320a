import assert from 'node:assert/strict';
import { appendFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { noMark, type Mark } from '../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../src/core/artifact/runsRecord.ts';
import { parseSearch } from '../../../src/core/artifact/search/parseSearch.ts';
import { findNeedle, mapRecordFacts, matchesTerms } from '../../../src/core/artifact/search/searchFacts.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createRunsFile } from '../../../src/storage/runsFile.ts';
import { searchRuns } from '../../../src/storage/searchRuns.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';
import { buildArtifact, buildRecord } from '../../fakes/tasks/runsRecords.ts';
import * as fc from '../../support/fastCheck.ts';

const star: Mark = { ...noMark, mark: 'star' };

async function arrange(context: TestContext) {
  const folder = await makeTempFolder(context);
  const runsFile = createRunsFile({ files: nodeFileSystem, processes: nodeProcesses });
  const jobFiles = ['a', 'b'].map((name) => join(folder, `${name}.gen.yaml`));
  const readMarks = async (jobFile: string): Promise<ReadonlyMap<string, Mark>> =>
    new Map(jobFile === jobFiles[0] ? [[buildArtifact('a1').sha256, star]] : []);
  return {
    folder,
    a: join(folder, 'a.gen.runs.jsonl'),
    b: join(folder, 'b.gen.runs.jsonl'),
    scan: (needle: string) => runsFile.scan(jobFiles[0] ?? '', needle),
    search: async (text: string, { limit = 10, signal = new AbortController().signal } = {}) => {
      const { terms } = parseSearch(text);
      const { records, total } = await searchRuns({ jobFiles, terms, limit }, { ...runsFile, readMarks }, signal);
      return [total, ...records.map(({ record }) => record.task_id)];
    },
  };
}

const lines = (...records: readonly RunsRecord[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

test('results of all files are listed newest first, up to a limit, with the count of all', async (context) => {
  const { a, b, search } = await arrange(context);
  await writeFile(a, lines(buildRecord(1), buildRecord(5), buildRecord(3)));
  await writeFile(b, lines(buildRecord(4), buildRecord(2)));
  const newest = [5, 'task-5', 'task-4', 'task-3'];
  assert.deepEqual(await search('take', { limit: 3 }), newest);
  assert.deepEqual(await search('', { limit: 3 }), newest);
});

test('results of one moment are in the order of their job files', async () => {
  const jobFiles = ['/w/d10', '/w/d9', '/w/d1'].map((path) => `${path}.gen.yaml`);
  const read = async (): Promise<readonly RunsRecord[]> => [buildRecord(1)];
  const ports = { read, scan: read, readMarks: async () => new Map<string, Mark>() };
  const { signal } = new AbortController();
  const { records } = await searchRuns({ jobFiles, terms: [], limit: 2 }, ports, signal);
  assert.deepEqual(
    records.map(({ jobFile }) => jobFile),
    ['/w/d1.gen.yaml', '/w/d9.gen.yaml'],
  );
});

test('results that were added since the last search are found, and those of a removed file are not', async (context) => {
  const { a, search } = await arrange(context);
  await writeFile(a, lines(buildRecord(1)));
  for (const text of ['take', '']) assert.deepEqual(await search(text), [1, 'task-1']);
  await appendFile(a, lines(buildRecord(2)));
  for (const text of ['take', '']) assert.deepEqual(await search(text), [2, 'task-2', 'task-1']);
  await rm(a);
  for (const text of ['take', '']) assert.deepEqual(await search(text), [0]);
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

test('a task is listed once, with its last record, and a request without a task each time', async (context) => {
  const { a, search } = await arrange(context);
  const early = buildRecord(1, { status: 'unsaved' });
  const unsent = [3, 4].map((number) => buildRecord(number, { task_id: null }));
  await writeFile(a, lines(early, { ...buildRecord(2), task_id: early.task_id }, ...unsent));
  assert.deepEqual(await search(''), [4, null, null, 'task-1']);
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

test('lines of more than 8 MiB are passed over', async (context) => {
  const { a, search } = await arrange(context);
  const mostBytes = 8 * 1024 * 1024;
  const long = JSON.stringify(buildRecord(2, { title: ' '.repeat(2 * mostBytes) }));
  await writeFile(a, `${lines(buildRecord(1))}${long}\n${lines(buildRecord(3))}`);
  assert.deepEqual(await search('take'), [2, 'task-3', 'task-1']);
});

const words = ['Light', 'lighthouse', 'house', 'e', 'Éclair', '灯塔', '2K', 'm', 'a "quote"', 'two\nlines', ''];
const hashes = ['a1', 'b2', 'c3'];
const marks = new Map<string, Mark>([
  [buildArtifact('a1').sha256, { ...star, rating: 5 }],
  [buildArtifact('b2').sha256, { ...noMark, mark: 'reject' }],
]);
const records = fc.array(
  fc
    .record({
      words: fc.array(fc.constantFrom(...words), { maxLength: 4 }),
      model: fc.constantFrom('seedream', 'gpt-image-2', null),
      job: fc.constantFrom('door', 'm', 'big tree', null),
      seed: fc.constantFrom(1, 42, null),
      amount_usd: fc.constantFrom(0, 0.04, 1, null),
      status: fc.constantFrom('saved', 'failed'),
      artifacts: fc.subarray(hashes),
    })
    .map(({ words: said, seed, artifacts, ...each }) => ({
      ...each,
      request: { prompt: said.join(' '), seed },
      artifacts: artifacts.map(buildArtifact),
    })),
  { maxLength: 8 },
);
const filters =
  'model:seed model:m job:m job:tree seed:42 seed:4 status:saved mark:star mark:none rating:>=4 rating:0 cost:>0.01 ' +
  'cost:0 date:2026 before:2026 -light -mark:reject -seed:1';
const query = fc.array(fc.constantFrom(...words.filter(Boolean), ...filters.split(' ')), { maxLength: 3 });

test('a scan finds the same records as a comparison of each record', async (context) => {
  const { a, scan } = await arrange(context);
  await fc.assert(
    fc.asyncProperty(records, query, async (changes, typed) => {
      const all = changes.map((change, number) => buildRecord(number + 1, change));
      const { terms } = parseSearch(typed.join(' '));
      const needle = findNeedle(terms);
      if (needle === null) return;
      const list = (given: readonly RunsRecord[]) =>
        given.filter((each) => matchesTerms(mapRecordFacts(each, marks), terms)).map(({ index }) => index);
      await writeFile(a, all.flatMap((each) => [JSON.stringify(each), 'no record', '']).join('\n'));

      assert.deepEqual(list(await scan(needle)), list(all));
    }),
    { numRuns: 100 },
  );
});
