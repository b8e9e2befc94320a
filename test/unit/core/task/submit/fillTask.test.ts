import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { fillTask } from '../../../../../src/core/task/submit/fillTask.ts';
import { readSources } from '../../../../../src/core/task/submit/readSources.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import { buildSeed, createTaskBench, untilSaving, urlResult } from '../../../../fakes/tasks/taskBench.ts';
import { buildArtifact } from '../../../host/fakes/builders.ts';

const hash = 'd'.repeat(64);
const withFile = (takesData: boolean): PlannedRequest =>
  buildRequest({
    body: { prompt: 'A cat', image: null },
    placeholders: [{ path: ['image'], value: { kind: 'file', file: 'door.png', sha256: hash, takesData } }],
    inputs: [{ path: 'door.png', sha256: hash }],
  });

test('a result is used as soon as its task is saved: only tasks of other windows are looked at now and then', async () => {
  const source = { run: 'run-1', job: 'still', index: 1 };
  const sleep = () => assert.fail('It waits for the clock');
  const { store, watch } = createTaskBench({ seed: { sources: [source] }, over: { clock: { sleep } } });
  await store.add([{ id: 'still', seed: buildSeed({ request: buildRequest({ job: 'still' }) }) }]);
  const reading = readSources(watch);
  await new Promise(setImmediate);
  for (const change of [...untilSaving([]), { kind: 'saved', artifacts: [buildArtifact('a.png')] } as const]) {
    await store.change('still', change);
  }

  assert.ok(await reading);
});

const sandboxes: readonly (readonly [title: string, baseUrl: string | null, image: string])[] = [
  ['a file becomes the URL of the sandbox where it is served now', 'http://127.0.0.1:2', 'http://127.0.0.1:2/a.png'],
  ['a file is sent if the sandbox no longer has a profile', null, `data:,sha256:${hash}`],
];
for (const [title, baseUrl, image] of sandboxes) {
  test(title, async () => {
    const profile = baseUrl === null ? null : { baseUrl, isSandbox: true };
    const bench = createTaskBench({ profile, seed: { request: withFile(true), isSandbox: true } });
    await bench.store.add([{ id: 'earlier', seed: buildSeed({ isSandbox: true }) }]);
    const placing: TaskChange = { kind: 'placing', piece: '0', artifact: { ...buildArtifact('a.png'), sha256: hash } };
    for (const change of [...untilSaving([urlResult('http://127.0.0.1:1/a.png')]), placing]) {
      await bench.store.change('earlier', change);
    }
    await fillTask(bench.watch, new Map());

    assert.equal(bench.task().request.body['image'], image);
  });
}

test('a file in a field that takes only URLs fails the task, and nothing is sent', async () => {
  const bench = createTaskBench({ seed: { request: withFile(false) } });
  await fillTask(bench.watch, new Map());

  assert.deepEqual(
    [bench.task().state, bench.task().error],
    ['failed', { code: 'input-without-url', message: 'door.png' }],
  );
});

test('a filled request that cannot be journaled fails the task', async () => {
  const bench = createTaskBench({ seed: { request: withFile(true) }, refuses: ({ kind }) => kind === 'filled' });
  await fillTask(bench.watch, new Map());

  assert.deepEqual([bench.task().state, bench.task().error?.code], ['failed', 'disk']);
});
