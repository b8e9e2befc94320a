import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlannedRequest } from '../../../../../src/core/jobFile/request.ts';
import type { ForeignTask } from '../../../../../src/core/task/journalPort.ts';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import { fillTask } from '../../../../../src/core/task/submit/fillTask.ts';
import { readSources } from '../../../../../src/core/task/submit/readSources.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import { buildSeed, createTaskBench, untilPending, untilSaving, urlResult } from '../../../../fakes/tasks/taskBench.ts';
import { buildArtifact, buildRecord } from '../../../host/fakes/builders.ts';

const still = { run: 'run-1', job: 'still', index: 1 };
const seed = { sources: [still] };
const stillSeed = buildSeed({ request: buildRequest({ job: 'still' }) });
const saved: readonly TaskChange[] = [
  ...untilSaving([urlResult('https://x.example/a.png')]),
  { kind: 'saved', artifacts: [buildArtifact('hero-still.png')] },
];
const failed: TaskChange = { kind: 'failed', error: { code: 'disk', message: '' }, statusWord: null, amountUsd: null };

describe('the results that a task needs', () => {
  test('are none without sources, and nothing is read', async () => {
    const { watch } = createTaskBench({ over: { journal: { readForeign: () => assert.fail('The journal is read') } } });

    assert.deepEqual(await readSources(watch), new Map());
  });

  const ends: readonly (readonly [string, readonly TaskChange[], boolean])[] = [
    ['saved', saved, true],
    ['failed', [failed], false],
    ['stopped', [...untilPending, { kind: 'stopped', error: { code: 'not-sent', message: '' } }], false],
  ];
  for (const [state, changes, isThere] of ends) {
    test(`are ${isThere ? 'there' : 'missing'} when their task is ${state}, now or later`, async () => {
      for (const isLater of [false, true]) {
        const { store, task, watch } = createTaskBench({ seed });
        await store.add([{ id: 'still', seed: stillSeed }]);
        const apply = () => changes.forEach((change) => void store.changeAnyway('still', change));
        if (!isLater) apply();
        const reading = readSources(watch);
        if (isLater) apply();
        const results = await reading;

        assert.equal(results?.get('still')?.[0]?.artifacts[0]?.path, isThere ? 'hero-still.png' : undefined);
        assert.deepEqual(task().error, isThere ? null : { code: 'upstream-failed', message: 'still' });
      }
    });
  }

  test('are used as soon as their task is saved: only tasks of other windows are looked at now and then', async () => {
    const sleep = () => assert.fail('It waits for the clock');
    const { store, watch } = createTaskBench({ seed, over: { clock: { sleep } } });
    await store.add([{ id: 'still', seed: stillSeed }]);
    const reading = readSources(watch);
    await new Promise(setImmediate);
    for (const change of saved) await store.change('still', change);

    assert.ok(await reading);
  });

  test('are those of the newest task of a request', async () => {
    const { clock, store, watch } = createTaskBench({ seed });
    await store.add([{ id: 'old', seed: stillSeed }]);
    await store.change('old', failed);
    clock.set(1);
    await store.add([{ id: 'new', seed: stillSeed }]);
    for (const change of saved) await store.change('new', change);

    assert.ok(await readSources(watch));
  });

  test('are read from the runs file when their task has left the journal', async () => {
    const record = buildRecord({ ...still, status: 'saved' });
    const { watch } = createTaskBench({ seed, records: [record, buildRecord({ ...still, status: 'failed' })] });

    assert.deepEqual(await readSources(watch), new Map([['still', [record]]]));
  });

  test('are awaited in steps of 3 s while another window makes them', async () => {
    let entry = createEntry('still', 0, stillSeed);
    const looks: number[] = [];
    const bench = createTaskBench({
      seed,
      over: {
        journal: {
          readForeign() {
            looks.push(bench.elapsedMs());
            if (looks.length > 2)
              entry = { ...entry, task: { ...entry.task, state: 'saved', artifacts: [buildArtifact('a.png')] } };
            const foreign: ForeignTask = { entry, hasGap: false, isUnlisted: false, holder: 'alive' };
            return Promise.resolve([foreign]);
          },
        },
      },
    });

    assert.ok(await readSources(bench.watch));
    assert.deepEqual(looks, [0, 3_000, 6_000]);
  });

  test('are no longer awaited when the watch is given up', async () => {
    const { store, watch } = createTaskBench({ seed });
    await store.add([{ id: 'still', seed: stillSeed }]);
    const reading = readSources(watch);
    watch.lose();

    await assert.rejects(reading, /Adopted/);
  });
});

describe('a placeholder', () => {
  const hash = 'd'.repeat(64);
  const withFile = (takesData: boolean): PlannedRequest =>
    buildRequest({
      body: { prompt: 'A cat', image: null },
      placeholders: [{ path: ['image'], value: { kind: 'file', file: 'door.png', sha256: hash, takesData } }],
      inputs: [{ path: 'door.png', sha256: hash }],
    });

  test('for a file becomes the URL of an earlier result with the same content', async () => {
    const bench = createTaskBench({ seed: { request: withFile(true) } });
    await bench.store.add([{ id: 'earlier', seed: buildSeed() }]);
    const placing: TaskChange = { kind: 'placing', piece: '0', artifact: { ...buildArtifact('a.png'), sha256: hash } };
    for (const change of [...untilSaving([urlResult('https://x.example/a.png')]), placing])
      await bench.store.change('earlier', change);
    await fillTask(bench.watch, new Map());

    assert.deepEqual([bench.task().request.body['image'], bench.entry().uploads], ['https://x.example/a.png', []]);
  });

  const sandboxes: readonly (readonly [title: string, baseUrl: string | null, image: string])[] = [
    ['where it is served now', 'http://127.0.0.1:2', 'http://127.0.0.1:2/a.png'],
    ['no longer without its profile', null, `data:,sha256:${hash}`],
  ];
  for (const [title, baseUrl, image] of sandboxes) {
    test(`for a file becomes the URL of the sandbox ${title}`, async () => {
      const profile = baseUrl === null ? null : { baseUrl, isSandbox: true };
      const bench = createTaskBench({ profile, seed: { request: withFile(true), isSandbox: true } });
      await bench.store.add([{ id: 'earlier', seed: buildSeed({ isSandbox: true }) }]);
      const placing: TaskChange = {
        kind: 'placing',
        piece: '0',
        artifact: { ...buildArtifact('a.png'), sha256: hash },
      };
      for (const change of [...untilSaving([urlResult('http://127.0.0.1:1/a.png')]), placing])
        await bench.store.change('earlier', change);
      await fillTask(bench.watch, new Map());

      assert.equal(bench.task().request.body['image'], image);
    });
  }

  test('for a file without a URL is a digest in the journal, and the file is sent', async () => {
    const bench = createTaskBench({ seed: { request: withFile(true) } });
    await fillTask(bench.watch, new Map());

    assert.deepEqual(
      [bench.task().request.body['image'], bench.entry().uploads],
      [`data:,sha256:${hash}`, [{ path: 'door.png', sha256: hash }]],
    );
  });

  test('for a file in a field that takes only URLs fails the task, and nothing is sent', async () => {
    const bench = createTaskBench({ seed: { request: withFile(false) } });
    await fillTask(bench.watch, new Map());

    assert.deepEqual(
      [bench.task().state, bench.task().error],
      ['failed', { code: 'input-without-url', message: 'door.png' }],
    );
  });

  test('that cannot be journaled fails the task', async () => {
    const bench = createTaskBench({ seed: { request: withFile(true) }, refuses: ({ kind }) => kind === 'filled' });
    await fillTask(bench.watch, new Map());

    assert.deepEqual([bench.task().state, bench.task().error?.code], ['failed', 'disk']);
  });

  test('is not looked for in a request without any', async () => {
    const bench = createTaskBench();
    await fillTask(bench.watch, new Map());

    assert.deepEqual(bench.kinds(), []);
  });
});
