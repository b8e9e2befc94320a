import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RunsRecord } from '../../../../../src/core/artifact/runsRecord.ts';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import type { RunsFileFailure } from '../../../../../src/core/task/ports.ts';
import { createRecorder } from '../../../../../src/core/task/save/recorder.ts';
import {
  buildSeed,
  createTaskBench,
  sendingChange,
  untilPending,
  untilSaving,
  urlResult,
} from '../../../../fakes/tasks/taskBench.ts';
import { buildServices } from '../../../../fakes/tasks/taskServices.ts';
import { buildArtifact } from '../../../host/fakes/builders.ts';

const keyMissing: TaskChange = {
  kind: 'failed',
  error: { code: 'key-missing', message: '' },
  statusWord: null,
  amountUsd: null,
};

const endings = {
  saved: [
    ...untilSaving([urlResult('https://x.example/a.png?sig=1')]),
    { kind: 'saved', artifacts: [buildArtifact('hero.png')] },
  ],
  unsent: [keyMissing],
  doubtful: [
    sendingChange,
    { kind: 'postponed', error: { code: 'gateway-error', message: '' }, mayBeCharged: true },
    keyMissing,
  ],
  stopped: [{ kind: 'stopped', error: { code: 'not-sent', message: '' } }],
  lost: [...untilPending, { kind: 'lost', error: { code: 'task-unknown', message: 'gone' } }],
  folderGone: [...untilSaving([]), { kind: 'unsaved', artifacts: [], error: { code: 'folder-gone', message: '' } }],
} satisfies Record<string, readonly TaskChange[]>;

/** Arranges a recorder whose runs file fails `failures` times, and whose retries come at once unless they never come. */
function arrange(
  ending: keyof typeof endings,
  { failures = 0, unwritten = 0, lines = [] as readonly RunsRecord[], hasRetries = true } = {},
) {
  const bench = createTaskBench({ changes: endings[ending] });
  const appended: RunsRecord[] = [...lines];
  const blocked: RunsFileFailure[] = [];
  const steps: string[] = [];
  let [failuresLeft, unwrittenLeft] = [failures, unwritten];
  const services = buildServices(bench.services, {
    journal: {
      confirm: () => Promise.resolve((unwrittenLeft -= 1) < 0),
    },
    runsFile: {
      read: () => Promise.resolve(appended),
      sync: () => Promise.resolve(void steps.push('sync')),
      append(record) {
        steps.push('append');
        if ((failuresLeft -= 1) >= 0) return Promise.reject(new Error('EROFS'));
        appended.push(record);
        return Promise.resolve();
      },
    },
    onRunsFileBlocked: (failure) => void blocked.push(failure),
  });
  const never = { ...bench.clock, sleep: () => new Promise<never>(() => undefined) };
  const scheduler = hasRetries ? bench.services.scheduler : never;
  const recorder = createRecorder(services, { store: bench.store, scheduler });
  const fail = (count: number): void => void (failuresLeft = count);
  return { bench, recorder, appended, blocked, steps, fail };
}

/** Resolves when the task is recorded. */
async function recorded({ bench }: ReturnType<typeof arrange>): Promise<void> {
  while (!bench.entry().isRecorded) await new Promise(setImmediate);
}

describe('the line of a task', () => {
  test('is not written if the task ended before anything was sent', async () => {
    const { bench, recorder, appended } = arrange('unsent');
    await recorder.record('t1');

    assert.deepEqual([appended, bench.entry().isRecorded], [[], true]);
  });

  test('is written if an earlier attempt may have been charged', async () => {
    const { recorder, appended } = arrange('doubtful');
    await recorder.record('t1');

    assert.deepEqual(
      appended.map(({ status }) => status),
      ['unconfirmed'],
    );
  });

  test('is not written twice, neither in this process nor after a crash', async () => {
    const first = arrange('saved');
    await first.recorder.record('t1');
    await first.recorder.record('t1');
    const second = arrange('saved', { lines: first.appended });
    await second.recorder.record('t1');

    assert.deepEqual([first.appended.length, second.appended.length, second.bench.kinds()], [1, 1, ['recorded']]);
    // The process that wrote the line may have ended before its sync.
    assert.deepEqual([first.steps, second.steps], [['append'], ['sync']]);
  });

  test('is not written twice by two calls at the same time', async () => {
    const { recorder, appended } = arrange('saved');
    await Promise.all([recorder.record('t1'), recorder.record('t1')]);

    assert.equal(appended.length, 1);
  });
});

describe('a runs file that cannot be written', () => {
  test('is tried every ten minutes in the end', async () => {
    const arranged = arrange('saved', { failures: 12 });
    await arranged.recorder.record('t1');
    await recorded(arranged);

    assert.deepEqual(
      arranged.bench.clock.slept,
      [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600].map((seconds) => 1_000 * seconds),
    );
  });

  test('is reported again if it could be written meanwhile', async () => {
    const arranged = arrange('saved', { failures: 1 });
    await arranged.recorder.record('t1');
    await recorded(arranged);
    const { bench, recorder, blocked, fail } = arranged;
    await bench.store.add([{ id: 't2', seed: buildSeed() }]);
    for (const change of endings.lost) await bench.store.change('t2', change);
    fail(1);
    await recorder.record('t2');

    assert.equal(blocked.length, 2);
  });

  test('gets the lines that it owes as soon as another line can be written', async () => {
    const arranged = arrange('saved', { failures: 1, hasRetries: false });
    const { bench, recorder, appended } = arranged;
    await recorder.record('t1');
    await bench.store.add([{ id: 't2', seed: buildSeed() }]);
    for (const change of endings.lost) await bench.store.change('t2', change);
    await recorder.record('t2');
    await recorded(arranged);

    assert.equal(appended.length, 2);
  });

  test('is no longer tried when the engine is disposed', async () => {
    const { bench, recorder, appended } = arrange('saved', { failures: 1 });
    await recorder.record('t1');
    recorder.dispose();
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);

    assert.deepEqual([appended, bench.entry().isRecorded], [[], false]);
  });
});

test('no line is written while the journal does not have the end', async () => {
  const arranged = arrange('saved', { unwritten: 1 });
  await arranged.recorder.record('t1');
  const early = arranged.appended.length;
  await recorded(arranged);

  assert.deepEqual([early, arranged.appended.length, arranged.blocked], [0, 1, []]);
});

test('a task that another process has adopted meanwhile is recorded there', async () => {
  const { bench, recorder, appended } = arrange('saved');
  const done = recorder.record('t1');
  bench.store.forget('t1');
  await done;

  assert.deepEqual(appended, []);
});
