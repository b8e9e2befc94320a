import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { TaskLostError } from '../../../../src/core/task/journalPort.ts';
import type { JournalRecord, TaskChange } from '../../../../src/core/task/model/taskEvent.ts';
import { nodeFileSystem } from '../../../../src/node/files/fileSystem.ts';
import { writeJournalLine } from '../../../../src/storage/journal/journalLines.ts';
import { createLateResponses } from '../../../../src/storage/journal/lateResponses.ts';
import { arrangeJournals, every, lineOf, project } from '../../../fakes/tasks/journalBench.ts';
import { planned } from '../../../fakes/tasks/journalRecords.ts';

const of = (task: string, change: TaskChange): JournalRecord => ({ v: 1, task, at: 0, ...change });
const sending = of('x', { kind: 'sending', attempt: 1, isSandbox: false });
const kept = of('x', { kind: 'kept', offset: 0, text: 'Once' });
const accepted = of('x', { kind: 'accepted', taskId: 't1', statusWord: null });
const error = { code: 'no-answer', message: '' } as const;
const unconfirmed = of('x', { kind: 'unconfirmed', error });

async function arrange(context: TestContext, files = nodeFileSystem) {
  const journals = await arrangeJournals(context);
  const { folder, time, warnings } = journals;
  const late = createLateResponses({
    folder,
    files,
    owner: 'self',
    monotonicMs: () => time.monotonicMs,
    log: { warn: (line) => void warnings.push(line) },
  });
  return {
    ...journals,
    late,
    lose: (records: readonly JournalRecord[], writtenLines: number) =>
      late.lose([{ id: 'x', lines: records.map(lineOf), writtenLines }]),
    found: async () => (await late.read()).map(({ records }) => records.map(({ kind }) => kind).join(' ')),
  };
}

test('a response is kept if it is not in the adopted journal, and awaited while its request is being sent', async (context) => {
  const cases: readonly (readonly [JournalRecord[], number])[] = [
    [[planned('x'), sending, accepted], 3],
    [[planned('x'), sending, accepted], 2],
    [[planned('x'), sending, kept], 3],
    [[planned('x'), sending], 1],
    [[planned('x'), sending, unconfirmed], 2],
    [[planned('x'), sending, of('x', { kind: 'postponed', error, mayBeCharged: false })], 3],
    [[planned('x')], 1],
  ];
  const seen: unknown[] = [];
  for (const [records, writtenLines] of cases) {
    const { late, lose, found } = await arrange(context);
    await lose(records, writtenLines);
    seen.push([await found(), late.isAwaited('x')]);
  }

  assert.deepEqual(seen, [
    [[], false],
    [['planned sending accepted'], false],
    [[], true],
    [[], false],
    [[], false],
    [[], false],
    [[], false],
  ]);
});

test('of the records about an awaited request only its response is kept, once', async (context) => {
  const { late, lose, found } = await arrange(context);
  await lose([planned('x'), sending], 2);

  for (const record of [accepted, accepted]) await late.add([writeJournalLine(record)]);
  await lose([planned('x'), sending], 2);
  await late.add([writeJournalLine(unconfirmed)]);

  assert.deepEqual([await found(), late.isAwaited('x')], [['planned sending accepted'], false]);
});

test('a process does not adopt a task again before the response to its own request has arrived', async (context) => {
  const { create, leave } = await arrangeJournals(context);
  const [sleeper, other] = [create(), create()];
  await sleeper.append([planned('x')]);
  await sleeper.append([sending]);
  await other.adopt(every);
  await sleeper.confirm();
  other.dispose();
  await leave([lineOf(planned('y'))]);

  const adopted = [project(await sleeper.adopt(every))];
  await assert.rejects(sleeper.append([accepted]), TaskLostError);
  adopted.push(project(await sleeper.adopt(every)));

  assert.deepEqual([adopted, (await sleeper.readLate()).length], [[['y planned'], ['x sending']], 1]);
});

test('a response that the disk does not accept is written when it does', async (context) => {
  let isFull = true;
  const open: typeof nodeFileSystem.open = (...args) =>
    isFull ? Promise.reject(new Error('no space left')) : nodeFileSystem.open(...args);
  const { late, lose, found, warnings } = await arrange(context, { ...nodeFileSystem, open });

  await lose([planned('x'), sending, accepted], 2);
  const whileFull = [await found(), warnings.length];
  isFull = false;
  await late.flush();
  await late.flush();

  assert.deepEqual([whileFull, await found()], [[[], 1], ['planned sending accepted']]);
});

test('a file that is not one whole task with a response is reported once and kept', async (context) => {
  const { folder, late, found, warnings } = await arrange(context);
  const whole = [planned('x'), sending, accepted].map(lineOf);
  const texts = [
    whole.map((line, at) => (at === 1 ? line.replace('"attempt":1', '"attempt":2') : line)),
    [...whole, lineOf(of('y', { kind: 'resumed' }))],
    whole.slice(0, 2),
    whole.slice(1),
    ['{"v":2}'],
    [],
    // White space counts towards the size.
    [...whole, ' '.repeat(65 * 1024 * 1024)],
  ];
  for (const [at, lines] of texts.entries()) await writeFile(join(folder, `late-self-0${at}.jsonl`), lines.join('\n'));

  assert.deepEqual([await found(), await found(), warnings.length], [[], [], texts.length]);
  await late.release(() => Promise.resolve(new Set()));
  assert.equal((await readdir(folder)).length, texts.length);
});

test('a response whose task is unknown to all processes for a while is adopted with its task', async (context) => {
  const { create, time, late, lose } = await arrange(context);
  await lose([planned('x'), sending, accepted], 2);
  const journal = create();

  const adopted = [project(await journal.adopt(every))];
  time.monotonicMs += 21_000;
  adopted.push(project(await journal.adopt(every)));

  assert.deepEqual([adopted, await late.read()], [[[], ['x pending']], []]);
});

test('a response waits as long as another process has its task', async (context) => {
  const { create, time, lose, leave } = await arrange(context);
  await lose([planned('x'), sending, accepted], 2);
  await leave([planned('x'), sending, unconfirmed].map(lineOf), { identity: '00000000.b1.t1.1.1' });
  const journal = create();

  const adopted: unknown[] = [];
  for (let look = 0; look < 3; look += 1) {
    adopted.push(await journal.adopt(every), await journal.readLate());
    time.monotonicMs += 30_000;
  }
  for (let look = 0; look < 3; look += 1) {
    await journal.adopt(every);
    time.monotonicMs += 60_000;
  }

  assert.deepEqual(adopted.flat(), []);
  assert.deepEqual(
    (await journal.readLate()).map(({ records }) => records.at(-1)?.kind),
    ['accepted'],
    'the process that adopts the task finds it',
  );
});

test('a response waits while the process that has its task is unknown, and prevents no adoption of other tasks', async (context) => {
  const { create, time, lose, leave, folder } = await arrange(context);
  await lose([planned('x'), sending, accepted], 2);
  await leave([lineOf(planned('y'))]);
  await mkdir(join(folder, 'journal-00000000.b1.t1.1.1-0b.jsonl'));
  const journal = create();
  const adopted: (readonly string[])[] = [];

  for (let look = 0; look < 3; look += 1) {
    adopted.push(project(await journal.adopt(every)));
    time.monotonicMs += 21_000;
  }

  assert.deepEqual(adopted, [['y planned'], [], []]);
});

test('a response is what ends a request or contains something, and nothing else', async (context) => {
  const failed = of('x', { kind: 'failed', error, statusWord: null, amountUsd: null });
  const finished = of('x', { kind: 'finished', statusWord: null, amountUsd: null, results: [] });
  const withText = (text: string) => of('x', { kind: 'unconfirmed', error, text });
  const rest = [
    of('x', { kind: 'lost', error }),
    of('x', { kind: 'stopped', error }),
    of('x', { kind: 'postponed', error, mayBeCharged: true }),
  ];
  const seen: unknown[] = [];
  for (const record of [accepted, finished, failed, withText('said'), withText(''), unconfirmed, ...rest]) {
    const { late, lose, found } = await arrange(context);
    await lose([planned('x'), sending], 2);
    await late.add([writeJournalLine(record)]);
    seen.push((await found()).map((kinds) => kinds.split(' ').at(-1)));
  }

  assert.deepEqual(seen, [['accepted'], ['finished'], ['failed'], ['unconfirmed'], [], [], [], [], []]);
});

test('only the response to the last request counts', async (context) => {
  const { late, lose, found } = await arrange(context);
  const again = of('x', { kind: 'sending', attempt: 2, isSandbox: false });

  await lose([planned('x'), sending, accepted, again], 4);

  assert.deepEqual([await found(), late.isAwaited('x')], [[], true]);
});

const rows: readonly (readonly [
  what: string,
  looks: readonly (readonly [atMs: number, known: string[] | null, left: number])[],
])[] = [
  [
    'is released when its task has been unknown for exactly one beat',
    [
      [0, [], 1],
      [19_999, [], 1],
      [20_000, [], 0],
    ],
  ],
  [
    'counts the time from when its task was known last',
    [
      [0, [], 1],
      [15_000, ['x'], 1],
      [30_000, [], 1],
      [45_000, [], 1],
    ],
  ],
  [
    'stays while the journals cannot be read',
    [
      [60_000, null, 1],
      [120_000, null, 1],
      [180_000, null, 1],
    ],
  ],
];
for (const [what, looks] of rows) {
  test(`a response ${what}`, async (context) => {
    const { time, late, lose, found } = await arrange(context);
    await lose([planned('x'), sending, accepted], 2);
    const left: number[] = [];
    for (const [atMs, known] of looks) {
      time.monotonicMs = atMs;
      await late.release(async () => {
        if (known === null) throw new Error('unreadable');
        return new Set(known);
      });
      left.push((await found()).length);
    }

    assert.deepEqual(
      left,
      looks.map(([, , count]) => count),
    );
  });
}
