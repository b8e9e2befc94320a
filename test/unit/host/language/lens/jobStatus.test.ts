import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import { buildRequest, buildTask } from '../../fakes/builders.ts';

await import('../../fakes/fakeVscode.ts');
const { describeStatus, findStatuses, findStoppable } =
  await import('../../../../../src/host/language/lens/jobStatus.ts');

const failure = { code: 'task-failed', message: 'The prompt was refused.' } as const;

/** Builds tasks, newest first, each with a different combination. */
function buildTasks(...list: readonly Partial<Task>[]): readonly Task[] {
  return list.map((over, at) =>
    buildTask({ id: `task-${at}`, request: buildRequest({ index: at + 1, fingerprint: `${at}` }), ...over }),
  );
}

function wordsOf(tasks: readonly Task[]): readonly (readonly [job: string | null, text: string])[] {
  const now = 72_000;
  return [...findStatuses(tasks)].map(([job, status]) => [job, describeStatus(status, now).text]);
}

test('a run in progress is described by its progress and the time since its first request', () => {
  const many = buildTasks(
    { state: 'planned', createdAt: 2_000 },
    { state: 'running', createdAt: 2_000, submittedAt: 4_000 },
    { state: 'failed', error: failure },
    { state: 'saved', createdAt: 2_000, submittedAt: 2_000 },
  ).map((task) => ({ ...task, createdAt: 2_000 }));
  const texts = [
    many,
    buildTasks({ state: 'running', progress: 0.455, submittedAt: 60_000 }),
    buildTasks({ state: 'planned', createdAt: 70_000 }),
    buildTasks({ state: 'pending', createdAt: 70_000, error: { code: 'gateway-unreachable', message: '' } }),
  ].map((tasks) => wordsOf(tasks)[0]?.[1]);
  assert.deepEqual(texts, [
    '1/4 · 1 failed · 1 running · 1:10 min',
    'running · 46 % · 12 s',
    'waiting · 2 s',
    'reconnecting · 2 s',
  ]);
});

test('a run that has ended is described by what was made and what it cost, play money excepted', () => {
  const saved = { state: 'saved', amountUsd: 0.04 } as const;
  const texts = [
    buildTasks(saved, saved, saved),
    buildTasks(saved, { ...saved, amountUsd: null }),
    buildTasks({ ...saved, isSandbox: true }, { ...saved, isSandbox: true }),
    buildTasks(saved, { state: 'skipped' }),
    buildTasks({ state: 'skipped' }),
  ].map((tasks) => wordsOf(tasks)[0]?.[1]);
  assert.deepEqual(texts, ['3 saved, $0.12', '2 saved, $0.04', '2 saved', '1 saved, 1 skipped, $0.04', 'skipped']);
});

test('a run that needs attention is described by its cause, which is short in the lens and whole in the tooltip', () => {
  const held = { code: 'not-sent', message: '' } as const;
  const long = { code: 'task-failed', message: 'a '.repeat(50).trim() } as const;
  const texts = [
    buildTasks({ state: 'stopped', error: held }, { state: 'failed', error: failure }, { state: 'saved' }),
    buildTasks({ state: 'failed', error: failure }),
    buildTasks({ state: 'failed', error: failure, amountUsd: 0.04 }),
    buildTasks({ state: 'failed', error: long }),
  ];
  const statuses = texts.flatMap((tasks) => [...findStatuses(tasks).values()]);
  const found = statuses.map((status) => describeStatus(status, 0));
  assert.deepEqual(
    found.map(({ text }) => text),
    [
      '1 saved, 2 need attention: The prompt was refused.',
      'failed: The prompt was refused.',
      'failed, $0.04: The prompt was refused.',
      `failed: ${long.message.slice(0, 40)}…`,
    ],
  );
  assert.equal(found[3]?.tooltip, `failed: ${long.message}`);
  assert.deepEqual(
    statuses.map(({ cause }) => cause?.id),
    ['task-1', 'task-0', 'task-0', 'task-0'],
  );
});

test('only the newest run of each job counts, and a failure that it has fixed is none', () => {
  const request = buildRequest({ job: 'door' });
  const texts = wordsOf([
    buildTask({ id: '4', run: 'run-2', state: 'saved', createdAt: 2, request }),
    buildTask({ id: '3', run: 'run-2', state: 'failed', error: failure, createdAt: 1, request }),
    buildTask({ id: '2', run: 'run-1', state: 'failed', error: failure, request }),
    buildTask({ id: '1', run: 'run-1', state: 'saved', amountUsd: 0.04 }),
  ]);
  assert.deepEqual(texts, [
    ['door', '1 saved'],
    [null, '1 saved, $0.04'],
  ]);
});

test('a run can be stopped if this window has one of its requests', () => {
  const runs = [
    buildTasks({ state: 'running' }),
    buildTasks({ state: 'running', holder: 'alive' }),
    buildTasks({ state: 'saved' }),
  ];
  const found = runs.flatMap((tasks) => [...findStatuses(tasks).values()].map(findStoppable));
  assert.deepEqual(found, ['run-1', null, null]);
});
