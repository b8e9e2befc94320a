import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../../../src/core/jobFile/problem.ts';
import { arrangePress as arrange, fingerprints } from '../fakes/arrangePress.ts';
import { buildRequest } from '../fakes/builders.ts';

const first = buildRequest({ fingerprint: '1' });
const second = buildRequest({ fingerprint: '2', index: 2 });

describe('Generate', () => {
  test('starts what was planned and answers with the saved files', async () => {
    const { press, started } = arrange();
    const result = await press();
    assert.deepEqual(
      [started.map(({ jobFile, boundary, profile, concurrency }) => [jobFile, boundary, profile, concurrency]), result],
      [
        [['/w/hero.gen.yaml', '/w', 'studio', 4]],
        {
          problems: 0,
          tasks: [
            {
              id: '/w/hero.gen.yaml#1',
              taskId: null,
              job: null,
              index: 1,
              status: 'saved',
              artifacts: ['/w/hero.png'],
              amountUsd: 0.03,
              error: null,
            },
          ],
        },
      ],
    );
  });

  test('sends nothing when a file has an error, and shows where', async () => {
    const shown: unknown[] = [];
    const problems = (['error', 'warning', 'error'] as const).map((severity): Problem => ({
      code: 'missing-model',
      severity,
      args: {},
      start: 0,
      end: 1,
    }));
    const { press, started } = arrange({
      problems,
      requests: [],
      targets: ['/w/a.gen.yaml', '/w/b.gen.yaml'],
      ports: {
        markProblems: ({ jobFile, problems: found }) => shown.push([jobFile, found.length]),
        showProblems: (files) => shown.push(...files),
      },
    });
    assert.deepEqual(
      [await press(), started, shown],
      [
        { tasks: [], problems: 4 },
        [],
        [
          ['/w/a.gen.yaml', 3],
          ['/w/b.gen.yaml', 3],
          { path: '/w/a.gen.yaml', errors: 2 },
          { path: '/w/b.gen.yaml', errors: 2 },
        ],
      ],
    );
  });

  test('starts in spite of warnings', async () => {
    const problems: Problem[] = [{ code: 'unknown-field', severity: 'warning', args: {}, start: 0, end: 1 }];
    const { press, started } = arrange({ problems });
    await press();
    assert.equal(started.length, 1);
  });

  test('stops where the person backs out of saving', async () => {
    const { press, started } = arrange({ ports: { saveJobFile: () => Promise.resolve(undefined) } });
    assert.deepEqual([await press(), started], [{ tasks: [], problems: 0 }, []]);
  });

  test('rejects a job that the file does not have', async () => {
    const { press } = arrange({ requests: [], options: { job: 'nope' } });
    await assert.rejects(press, { name: 'CallFault', message: /“nope”/ });
  });

  test('takes profile and concurrency from the job file where it names them', async () => {
    const { press, started } = arrange({ controls: { profile: 'sandbox', concurrency: 1 } });
    await press();
    assert.deepEqual(
      started.map(({ profile, concurrency }) => [profile, concurrency]),
      [['sandbox', 1]],
    );
  });

  test('runs several files with one confirmation', async () => {
    const asked: unknown[] = [];
    const { press, started } = arrange({
      targets: ['/w/a.gen.yaml', '/w/b.gen.yaml'],
      ports: { confirm: ({ count }) => (asked.push(count), Promise.resolve(true)) },
    });
    const { tasks } = await press();
    assert.deepEqual([asked, started.length, tasks.length], [[2], 2, 2]);
  });

  test('sends nothing when the confirmation is declined', async () => {
    const { press, started } = arrange({ requests: [first, second], ports: { confirm: () => Promise.resolve(false) } });
    assert.deepEqual([await press(), started], [{ tasks: [], problems: 0 }, []]);
  });

  test('does not ask for confirmation when the caller vouches', async () => {
    const { press, started } = arrange({ requests: [first, second], options: { confirm: false } });
    await press();
    assert.deepEqual(fingerprints(started), [['1', '2']]);
  });
});
