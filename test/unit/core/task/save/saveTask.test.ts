import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { saveTask } from '../../../../../src/core/task/save/saveTask.ts';
import { createTaskBench, untilSaving, urlResult, type SaveStep } from '../../../../fakes/tasks/taskBench.ts';
import { buildArtifact } from '../../../host/fakes/builders.ts';

const [one, two] = [urlResult('https://x.example/1.png'), urlResult('https://x.example/2.png')];

test('after a result that cannot be saved, the next ones are not tried', async () => {
  const bench = createTaskBench({
    changes: untilSaving([one, two]),
    saves: [{ kind: 'refused', error: { code: 'disk', message: 'ENOSPC' } }],
  });

  await saveTask(bench.watch);

  assert.deepEqual([bench.task().state, bench.orders.length], ['unsaved', 1]);
});

test('a name that was claimed before a crash is used, and only files of this machine may be replaced', async () => {
  const artifact = buildArtifact('hero.png');
  const [other, leaving] = ['elsewhere', 'left'].map((sha256) =>
    createTaskBench({ changes: [...untilSaving([one]), { kind: 'saved', artifacts: [{ ...artifact, sha256 }] }] }),
  );
  assert.ok(other && leaving);
  const bench = createTaskBench({
    changes: [...untilSaving([one]), { kind: 'placing', piece: '0', artifact: { ...artifact, sha256: 'here' } }],
    foreign: [{ entry: other.entry(), hasGap: false, holder: 'alive' }],
    saves: [{ kind: 'refused', error: { code: 'disk', message: '' } }],
    over: { store: { leaving: () => [leaving.entry()] } },
  });

  await saveTask(bench.watch);

  const [order] = bench.orders;
  assert.ok(order);
  const isOurs = await Promise.all(['here', 'elsewhere', 'left', 'unknown'].map((sha256) => order.isOurs(sha256)));
  assert.deepEqual([order.claimed, isOurs], ['hero.png', [true, true, true, false]]);
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
