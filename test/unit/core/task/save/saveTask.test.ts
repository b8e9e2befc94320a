import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OutputPlan } from '../../../../../src/core/jobFile/request.ts';
import type { Artifact } from '../../../../../src/core/task/model/task.ts';
import type { Result } from '../../../../../src/core/task/model/taskEntry.ts';
import type { SaveOutcome } from '../../../../../src/core/task/ports.ts';
import { saveTask } from '../../../../../src/core/task/save/saveTask.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import {
  createTaskBench,
  untilPending,
  untilSaving,
  urlResult,
  type SaveStep,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';
import { buildArtifact } from '../../../host/fakes/builders.ts';

const saved = (path: string, changes: Partial<Artifact> = {}): SaveOutcome => ({
  kind: 'saved',
  artifact: { ...buildArtifact(path), ...changes },
});
const diskFull: SaveOutcome = { kind: 'refused', error: { code: 'disk', message: 'ENOSPC' } };
const [one, two] = [urlResult('https://x.example/1.png'), urlResult('https://x.example/2.png')];
/** Saves a task with these results. */
async function save(results: readonly Result[], saves: readonly SaveStep[], options: TaskBenchOptions = {}) {
  const bench = createTaskBench({ changes: untilSaving(results), saves, ...options });
  await saveTask(bench.watch);
  const { state, error, artifacts } = bench.task();
  return { bench, state, error: error?.code ?? null, paths: artifacts.map(({ path }) => path) };
}

describe('a task whose results are saved', () => {
  test('has its artifacts in the order of the results', async () => {
    const { bench, state, paths } = await save([one, two], [saved('hero.png'), saved('hero-2.png')]);

    assert.deepEqual([state, paths, bench.kinds()], ['saved', ['hero.png', 'hero-2.png'], ['saved']]);
    assert.deepEqual(
      bench.orders.map(({ content, ordinal }) => [content, ordinal]),
      [
        [one.source, { index: 1, count: 2 }],
        [two.source, { index: 2, count: 2 }],
      ],
    );
  });

  test('leaves nothing in the spool', async () => {
    const { bench } = await save(
      [{ source: { kind: 'spooled', name: 's1', mediaType: 'image/png' }, title: null, lyrics: null }],
      [saved('hero.png')],
    );

    assert.deepEqual(bench.removed, ['s1']);
  });

  test('stays in the spool until the journal says that it is saved', async () => {
    const { bench, state } = await save([one], [saved('hero.png')], { refuses: ({ kind }) => kind === 'saved' });

    assert.deepEqual([state, bench.removed], ['saved', []]);
  });

  test('may be an empty chat response, which is not queried again', async () => {
    const { state, paths } = await save([], [], {
      changes: [
        { kind: 'sending', attempt: 1, isSandbox: false },
        { kind: 'finished', statusWord: null, amountUsd: null, results: [] },
      ],
    });

    assert.deepEqual([state, paths], ['saved', []]);
  });
});

describe('the lyrics of a clip', () => {
  const clip = urlResult('https://x.example/1.mp3', 'Rain', 'la la');
  const other = urlResult('https://x.example/2.mp3', 'Sun', '   ');
  const request = buildRequest({
    modality: 'music',
    output: { dir: 'songs', name: 'hero', collision: 'fail', metadata: 'none' },
  });

  test('follow it, under its name and in its folder', async () => {
    const { bench, paths } = await save(
      [clip, other],
      [saved('songs/hero.mp3'), saved('songs/hero.lyrics.txt'), saved('songs/hero-2.mp3')],
      { seed: { request } },
    );
    const texts = bench.orders.map(({ content }) => (content.kind === 'text' ? content.text : null));
    const names = bench.orders.map(({ output: { dir, name } }) => `${dir}/${name}`);

    assert.deepEqual(paths, ['songs/hero.mp3', 'songs/hero.lyrics.txt', 'songs/hero-2.mp3']);
    assert.deepEqual(
      [texts, names],
      [
        [null, 'la la\n', null],
        ['songs/hero', 'songs/hero.lyrics', 'songs/hero'],
      ],
    );
  });

  test('may have any media type, and do not count as results', async () => {
    const { bench } = await save([clip], [saved('hero.mp3'), saved('hero.lyrics.txt')], { seed: { request } });

    assert.deepEqual(
      bench.orders.map(({ modality, ordinal: { count } }) => [modality, count]),
      [
        ['music', 1],
        [null, 1],
      ],
    );
  });

  test('keep a last line feed as it is', async () => {
    const { bench } = await save(
      [urlResult('https://x.example/1.mp3', null, 'la\n')],
      [saved('a/hero.mp3'), saved('a/hero.lyrics.txt')],
      { seed: { request } },
    );
    const [, order] = bench.orders;

    assert.deepEqual(
      [order?.content, order?.output],
      [
        { kind: 'text', text: 'la\n' },
        { dir: 'a', name: 'hero.lyrics', collision: 'fail', metadata: 'none' } satisfies OutputPlan,
      ],
    );
  });
});

test('a text and its images are numbered separately, and the text gets the paths of the images', async () => {
  const text: Result = {
    source: { kind: 'spooled', name: 's', mediaType: 'text/markdown' },
    title: null,
    lyrics: null,
  };
  const { bench } = await save([one, two, text], [saved('hero.png'), saved('hero-2.png'), saved('hero.md')]);

  assert.deepEqual(
    bench.orders.map(({ images, ordinal: { index, count } }) => [index, images, count]),
    [
      [1, [], 2],
      [2, ['hero.png'], 2],
      [1, ['hero.png', 'hero-2.png'], 1],
    ],
  );
});

describe('a result that cannot be saved', () => {
  test('ends the task as unsaved, with what is saved already', async () => {
    const { bench, state, error, paths } = await save([one, two], [saved('hero.png'), diskFull]);

    assert.deepEqual(
      [state, error, paths, bench.kinds(), bench.removed],
      ['unsaved', 'disk', ['hero.png'], ['unsaved'], []],
    );
  });

  test('is not tried after another one has failed', async () => {
    const { bench } = await save([one, two], [diskFull]);

    assert.equal(bench.orders.length, 1);
  });

  test('is saved with the new path if the job file has moved meanwhile', async () => {
    const move: SaveStep = async () => {
      await bench.store.change('t1', { kind: 'moved', jobFile: '/w/new/hero.gen.yaml', boundary: '/w' });
      return diskFull;
    };
    const bench = createTaskBench({
      changes: untilSaving([one, two]),
      saves: [saved('hero.png'), move, saved('hero-2.png')],
    });
    await saveTask(bench.watch);

    assert.deepEqual(
      bench.orders.map(({ jobFile, ordinal }) => [jobFile, ordinal.index]),
      [
        ['/w/hero.gen.yaml', 1],
        ['/w/hero.gen.yaml', 2],
        ['/w/new/hero.gen.yaml', 2],
      ],
    );
    assert.equal(bench.task().state, 'saved');
  });
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
      return saved('hero.png');
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
      const result = await save([one], [interrupt(gains)]);

      assert.deepEqual([result.state, result.bench.clock.slept], [state, pauses]);
    });
  }

  test('shows why it waits, until it continues', async () => {
    const shown: (string | undefined)[] = [];
    const bench = createTaskBench({ changes: untilSaving([one]), saves: [interrupt([0])] });
    bench.store.onDidChange(({ error }) => void shown.push(error?.code));
    await saveTask(bench.watch);

    assert.deepEqual(shown, ['download-failed', undefined, undefined]);
  });
});

test('a task that was accepted and has no result is queried, and stays unsaved without one', async () => {
  const { bench, state, error } = await save([], [], {
    changes: [...untilPending, { kind: 'finished', statusWord: null, amountUsd: null, results: [], text: '{}' }],
    queries: [{ kind: 'unchanged' }, { kind: 'unchanged' }, { kind: 'unchanged' }, { kind: 'unchanged' }],
  });

  assert.deepEqual([state, error, bench.queried.length], ['unsaved', 'no-result', 4]);
});
