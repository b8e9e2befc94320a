import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { JournalRecord, TaskChange } from '../../../../src/core/task/model/taskEvent.ts';
import { parseJournalLine, writeJournalLine } from '../../../../src/storage/journal/journalLines.ts';
import { arrangeJournals, every, project } from '../../../fakes/tasks/journalBench.ts';
import { planned, record, writeOldLine } from '../../../fakes/tasks/journalRecords.ts';
import { createFakeProcesses, identityOf, unknownIdentity } from '../../../fakes/disk/processes.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

async function arrange(context: TestContext) {
  const journals = await arrangeJournals(context);
  return { ...journals, journal: journals.create() };
}

const stopped = (task: string): JournalRecord => record(task, 'stopped');
const lines = (...records: readonly JournalRecord[]): string =>
  records.map((each) => `${writeOldLine(each)}\n`).join('');

test('nothing is created before the first record', async (context) => {
  const { folder, journal } = await arrange(context);
  await rm(folder, { recursive: true });

  const adopted = await journal.adopt(every);

  assert.deepEqual([adopted, await readdir(join(folder, '..'))], [[], []]);
});

/** A new kind that cannot be read back would be treated as one of a later version. */
type ChangesOfAllKinds = {
  readonly [Kind in Exclude<TaskChange['kind'], 'polled' | 'waiting' | 'streamed'>]: Extract<
    TaskChange,
    { readonly kind: Kind }
  >;
};

test('records of all kinds are read as they were written', async (context) => {
  const { folder, names, journal, create } = await arrange(context);
  const error = { code: 'gateway-error', message: 'oops', httpStatus: 500 } as const;
  const artifact = {
    path: 'a',
    sha256: 'b',
    bytes: 1,
    mediaType: 'c',
    width: null,
    height: null,
    seconds: 1,
    title: null,
    lyrics: 'd',
  };
  const input = { path: 'in.png', sha256: 'c' };
  const results = [
    { source: { kind: 'url', url: 'https://x.example/a' }, title: null, lyrics: null },
    { source: { kind: 'spooled', name: 's', mediaType: null }, title: 't', lyrics: 'l' },
  ] as const;
  const changes: ChangesOfAllKinds = {
    filled: { kind: 'filled', request: buildRequest(), uploads: [input] },
    sending: { kind: 'sending', attempt: 1, isSandbox: true, balance: { usd: 1.5, at: 2 } },
    postponed: { kind: 'postponed', error, mayBeCharged: true },
    'late-response': { kind: 'late-response' },
    kept: { kind: 'kept', offset: 3, text: 'la' },
    accepted: { kind: 'accepted', taskId: 't1', statusWord: null },
    finished: { kind: 'finished', statusWord: 'done', amountUsd: null, results, text: 'words', tookMs: 5 },
    measuring: { kind: 'measuring', piece: '0' },
    placing: { kind: 'placing', piece: '0', artifact },
    unsaved: { kind: 'unsaved', artifacts: [], error },
    'saving-again': { kind: 'saving-again' },
    saved: { kind: 'saved', artifacts: [artifact] },
    failed: { kind: 'failed', error, statusWord: null, amountUsd: 0.1, text: 'half' },
    unconfirmed: { kind: 'unconfirmed', error, text: 'half' },
    'balance-read': { kind: 'balance-read', balance: { usd: 1, at: 3 } },
    lost: { kind: 'lost', error },
    stopped: { kind: 'stopped', error: { code: 'not-sent', message: '' } },
    skipped: { kind: 'skipped', error },
    resumed: { kind: 'resumed' },
    resubmitted: { kind: 'resubmitted' },
    dismissed: { kind: 'dismissed' },
    recorded: { kind: 'recorded' },
    unlisted: { kind: 'unlisted' },
    moved: { kind: 'moved', jobFile: '/w/cover.gen.yaml', boundary: '/w', isFlat: true },
  };
  const records: JournalRecord[] = [
    planned('x'),
    ...Object.values(changes).map((change): JournalRecord => ({ v: 1, task: 'x', at: 3, ...change })),
  ];

  await journal.append(records);
  await create().adopt(every);
  const [name = ''] = await names();
  const text = await readFile(join(folder, name), 'utf8');

  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map(parseJournalLine)
      .map((line) => (line.kind === 'record' ? line.record : null)),
    records,
  );
});

test('adopted tasks are in the file of the adopter, and the old file is gone', async (context) => {
  const { folder, journal, create, names } = await arrange(context);
  await journal.append([planned('x')]);
  const [before] = await names();

  const next = create();
  await next.adopt(every);
  const after = await names();

  assert.equal(after.length, 1);
  assert.notEqual(after[0], before);
  assert.equal(await readFile(join(folder, after[0] ?? ''), 'utf8'), `${writeJournalLine(planned('x')).text}\n`);
});

test('tasks of other folders are kept for the window that opens them', async (context) => {
  const { folder, create, journal } = await arrange(context);
  await journal.append([planned('x', '/a/1.gen.yaml'), planned('y', '/b/1.gen.yaml'), stopped('x'), stopped('y')]);

  const first = await create().adopt((jobFile) => jobFile.startsWith('/a/'));
  const unowned = (await readdir(folder)).filter((name) => name.startsWith('journal-nobody-'));
  const second = await create().adopt((jobFile) => jobFile.startsWith('/b/'));

  assert.deepEqual([project(first), unowned.length, project(second)], [['x stopped'], 1, ['y stopped']]);
});

test('if a crash during an adoption leaves a task in two files, the one that continued is used', async (context) => {
  const { folder, journal, create } = await arrange(context);
  await journal.append([planned('x'), stopped('x')]);
  await writeFile(join(folder, `journal-${identityOf()}-0b.jsonl`), lines(planned('x')));

  assert.deepEqual(project(await create().adopt(every)), ['x stopped']);
});

test('a damaged line is reported, isolated and kept', async (context) => {
  const { folder, warnings, journal, create, names } = await arrange(context);
  await journal.append([planned('x')]);
  await writeFile(
    join(folder, `journal-${identityOf()}-0c.jsonl`),
    `${lines(planned('y'))}#broken#\n${lines(stopped('y'))}{"torn`,
  );

  const content = project(await create().adopt(every));

  assert.deepEqual(content.toSorted(), ['x planned', 'y stopped ?']);
  assert.deepEqual([(await names()).filter((name) => name.startsWith('damaged-')).length, warnings.length], [1, 1]);
});

test('journals of living processes are read, and not changed', async (context) => {
  const { create, names } = await arrange(context);
  const alive = new Map([[7, 's7']]);
  const journal = create(createFakeProcesses({ alive }));
  await journal.append([planned('own')]);
  await create(createFakeProcesses({ alive, pid: 7, start: 's7' })).append([planned('x')]);
  const before = await names();

  const adopted = await journal.adopt(every);
  const foreign = await journal.readForeign();

  assert.deepEqual([adopted, foreign.map(({ entry: { task } }) => task.id), await names()], [[], ['x'], before]);
});

test('records written at the same time are all there, in order', async (context) => {
  const { journal, create } = await arrange(context);

  await Promise.all([journal.append([planned('x')]), journal.append([stopped('x')]), journal.append([planned('y')])]);

  assert.deepEqual(project(await create().adopt(every)), ['x stopped', 'y planned']);
});

test('a journal of another machine is read and never adopted', async (context) => {
  const { folder, journal, create, names } = await arrange(context);
  await journal.append([planned('x')]);
  const elsewhere = `journal-${unknownIdentity}-0e.jsonl`;
  await writeFile(join(folder, elsewhere), lines(planned('y')));
  const next = create();

  const adopted = await next.adopt(every);
  const foreign = await next.readForeign();

  assert.deepEqual(
    [project(adopted), foreign.map(({ entry: { task } }) => task.id), (await names()).includes(elsewhere)],
    [['x planned'], ['y'], true],
  );
});

// On other systems the start of another process is unknown.
const isStartKnown = process.platform === 'linux';

test('a process with the id of an ended one does not keep its journal', { skip: !isStartKnown }, async (context) => {
  const { folder, journal, create } = await arrange(context);
  await journal.append([planned('x')]);
  await writeFile(join(folder, `journal-${identityOf({ pid: process.ppid })}-0f.jsonl`), lines(planned('y')));

  assert.deepEqual(project(await create().adopt(every)).toSorted(), ['x planned', 'y planned']);
});

test('a journal that cannot be read is reported once, hides no tasks, and prevents no other adoption', async (context) => {
  const { folder, warnings, journal, create } = await arrange(context);
  await journal.append([planned('x')]);
  await mkdir(join(folder, `journal-${identityOf()}-2a.jsonl`));
  const next = create();

  const adopted = await next.adopt(every);

  await assert.rejects(next.readForeign());
  assert.deepEqual([project(adopted), warnings.length], [['x planned'], 1]);
});

test('a folder that was removed meanwhile is created again', async (context) => {
  const { folder, journal, create } = await arrange(context);
  await journal.append([planned('x')]);
  await rm(folder, { recursive: true });

  await journal.append([planned('y')]);

  const adopted = project(await create().adopt(every));
  assert.deepEqual(adopted.toSorted(), ['x stopped', 'y planned']);
});
