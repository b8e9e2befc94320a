import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { RunsRecord } from '../../../src/core/artifact/runsRecord.ts';
import { nodeFileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { createRunsFile } from '../../../src/storage/runsFile.ts';
import { makeTempFolder } from '../../fakes/disk/tempFolder.ts';

const hash = 'a'.repeat(64);

const record: RunsRecord = {
  v: 1,
  at: '2026-01-01T00:00:00.000Z',
  run: 'r',
  job: null,
  index: 1,
  axes: { size: '2K', seed: 9007199254740993n },
  fingerprint: 'f',
  profile: 'studio',
  model: 'm',
  endpoint: '/v1/images/generations',
  task_id: 't1',
  status: 'saved',
  amount_usd: 0.04,
  request: { prompt: 'A cat', seed: 9007199254740993n },
  inputs: [],
  artifacts: [
    { path: 'hero.png', sha256: hash, bytes: 1, media_type: 'image/png', width: 1, height: 1, seconds: null },
  ],
  title: null,
  lyrics: null,
  text: null,
  error: null,
};

async function arrange(context: TestContext, text?: string) {
  const boundary = await makeTempFolder(context);
  const jobFile = join(boundary, 'hero.gen.yaml');
  const path = join(boundary, 'hero.gen.runs.jsonl');
  if (text !== undefined) await writeFile(path, text);
  const runsFile = createRunsFile({ files: nodeFileSystem, processes: nodeProcesses });
  return {
    boundary,
    path,
    append: (changes: Partial<RunsRecord> = {}) => runsFile.append({ ...record, ...changes }, { jobFile, boundary }),
    readIds: async () => (await runsFile.read(jobFile)).map(({ task_id }) => task_id),
    read: () => runsFile.read(jobFile),
    text: () => readFile(path, 'utf8'),
  };
}

const line = (id: string): string => `${JSON.stringify({ v: 1, at: record.at, task_id: id, status: 'saved' })}\n`;

test('a record is read as it was written, with all digits', async (context) => {
  const { append, read } = await arrange(context);

  await append();

  assert.deepEqual(await read(), [record]);
});

test('lines that are not records are skipped and kept', async (context) => {
  const text = `<<<<<<< mine\n${line('a')}\r\n{"v":2}\n[]\n${line('b')}`;
  const { append, readIds, text: readText } = await arrange(context, text);

  await append({ task_id: 'c' });

  assert.deepEqual([await readIds(), (await readText()).startsWith(text)], [['a', 'b', 'c'], true]);
});

test('a record without the fields of later versions is read anyway', async (context) => {
  const { read } = await arrange(context, line('a'));

  const [found] = await read();

  const { status, artifacts, request, axes, error } = found ?? {};
  assert.deepEqual(
    { status, artifacts, request, axes, error },
    { status: 'saved', artifacts: [], request: {}, axes: {}, error: null },
  );
});

test('the values of a record are limited', async (context) => {
  const artifact = { path: 'hero.png', sha256: hash, bytes: 1, media_type: 'image/png' };
  const claims: readonly object[] = [
    { amount_usd: -1_000_000 },
    { amount_usd: 'free' },
    { artifacts: [artifact, { ...artifact, path: '/etc/passwd' }, { ...artifact, path: 'C:\\boot.ini' }] },
    {
      artifacts: [
        { ...artifact, sha256: 'a' },
        { ...artifact, bytes: -1, width: -1, media_type: '<b>' },
      ],
    },
    { title: 'x'.repeat(1_000_001), run: 'x'.repeat(5_000), index: 0 },
  ];
  const lines = claims.map((claim) => JSON.stringify({ v: 1, at: record.at, status: 'saved', ...claim }));
  const infinite = lines[0]?.replace('-1000000', '1e999') ?? '';
  const undated = JSON.stringify({ v: 1, at: 'tomorrow', status: 'saved' });
  const { read } = await arrange(context, [...lines, infinite, undated].join('\n'));

  const found = await read();

  assert.deepEqual(
    found.map(({ amount_usd, artifacts, title, run, index }) => [amount_usd, artifacts.length, title, run, index]),
    [
      [null, 0, null, '', 1],
      [null, 0, null, '', 1],
      [null, 1, null, '', 1],
      [null, 1, null, '', 1],
      [null, 0, null, '', 1],
      [null, 0, null, '', 1],
    ],
  );
  const [odd] = found[3]?.artifacts ?? [];
  assert.deepEqual([odd?.bytes, odd?.width, odd?.media_type], [0, null, 'application/octet-stream']);
});
