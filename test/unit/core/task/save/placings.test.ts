import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ForeignTask } from '../../../../../src/core/task/journalPort.ts';
import type { Artifact } from '../../../../../src/core/task/model/task.ts';
import type { Result } from '../../../../../src/core/task/model/taskEntry.ts';
import { createEntry } from '../../../../../src/core/task/model/transition.ts';
import type { SaveOrder, SaveOutcome } from '../../../../../src/core/task/ports.ts';
import { saveTask } from '../../../../../src/core/task/save/saveTask.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';
import {
  buildSeed,
  createTaskBench,
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

const one = urlResult('https://x.example/1.png');
/** Saves a task with these results. */
async function save(results: readonly Result[], saves: readonly SaveStep[], options: TaskBenchOptions = {}) {
  const bench = createTaskBench({ changes: untilSaving(results), saves, ...options });
  await saveTask(bench.watch);
  const { state, error, artifacts } = bench.task();
  return { bench, state, error: error?.code ?? null, paths: artifacts.map(({ path }) => path) };
}

describe('a file whose placing was recorded before a crash', () => {
  const placing = { kind: 'placing', piece: '0', artifact: buildArtifact('hero.png') } as const;
  const changes = [...untilSaving([one]), placing];
  const artifacts = (isThere: boolean, save: (order: SaveOrder) => SaveOutcome) => ({
    probe: () => Promise.resolve(null),
    has: () => Promise.resolve(isThere),
    save: (order: SaveOrder) => Promise.resolve(save(order)),
  });

  test('is not saved twice if it is there', async () => {
    const { state, paths } = await save([], [], {
      changes,
      over: { artifacts: artifacts(true, () => assert.fail('It is saved again')) },
    });

    assert.deepEqual([state, paths], ['saved', ['hero.png']]);
  });

  test('wants its name again if it is not there', async () => {
    const claimed: (string | null)[] = [];
    const savedAgain = (order: SaveOrder): SaveOutcome => {
      claimed.push(order.claimed);
      return saved('hero.png');
    };
    await save([], [], { changes, over: { artifacts: artifacts(false, savedAgain) } });

    assert.deepEqual(claimed, ['hero.png']);
  });

  test('is recorded before it gets its name, and measured only if that did not end an earlier process', async () => {
    const place: SaveStep = async (order) => {
      await order.onMeasuring?.();
      await order.onPlacing(buildArtifact('hero.png'));
      return saved('hero.png');
    };
    const plain = await save([one], [place]);
    const after = await save([], [place], { changes: [...untilSaving([one]), { kind: 'measuring', piece: '0' }] });

    assert.deepEqual(
      [plain.bench.kinds(), after.bench.kinds()],
      [
        ['measuring', 'placing', 'saved'],
        ['placing', 'saved'],
      ],
    );
  });

  test('is not placed by a process that has lost the task', async () => {
    const place: SaveStep = async (order) => {
      bench.watch.lose();
      await order.onPlacing(buildArtifact('hero.png'));
      return saved('hero.png');
    };
    const bench = createTaskBench({ changes: untilSaving([one]), saves: [place] });

    await assert.rejects(saveTask(bench.watch), /Adopted/);
    assert.deepEqual([bench.task().state, bench.kinds()], ['saving', []]);
  });
});

describe('what a file may replace', () => {
  const sha256 = 'b'.repeat(64);
  const mine = { ...buildArtifact('hero.png'), sha256 };
  const other = { ...createEntry('t2', 0, buildSeed()), placings: [{ piece: '0', artifact: mine }] };
  const foreign: ForeignTask = { entry: other, hasGap: false, isUnlisted: true, holder: 'alive' };
  const rows: readonly (readonly [string, TaskBenchOptions, boolean])[] = [
    [
      'a file that this task has placed',
      { changes: [...untilSaving([one]), { kind: 'placing', piece: '1', artifact: mine }] },
      true,
    ],
    ['a file of another window, even of a removed task', { foreign: [foreign] }, true],
    ['a file in the ledger', { over: { ledger: { hasArtifact: (hash) => Promise.resolve(hash === sha256) } } }, true],
    ['no other file', {}, false],
  ];
  for (const [title, options, expected] of rows) {
    test(`is ${title}`, async () => {
      const seen: boolean[] = [];
      const ask: SaveStep = async (order) => {
        seen.push(await order.isOurs(sha256));
        return saved('hero.png');
      };
      await save([one], [ask], options);

      assert.deepEqual(seen, [expected]);
    });
  }

  test('is nothing that a result of the same run has, whatever its job', async () => {
    const seen: (readonly string[])[] = [];
    const ask: SaveStep = ({ siblingPaths }) => {
      seen.push([...siblingPaths()]);
      return Promise.resolve(saved('hero.png'));
    };
    const bench = createTaskBench({
      changes: [...untilSaving([one]), { kind: 'placing', piece: '0', artifact: buildArtifact('own.png') }],
      saves: [ask],
    });
    for (const [id, changes] of [
      ['same', {}],
      ['otherRun', { run: 'run-2' }],
      ['otherFile', { jobFile: '/w/b.gen.yaml' }],
    ] as const) {
      await bench.store.add([{ id, seed: buildSeed(changes) }]);
      for (const change of [
        ...untilSaving([one]),
        { kind: 'placing', piece: '0', artifact: buildArtifact(`${id}.png`) } as const,
      ])
        await bench.store.change(id, change);
    }
    await saveTask(bench.watch);

    assert.deepEqual(seen, [['same.png']]);
  });
});

test('a result of the sandbox is fetched at its present port, and only that', async () => {
  const local = urlResult('http://127.0.0.1:1/files/a.png');
  const profile = { isSandbox: true, baseUrl: 'http://127.0.0.1:9' };
  const sandbox = await save([local], [saved('hero.png')], {
    profile,
    changes: untilSaving([local]).map((change) =>
      change.kind === 'sending' ? { ...change, isSandbox: true } : change,
    ),
  });
  const [plain, gone] = [
    await save([local], [saved('hero.png')]),
    await save([local], [saved('hero.png')], { profile: null }),
  ];
  const fetched = [sandbox, plain, gone].map(
    ({ bench }) => bench.orders.map(({ content, baseUrl }) => [content.kind === 'url' && content.url, baseUrl])[0],
  );

  assert.deepEqual(fetched, [
    ['http://127.0.0.1:9/files/a.png', 'http://127.0.0.1:9'],
    ['http://127.0.0.1:1/files/a.png', 'https://gateway.example'],
    ['http://127.0.0.1:1/files/a.png', null],
  ]);
});

test('provenance is embedded only if the job asks for it', async () => {
  const output = { dir: '', name: 'hero', collision: 'number', metadata: 'embed' } as const;
  const { bench } = await save([one], [saved('hero.png')], { seed: { request: buildRequest({ output }) } });
  const plain = await save([one], [saved('hero.png')]);

  assert.deepEqual(
    [JSON.parse(bench.orders[0]?.provenance ?? 'null').task_id, plain.bench.orders[0]?.provenance],
    ['g1', null],
  );
});
