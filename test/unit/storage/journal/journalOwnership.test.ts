import assert from 'node:assert/strict';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TaskLostError } from '../../../../src/core/task/journalPort.ts';
import { arrangeJournals, every, lineOf, project } from '../../../fakes/tasks/journalBench.ts';
import type { JournalRecord } from '../../../../src/core/task/model/taskEvent.ts';
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

test('a task that its former process would send is left to the user after another process has removed it', async (context) => {
  const { create } = await arrangeJournals(context);
  const sending = (task: string): JournalRecord => ({
    v: 1,
    task,
    at: 2,
    kind: 'sending',
    attempt: 1,
    isSandbox: false,
  });
  const accepted = { v: 1, task: 'accepted', at: 3, kind: 'accepted', taskId: 't1', statusWord: null } as const;
  const ids = ['waits', 'begins', 'sending', 'accepted', 'stopped'];
  const sleeper = create();
  await sleeper.append(ids.map((id) => planned(id)));
  await sleeper.append([sending('sending'), sending('accepted'), accepted, record('stopped', 'stopped')]);
  const lost: string[] = [];
  sleeper.onDidLose((tasks) => lost.push(...tasks));
  const other = create();
  await other.adopt(every);
  await other.append(ids.map((id) => record(id, 'removed')));

  const begins = sleeper.append([sending('begins')]);
  await Promise.all([assert.rejects(begins, TaskLostError), sleeper.append([planned('new')])]);

  const left = project(await create(createFakeProcesses()).adopt(every));
  assert.deepEqual(
    [lost.toSorted(), left.toSorted()],
    [
      ['begins', 'sending', 'waits'],
      ['begins stopped', 'sending sending', 'waits stopped'],
    ],
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
