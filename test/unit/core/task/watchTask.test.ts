import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLimiter, type Limiter } from '../../../../src/core/support/limiter.ts';
import type { Delivery, QueryOutcome } from '../../../../src/core/task/gatewayPort.ts';
import type { SaveOutcome } from '../../../../src/core/task/ports.ts';
import { watchTask } from '../../../../src/core/task/watchTask.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import {
  accepted,
  buildSeed,
  createTaskBench,
  sendingChange,
  untilPending,
  untilSaving,
  urlResult,
  type TaskBenchOptions,
} from '../../../fakes/tasks/taskBench.ts';
import { settle } from './arrangeWatchers.ts';
import { buildArtifact } from '../../host/fakes/builders.ts';

const delivery: Delivery = { source: { kind: 'url', url: 'https://x.example/a.png' }, title: null, lyrics: null };
const done: QueryOutcome = {
  kind: 'task',
  view: {
    phase: 'succeeded',
    statusWord: 'succeeded',
    progress: null,
    amountUsd: 0.04,
    deliveries: [delivery],
    failure: '',
  },
};
const saved: SaveOutcome = { kind: 'saved', artifact: buildArtifact('hero.png') };
const still = { run: 'run-1', job: 'still', index: 1 };
const stillSeed = buildSeed({ request: buildRequest({ job: 'still' }) });
const noPort = 'No such port';
const fault = (): Promise<never> => Promise.reject(new TypeError(noPort));

/** Arranges a run with one slot, which is occupied until `slot` is disposed. */
function arrangeFull(options: TaskBenchOptions = {}) {
  const slots = createLimiter(1);
  const slot = slots.take();
  const bench = createTaskBench({ ...options, slots });
  return { bench, watch: bench.watch, slot, slots };
}

/** Whether a caller would get a slot without waiting. */
async function isFree(slots: Limiter): Promise<boolean> {
  const impatient = new AbortController();
  const entered = slots.enter(impatient.signal);
  impatient.abort(new Error('No slot is free'));
  return entered.then(
    (slot) => {
      slot.dispose();
      return true;
    },
    () => false,
  );
}

describe('the watch of a task', () => {
  test('brings a planned task to its saved file', async () => {
    const bench = createTaskBench({ submits: [accepted], queries: [done], saves: [saved] });

    await watchTask(bench.watch);

    assert.equal(bench.task().state, 'saved');
    assert.deepEqual(bench.kinds(), ['sending', 'accepted', 'finished', 'saved']);
  });

  test('polls at once what another process has submitted, and not what was submitted just now', async () => {
    const fresh = createTaskBench({ submits: [accepted], queries: [done], saves: [saved] });
    const adopted = createTaskBench({ changes: untilPending, queries: [done], saves: [saved] });

    await Promise.all([watchTask(fresh.watch), watchTask(adopted.watch)]);

    assert.equal(adopted.queried[0]?.at, adopted.clock.now() - adopted.elapsedMs());
    assert.ok(fresh.elapsedMs() > 0);
  });

  test('fills in the results of other jobs before the request is sent', async () => {
    const prompt = [{ path: ['jobs', 'still', 'title'], filters: [] }];
    const request = buildRequest({
      needs: ['still'],
      placeholders: [{ path: ['prompt'], value: { kind: 'template', template: prompt } }],
    });
    const bench = createTaskBench({
      seed: { request, sources: [still] },
      submits: [accepted],
      queries: [done],
      saves: [saved],
    });
    await bench.store.add([{ id: 'source', seed: stillSeed }]);
    const artifacts = [{ ...buildArtifact('still.png'), title: 'A pier' }];
    for (const change of [...untilSaving([]), { kind: 'saved', artifacts } as const]) {
      await bench.store.change('source', change);
    }

    await watchTask(bench.watch);

    assert.equal(bench.task().request.body['prompt'], 'A pier');
    assert.equal(bench.submitted.length, 1);
  });

  test('leaves the task as it is when it is given up', async () => {
    const bench = createTaskBench({ changes: untilPending, queries: [() => new Promise<never>(() => undefined)] });

    const watched = watchTask(bench.watch);
    await settle();
    bench.watch.lose();

    await assert.rejects(watched, /Adopted/);
    assert.deepEqual([bench.task().state, bench.logged], ['pending', []]);
  });

  test('ends when the user no longer wants to watch the accepted tasks of the run', async () => {
    const bench = createTaskBench({ submits: [accepted], isUnwatched: true });

    await watchTask(bench.watch);

    assert.deepEqual([bench.task().state, bench.task().error?.code], ['stopped', 'stopped-by-user']);
  });
});

describe('a slot of the run', () => {
  test('is awaited by a task that was not sent, and free again at the end', async () => {
    const { bench, watch, slot, slots } = arrangeFull({ submits: [accepted], queries: [done], saves: [saved] });

    const watched = watchTask(watch);
    await settle();
    assert.equal(bench.submitted.length, 0);

    slot.dispose();
    await watched;
    assert.equal(bench.task().state, 'saved');
    assert.ok(await isFree(slots));
  });

  test('is taken, and not awaited, by a task that the gateway has accepted', async () => {
    const { bench, watch } = arrangeFull({ changes: untilPending, queries: [done], saves: [saved] });

    await watchTask(watch);

    assert.equal(bench.task().state, 'saved');
  });

  test('is free again after an internal error', async () => {
    const { bench, watch, slot, slots } = arrangeFull({ over: { budget: { enter: fault, confirm: fault } } });
    slot.dispose();

    await watchTask(watch);

    assert.equal(bench.task().error?.code, 'internal');
    assert.ok(await isFree(slots));
  });

  test('is not occupied by a task that waits for another job', async () => {
    const { bench, watch, slot, slots } = arrangeFull({ seed: { sources: [still] } });
    await bench.store.add([{ id: 'source', seed: stillSeed }]);

    const watched = watchTask(watch);
    slot.dispose();
    await settle();
    assert.ok(await isFree(slots));

    // The source ends without a result. The task cannot be sent then, and has no reason to wait for a slot.
    slots.take();
    await bench.store.change('source', { kind: 'skipped', error: { code: 'run-stopped', message: '' } });
    await watched;
    assert.deepEqual([bench.task().state, bench.task().error?.code], ['skipped', 'upstream-failed']);
  });
});

describe('an internal error', () => {
  const rows: readonly (readonly [title: string, options: TaskBenchOptions, state: string])[] = [
    ['before anything is sent fails the task', { over: { budget: { enter: fault, confirm: fault } } }, 'failed'],
    [
      'while the request is being sent leaves it to the user whether it is sent again',
      {
        submits: [
          (call) => {
            call.onSent?.();
            return fault();
          },
        ],
      },
      'unconfirmed',
    ],
    [
      'while the gateway works stops the watch, which can be resumed',
      { changes: untilPending, queries: [fault] },
      'stopped',
    ],
    [
      'while results are saved lets the user save again',
      { changes: untilSaving([urlResult('https://x.example/a.png')]), saves: [fault] },
      'unsaved',
    ],
  ];
  for (const [title, options, state] of rows) {
    test(title, async () => {
      const bench = createTaskBench(options);

      await watchTask(bench.watch);

      const { task } = bench.entry();
      assert.deepEqual([task.state, task.error?.code, task.error?.message], [state, 'internal', noPort]);
      assert.match(bench.logged.join('\n'), /Task t1: TypeError: No such port/);
    });
  }

  test('is an attempt that no phase has begun: it may have been charged', async () => {
    const bench = createTaskBench({ changes: [sendingChange] });

    await watchTask(bench.watch);

    assert.deepEqual([bench.task().state, bench.task().error?.code], ['unconfirmed', 'internal']);
    assert.match(bench.logged.join('\n'), /cannot be watched while it is sending/);
  });
});
