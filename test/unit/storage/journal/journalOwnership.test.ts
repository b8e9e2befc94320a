import assert from 'node:assert/strict';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TaskLostError } from '../../../../src/core/task/journalPort.ts';
import { arrangeJournals, every, lineOf, project } from '../../../fakes/tasks/journalBench.ts';
import { planned, record } from '../../../fakes/tasks/journalRecords.ts';
import { createFakeProcesses } from '../../../fakes/disk/processes.ts';

/** Identity of another machine, or of this one with another name. */
const elsewhere = '00000000.17.1';
const minuteMs = 60_000;

test('a journal of another machine is adopted when it was not touched for three minutes', async (context) => {
  const { create, leave, time } = await arrangeJournals(context);
  await leave([lineOf(planned('x'))], { identity: elsewhere });
  const journal = create();
  const adopted: (readonly string[])[] = [];

  for (time.monotonicMs = 0; time.monotonicMs <= 3 * minuteMs; time.monotonicMs += minuteMs) {
    adopted.push(project(await journal.adopt(every)));
  }

  assert.deepEqual(adopted, [[], [], [], ['x planned']]);
});

test('a beat of its owner keeps a journal, and so does a sleep of both machines', async (context) => {
  const { folder, create, leave, time } = await arrangeJournals(context);
  const name = await leave([lineOf(planned('x'))], { identity: elsewhere });
  const journal = create();

  await journal.adopt(every);
  time.monotonicMs += 600 * minuteMs;
  const afterSleep = await journal.adopt(every);
  await utimes(join(folder, name), 5, 5);
  time.monotonicMs += 2 * minuteMs;
  const afterBeat = await journal.adopt(every);
  time.monotonicMs += 2 * minuteMs;

  assert.deepEqual([afterSleep, afterBeat, await journal.adopt(every)], [[], [], []]);
});

test('a process that was treated as ended learns that before anything is done for its tasks', async (context) => {
  const { create } = await arrangeJournals(context);
  const sleeper = create();
  await sleeper.append([planned('x'), planned('y', '/other/hero.gen.yaml')]);
  const lost: (readonly string[])[] = [];
  sleeper.onDidLose((tasks) => lost.push(tasks));

  const other = create();
  await other.adopt((jobFile) => jobFile.startsWith('/w/'));

  await assert.rejects(sleeper.append([record('x', 'stopped')]), TaskLostError);
  await sleeper.append([planned('z')]);
  assert.deepEqual(
    [lost, project(await other.adopt((jobFile) => jobFile.startsWith('/other/')))],
    [[['x', 'y']], ['y planned']],
  );
});

test('of concurrent appends only those of adopted tasks are refused', async (context) => {
  const { create } = await arrangeJournals(context);
  const sleeper = create();
  await sleeper.append([planned('x')]);
  await create().adopt(every);

  const outcomes = await Promise.allSettled([
    sleeper.append([record('x', 'stopped')]),
    sleeper.append([planned('new')]),
  ]);

  const next = project(await create().adopt(every));
  assert.deepEqual(
    [outcomes.map(({ status }) => status), next.toSorted()],
    [
      ['rejected', 'fulfilled'],
      ['new planned', 'x planned'],
    ],
  );
});

test('a journal that the user has deleted is written again, with all its tasks', async (context) => {
  const { folder, create, names } = await arrangeJournals(context);
  const journal = create();
  await journal.append([planned('x'), planned('gone'), record('gone', 'removed')]);
  for (const name of await names()) await rm(join(folder, name));

  await journal.append([record('x', 'stopped')]);

  assert.deepEqual(project(await create().adopt(every)), ['x stopped']);
});

test('a process in another process table keeps its tasks as long as it beats, whatever its name and id', async (context) => {
  const { folder, create, names, time } = await arrangeJournals(context);
  // Two containers of one name run on one machine, and each is the first process that it can see.
  const [one, other] = ['t1', 't2'].map((table) => create(createFakeProcesses({ table, alive: new Map([[1, '1']]) })));
  await one?.append([planned('x')]);
  const adopted: (readonly string[])[] = [];

  for (let look = 0; look < 10; look += 1) {
    adopted.push(project((await other?.adopt(every)) ?? []));
    for (const name of await names()) await utimes(join(folder, name), look, look);
    time.monotonicMs += minuteMs;
  }
  for (let look = 0; look < 4; look += 1) {
    adopted.push(project((await other?.adopt(every)) ?? []));
    time.monotonicMs += minuteMs;
  }

  assert.deepEqual(adopted.flat(), ['x planned']);
  assert.deepEqual(adopted.at(-1), ['x planned'], 'only after its lease');
});

test('a journal of an earlier boot is adopted after its owner had time for another beat', async (context) => {
  const { create, leave, folder, time } = await arrangeJournals(context);
  const before = createFakeProcesses({ boot: 'b0' }).self;
  const names = [await leave([lineOf(planned('x'))], { identity: before, random: '0a' })];
  names.push(await leave([lineOf(planned('y'))], { identity: before, random: '0b' }));
  // The machine seems to have started a moment ago, because the clock was set forward, or because two machines have one
  // name.
  const bootedAt = (): number => 1_000_000;
  for (const name of names) await utimes(join(folder, name), 5, 5);
  const journal = create(createFakeProcesses({ bootedAt }));

  const atOnce = await journal.adopt(every);
  await utimes(join(folder, names[0] ?? ''), 6, 6);
  time.monotonicMs += 21_000;
  const afterBeat = await journal.adopt(every);
  await utimes(join(folder, names[0] ?? ''), 2_000, 2_000);
  time.monotonicMs += 21_000;
  await journal.adopt(every);
  time.monotonicMs += 21_000;

  assert.deepEqual(
    [project(atOnce), project(afterBeat), project(await journal.adopt(every))],
    [[], ['y planned'], []],
    'a file that is younger than the boot waits for its lease',
  );
});

test('the known facts about the process that has a task are reported, and no more', async (context) => {
  const { create, leave, folder, time } = await arrangeJournals(context);
  const alive = new Map([[7, '1']]);
  const journal = create(createFakeProcesses({ alive }));
  await create(createFakeProcesses({ alive, pid: 7 })).append([planned('alive')]);
  const identityOf = (facts: Parameters<typeof createFakeProcesses>[0]) => createFakeProcesses(facts).self;
  await leave([lineOf(planned('gone'))], { identity: identityOf({ pid: 9 }), random: '01' });
  await leave([lineOf(planned('of no process'))], { identity: 'nobody', random: '02' });
  const beating = await leave([lineOf(planned('beating'))], { identity: identityOf({ table: 't2' }), random: '03' });
  await leave([lineOf(planned('quiet'))], { identity: identityOf({ table: 't3' }), random: '04' });
  await leave([lineOf(planned('newer')), '{"v":2,"task":"newer"}'], { identity: identityOf({ pid: 9 }), random: '05' });
  const read = async (): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries((await journal.readForeign()).map(({ entry, holder }) => [entry.task.id, holder]));
  const look = () => journal.adopt(() => false);

  await look();
  const first = await read();
  await utimes(join(folder, beating), 5, 5);
  time.monotonicMs += 30_000;
  await look();
  const afterBeat = await read();
  time.monotonicMs += 61_000;
  await look();
  const afterQuiet = await read();

  assert.deepEqual(first, {
    alive: 'alive',
    gone: 'gone',
    'of no process': 'gone',
    beating: 'unknown',
    quiet: 'unknown',
    newer: 'newer',
  });
  assert.deepEqual([afterBeat['beating'], afterBeat['quiet']], ['alive', 'unknown']);
  assert.equal(afterQuiet['beating'], 'unknown');
});
