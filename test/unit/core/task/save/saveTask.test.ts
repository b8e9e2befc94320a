import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { saveTask } from '../../../../../src/core/task/save/saveTask.ts';
import type { JsonObject } from '../../../../../src/core/support/json/json.ts';
import type { Result } from '../../../../../src/core/task/model/taskEntry.ts';
import {
  createTaskBench,
  sendingChange,
  type TaskBenchOptions,
  times,
  untilSaving,
  urlResult,
  type SaveStep,
  task,
} from '../../../../fakes/tasks/taskBench.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { buildArtifact } from '../../../host/fakes/builders.ts';

const finishedEmpty = { kind: 'finished', statusWord: 'completed', amountUsd: null, results: [] } as const;
const [one, two] = [urlResult('https://x.example/1.png'), urlResult('https://x.example/2.png')];

test('after a result that cannot be saved, the next ones are not tried', async () => {
  const bench = createTaskBench({
    changes: untilSaving([one, two]),
    saves: [{ kind: 'refused', error: { code: 'disk', message: 'ENOSPC' } }],
  });

  await saveTask(bench.watch);

  assert.deepEqual([bench.task().state, bench.orders.length], ['unsaved', 1]);
});

test('a name that was claimed before a crash is used, and only files of this machine and job file may be replaced', async () => {
  const artifact = buildArtifact('hero.png');
  const saveOther = (sha256: string, seed = {}) =>
    createTaskBench({
      seed,
      changes: [...untilSaving([one]), { kind: 'saved', artifacts: [{ ...artifact, sha256 }] }],
    }).entry();
  const others = [saveOther('elsewhere'), saveOther('of another', { jobFile: '/w/other.gen.yaml' })];
  const bench = createTaskBench({
    changes: [...untilSaving([one]), { kind: 'placing', piece: '0', artifact: { ...artifact, sha256: 'here' } }],
    foreign: others.map((entry) => ({ entry, hasGap: false, holder: 'alive' as const })),
    saves: [{ kind: 'refused', error: { code: 'disk', message: '' } }],
    over: { store: { leaving: () => [saveOther('left')] } },
  });

  await saveTask(bench.watch);

  const [order] = bench.orders;
  assert.ok(order);
  const hashes = ['here', 'elsewhere', 'left', 'of another', 'unknown'];
  const isOurs = await Promise.all(hashes.map((sha256) => order.isOurs(sha256)));
  assert.deepEqual([order.claimed, isOurs], ['hero.png', [true, true, true, false, false]]);
});

describe('a transfer that is interrupted', () => {
  const [small, large] = [1024 * 1024 - 1, 1024 * 1024];
  /** Interrupts the transfer with these gains until no attempt is left. */
  const interrupt =
    (gains: readonly number[]): SaveStep =>
    async (order) => {
      for (const gained of gains) {
        const error = { code: 'download-failed', message: '' } as const;
        if (!(await order.onInterrupted(error, gained))) return { kind: 'interrupted', error };
      }
      return { kind: 'saved', artifact: buildArtifact('hero.png') };
    };
  const rows: readonly (readonly [string, readonly number[], string, readonly number[]])[] = [
    ['is resumed three times', [0, 0, 0], 'saved', [500, 1_000, 2_000]],
    ['ends the fourth time', [0, 0, 0, 0], 'unsaved', [500, 1_000, 2_000]],
    ['ends also with little gains', [small, small, small, small], 'unsaved', [500, 1_000, 2_000]],
    [
      'continues as long as it gains a megabyte',
      [large, large, large, large, large],
      'saved',
      [500, 500, 500, 500, 500],
    ],
    ['has three attempts again after a gain', [0, 0, 0, large, 0, 0], 'saved', [500, 1_000, 2_000, 500, 1_000, 2_000]],
  ];
  for (const [title, gains, state, pauses] of rows) {
    test(title, async () => {
      const bench = createTaskBench({ changes: untilSaving([one]), saves: [interrupt(gains)] });

      await saveTask(bench.watch);

      assert.deepEqual([bench.task().state, bench.clock.slept], [state, pauses]);
    });
  }
});

test('siblings see at once which name a result takes', async () => {
  let atOnce: readonly string[] = [];
  const place: SaveStep = async (order) => {
    const artifact = buildArtifact('hero.png');
    const placing = order.onPlacing(artifact);
    atOnce = bench.store.entryOf('t1').placings.map((each) => each.artifact.path);
    await placing;
    return { kind: 'saved', artifact };
  };
  const bench = createTaskBench({ changes: untilSaving([one]), saves: [place] });

  await saveTask(bench.watch);

  assert.deepEqual(atOnce, ['hero.png']);
});

describe('results that a request has not asked for', () => {
  const links = (count: number) => Array.from({ length: count }, (_, at) => urlResult(`https://x.example/${at}.png`));
  const spooled = { source: { kind: 'spooled', name: 'a', mediaType: null }, title: null, lyrics: null } as const;
  /** Places each result under its number. */
  const place: SaveStep = async (order) => {
    const artifact = buildArtifact(`${order.ordinal.index}.png`);
    await order.onPlacing(artifact);
    return { kind: 'saved', artifact };
  };
  const arrange = (results: readonly Result[], body: JsonObject = {}) =>
    createTaskBench({
      seed: { request: buildRequest({ body }) },
      changes: untilSaving(results),
      saves: times(20, place),
      over: { artifacts: { has: () => Promise.resolve(true) } },
    });

  test('wait for the user, who saves them too', async () => {
    const bench = arrange(links(6));

    await saveTask(bench.watch);
    const { state, error, artifacts } = bench.task();
    const fetched = bench.orders.length;
    await bench.store.changeAnyway('t1', { kind: 'saving-again' });
    await saveTask(bench.watch);

    assert.deepEqual(
      [state, error, artifacts.length, fetched],
      ['unsaved', { code: 'more-results', message: '2' }, 4, 4],
    );
    assert.deepEqual([bench.task().state, bench.task().artifacts.length, bench.orders.length], ['saved', 6, 6]);
  });

  const rows: readonly (readonly [title: string, results: readonly Result[], body: JsonObject, saved: number])[] = [
    ['a number of the request', links(9), { n: 7 }, 7],
    ['a number that the catalog does not know', links(9), { input: { num_images: 6 } }, 6],
    ['a number of steps counts for nothing', links(9), { num_inference_steps: 50 }, 4],
    ['a number that is text counts for nothing', links(9), { prompt: '"n":9' }, 4],
    ['a sequence', links(20), { enable_sequential: true }, 15],
    ['a sequence with options', links(20), { sequential_image_generation_options: { max_images: 12 } }, 12],
    ['no sequence', links(20), { enable_sequential: false }, 4],
    ['the bytes of a response are here already', times(6, spooled), {}, 6],
    ['lyrics count with their clip', links(5).map((each) => ({ ...each, lyrics: 'la' })), {}, 8],
  ];
  for (const [title, results, body, saved] of rows) {
    test(`are counted by the request: ${title}`, async () => {
      const bench = arrange(results, body);

      await saveTask(bench.watch);

      assert.deepEqual(bench.orders.length, saved);
    });
  }

  test('are not saved by a failure before them and the next attempt', async () => {
    const failure: SaveStep = { kind: 'refused', error: { code: 'disk', message: '' } };
    const saves = [place, place, failure, ...times(20, place)];
    const over = { artifacts: { has: () => Promise.resolve(true) } };
    const bench = createTaskBench({ changes: untilSaving(links(9)), saves, over });

    await saveTask(bench.watch);
    await bench.store.changeAnyway('t1', { kind: 'saving-again' });
    await saveTask(bench.watch);

    assert.deepEqual([bench.task().error?.code, bench.task().artifacts.length], ['more-results', 4]);
  });
});

test('the results of one task are together not larger than a download may be', async () => {
  const sizes = fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(sizes, async (bytes) => {
      const save =
        (size: number): SaveStep =>
        (order) =>
          Promise.resolve(
            size > order.maxBytes
              ? { kind: 'refused', error: { code: 'too-large', message: '' } }
              : { kind: 'saved', artifact: { ...buildArtifact('hero.png'), bytes: size } },
          );
      const results = bytes.map((_, at) => urlResult(`https://x.example/${at}.png`));
      const settings = { maxDownloadBytes: 100 };
      const bench = createTaskBench({ changes: untilSaving(results), saves: bytes.map(save), settings });

      await saveTask(bench.watch);

      const { state, artifacts } = bench.task();
      const sum = artifacts.reduce((total, each) => total + each.bytes, 0);
      assert.deepEqual(
        [sum <= 100, state],
        [true, sum === bytes.reduce((one, two) => one + two) ? 'saved' : 'unsaved'],
      );
    }),
  );
});

test('the key is for downloads from the origin of the gateway that made the result', async () => {
  const read = async (options: TaskBenchOptions): Promise<unknown> => {
    const bench = createTaskBench({
      changes: untilSaving([one]),
      saves: [{ kind: 'refused', error: { code: 'disk', message: '' } }],
      over: { gateway: { buildKeyHeaders: ({ key }) => ({ authorization: key }) } },
      ...options,
    });
    await saveTask(bench.watch);
    const origins = ['https://gateway.example', 'https://cdn.example', 'https://gateway.example:8443'];
    return Promise.all(origins.map(async (origin) => bench.orders[0]?.readKeyHeaders(origin)));
  };

  const own = await read({});
  const moved = await read({ profile: { baseUrl: 'https://cdn.example' } });
  const keyless = await read({ profile: { readKey: () => Promise.resolve(undefined) } });

  const none = [null, null, null];
  assert.deepEqual([own, moved, keyless], [[{ authorization: 'sk-1' }, null, null], none, none]);
});

test('a video that is done without a URL is fetched from the path of its content', async () => {
  const contents: unknown[] = [];
  for (const modality of ['video', 'image'] as const) {
    const bench = createTaskBench({
      seed: { request: buildRequest({ modality }) },
      changes: [sendingChange, { kind: 'accepted', taskId: 'g/1', statusWord: null }, finishedEmpty],
      queries: [task('succeeded', { statusWord: 'completed', progress: 1, amountUsd: 0.1 })],
      saves: [{ kind: 'saved', artifact: buildArtifact('hero.mp4') }],
    });
    await saveTask(bench.watch);
    contents.push([bench.task().state, bench.orders.map(({ content }) => content)]);
  }
  const url = 'https://gateway.example/v1/videos/g%2F1/content';
  assert.deepEqual(contents, [
    ['saved', [{ kind: 'url', url }]],
    ['unsaved', []],
  ]);
});
