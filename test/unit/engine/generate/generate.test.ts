import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../../../src/core/jobFile/problem.ts';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import type { Confirmation, Earlier } from '../../../../src/engine/index.ts';
import { buildRecord, buildRequest } from '../../host/fakes/builders.ts';
import { type Arrangement, arrangePress as arrange } from './arrangePress.ts';

const savedBefore: Earlier = { kind: 'recorded', record: buildRecord() };

describe('Generate', () => {
  test('starts what was planned and returns the saved files', async () => {
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
              jobFile: '/w/hero.gen.yaml',
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

  test('sends nothing if a file has an error, and shows where it is', async () => {
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
      jobFiles: ['/w/a.gen.yaml', '/w/b.gen.yaml'],
      ports: {
        markProblems: ({ jobFile, problems: found }) => shown.push([jobFile, found.length]),
        showProblems: (files) => shown.push(...files.map(({ path, errors }) => [path, errors.length])),
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
          ['/w/a.gen.yaml', 2],
          ['/w/b.gen.yaml', 2],
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

  test('rejects a job that the file does not have', async () => {
    const { press } = arrange({ requests: [], press: { job: 'nope' } });
    await assert.rejects(press, { message: 'There is no job "nope" in /w/hero.gen.yaml.' });
  });

  test('uses profile and concurrency of the job file if it names them', async () => {
    const { press, started } = arrange({ controls: { profile: 'sandbox', concurrency: 1 } });
    await press();
    assert.deepEqual(
      started.map(({ profile, concurrency }) => [profile, concurrency]),
      [['sandbox', 1]],
    );
  });

  test('sends to the profile that was planned with, even if another one was selected meanwhile', async () => {
    const selected = ['studio', 'other'];
    const { press, planned, started } = arrange({
      ports: {
        readGateway: (name) =>
          Promise.resolve({
            profile: name ?? selected.shift() ?? '',
            origin: 'https://api.studio.test',
            isSandbox: false,
            isSelected: true,
            isKeyMissing: false,
          }),
      },
    });
    await press();
    assert.deepEqual(
      [planned.map(({ profile }) => profile), started.map(({ profile }) => profile)],
      [['studio'], ['studio']],
    );
  });

  test('counts the equal requests in the confirmation, apart from repetitions', async () => {
    const axes = { x: 'cat' };
    const again = (own: PlannedRequest['axes']): PlannedRequest => buildRequest({ axes: own });
    const other = buildRequest({ fingerprint: '0'.repeat(64) });
    const asked: number[] = [];
    // Equal requests are confirmed however many requests the user wants to send without a question.
    for (const most of [2, 99]) {
      for (const requests of [
        [again(axes), again(axes), other],
        [again(axes), again({ ...axes }), other],
        [buildRequest({ fingerprint: '' }), buildRequest({ fingerprint: '' })],
      ]) {
        const confirm = ({ equal }: Confirmation): Promise<boolean> => Promise.resolve(asked.push(equal) > 0);
        await arrange({ requests, press: { confirm: { requests: most, usd: 99 } }, ports: { confirm } }).press();
      }
    }
    assert.deepEqual(asked, [0, 2, 0, 2]);
  });

  test('asks before it pays again for a result whose file is not found, unless that is decided', async () => {
    const record = buildRecord();
    for (const [unchanged, gateway, expected] of [
      ['ask', {}, [[record]]],
      ['ask', { origin: null, isSandbox: true }, []],
      ['generate', {}, []],
      ['skip', {}, []],
    ] as const) {
      const asked: unknown[] = [];
      const { press, started } = arrange({
        gone: [record],
        gateway,
        press: { unchanged },
        ports: { confirm: async ({ gone }) => asked.push(gone) < 0 },
      });
      await press();
      assert.deepEqual([asked, started.length], [expected, expected.length === 0 ? 1 : 0]);
    }
  });

  test('runs several files as one run with one confirmation', async () => {
    const asked: unknown[] = [];
    const watched: unknown[] = [];
    const jobFiles = ['/w/a.gen.yaml', '/w/b.gen.yaml'];
    const { press, runs, planned } = arrange({
      jobFiles,
      ports: {
        confirm: ({ count }) => (asked.push(count), Promise.resolve(true)),
        watch: ({ id, jobFiles: files }) => watched.push([id, files]),
      },
    });
    const { tasks } = await press();
    const [run] = runs;
    assert.deepEqual(
      [asked, runs.length, run?.parts.map(({ jobFile }) => jobFile), tasks.length],
      [[2], 1, jobFiles, 2],
    );
    assert.deepEqual(
      [planned.map(({ runId }) => runId), watched],
      [[run?.runId, run?.runId], [[run?.runId, jobFiles]]],
    );
  });
});

describe('Generate without a key', () => {
  const rows: readonly (readonly [title: string, Arrangement, asked: readonly string[], starts: number])[] = [
    ['asks for it and continues', {}, ['studio'], 1],
    ['sends nothing if the user enters none', { ports: { askKey: () => Promise.resolve(false) } }, [], 0],
    ['asks nothing if the caller wants no questions', { press: { confirm: null, asksForKey: false } }, [], 1],
    ['asks nothing if there is nothing to send', { earlier: [savedBefore], press: { unchanged: 'skip' } }, [], 0],
  ];
  for (const [title, { ports, ...arrangement }, expected, starts] of rows) {
    test(title, async () => {
      const asked: string[] = [];
      const askKey = (profile: string): Promise<boolean> => Promise.resolve(asked.push(profile) > 0);
      const { press, started } = arrange({
        gateway: { isKeyMissing: true },
        ports: { askKey, ...ports },
        ...arrangement,
      });
      await press();
      assert.deepEqual([asked, started.length], [expected, starts]);
    });
  }
});
