import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskChange } from '../../../../src/core/task/model/taskEvent.ts';
import { moveTasks, performAction } from '../../../../src/core/task/performAction.ts';
import { Watchers } from '../../../../src/core/task/watchers.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import {
  buildSeed,
  createTaskBench,
  untilPending,
  untilSaving,
  type TaskBenchOptions,
} from '../../../fakes/tasks/taskBench.ts';
import { buildArtifact } from '../../host/fakes/builders.ts';

const stopped = (code: 'not-sent' | 'stopped-by-user'): TaskChange => ({
  kind: 'stopped',
  error: { code, message: '' },
});

/** Arranges a task whose watchers do nothing but note which tasks they are given. */
function arrange(options: TaskBenchOptions) {
  const bench = createTaskBench(options);
  const watched: string[] = [];
  const watch = (id: string): Promise<void> => Promise.resolve(void watched.push(id));
  return {
    ...bench,
    watched,
    services: { ...bench.services, watchers: Object.assign(new Watchers(bench.services), { watch }) },
  };
}

test('an action that is selected twice is carried out once', async () => {
  const { services, watched } = arrange({ changes: [stopped('not-sent')] });

  await Promise.all([performAction('t1', 'resume', services), performAction('t1', 'resume', services)]);

  assert.deepEqual(watched, ['t1']);
});

test('an accepted task that is resumed leaves the jobs that it needed alone', async () => {
  const sources = [{ run: 'run-1', job: 'still', index: 1 }];
  const { services, store, watched } = arrange({
    seed: { sources },
    changes: [...untilPending, stopped('stopped-by-user')],
  });
  await store.add([{ id: 'source', seed: buildSeed({ request: buildRequest({ job: 'still' }) }) }]);
  await store.change('source', stopped('not-sent'));

  await performAction('t1', 'resume', services);

  assert.deepEqual(watched, ['t1']);
});

test('tasks move even if their records cannot', async () => {
  const runsFile = { move: () => Promise.reject(new Error('EBUSY')) };
  const { services, entry, logged } = arrange({ changes: [stopped('not-sent')], over: { runsFile } });
  const jobFiles = [{ from: '/w/hero.gen.yaml', to: '/v/hero.gen.yaml', boundary: '/v' }];

  await moveTasks({ tasks: [{ id: 't1', jobFile: '/v/hero.gen.yaml', boundary: '/v' }], jobFiles }, services);

  assert.equal(entry().boundary, '/v');
  assert.deepEqual(logged, ['The records of /w/hero.gen.yaml stay where they are: EBUSY']);
});

test('after a move, a result is saved again, but not those that nothing has asked for', async () => {
  const move = async (code: 'disk' | 'more-results', isFlat?: true) => {
    const ended: TaskChange = { kind: 'unsaved', artifacts: [buildArtifact('hero.png')], error: { code, message: '' } };
    const { services, watched } = arrange({ changes: [...untilSaving([]), ended] });
    const place = { jobFile: '/v/hero.gen.yaml', boundary: '/v', ...(isFlat ? { isFlat } : {}) };
    await moveTasks({ tasks: [{ id: 't1', ...place }], jobFiles: [] }, services);
    return watched.length;
  };

  assert.deepEqual([await move('disk'), await move('more-results'), await move('more-results', true)], [1, 0, 1]);
});

test('a retry is left to the window that has adopted the failed task', async () => {
  const failed: TaskChange = {
    kind: 'failed',
    error: { code: 'request-rejected', message: '' },
    statusWord: null,
    amountUsd: null,
  };
  const { services, store } = arrange({ changes: [failed], over: { createId: () => 'new' } });
  const remove: typeof store.remove = (ids) => (ids.includes('t1') ? Promise.resolve('kept') : store.remove(ids));

  await performAction('t1', 'retry', { ...services, store: { ...store, remove } });
  await new Promise(setImmediate);

  assert.equal(store.get('new'), undefined);
});

test('the media that wait for a task leave the spool when the task is removed', async () => {
  const source = { kind: 'spooled', name: 'a', mediaType: null } as const;
  const error = { code: 'disk', message: '' } as const;
  const removed: unknown[] = [];
  const { services } = arrange({
    changes: [
      ...untilSaving([{ source, title: null, lyrics: null }]),
      { kind: 'unsaved', artifacts: [], error },
      { kind: 'recorded' },
    ],
    over: { spool: { remove: (sources) => Promise.resolve(void removed.push(...sources)) } },
  });

  await performAction('t1', 'remove', services);

  assert.deepEqual(removed, [source]);
});
