import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { mergeFacts, type TaskFacts } from '../../../../src/host/preview/taskFacts.ts';
import { makeArtifact, makeRecord, makeTask } from '../../../support/previewHarness/scene.ts';

const brief = ({ taskId, state, artifacts }: TaskFacts) =>
  [taskId, state, ...artifacts.map(({ path }) => path)].join(' ');
const merge = (records: readonly RunsRecord[], tasks: readonly Task[] = []) =>
  mergeFacts(records, tasks, '/project/hero.gen.yaml').map(brief);
const image = (path: string, sha256 = 'a'.repeat(64)) => makeArtifact(path, 'image/png', { sha256 });

test('a line has the facts of its task, with title and lyrics on each clip and times that are known', () => {
  const record = makeRecord(1, {
    axes: { season: 'spring' },
    artifacts: [image('a.png'), image('b.png')],
    title: 'Harbor',
    lyrics: 'la la',
    profile: 'studio',
    error: { code: 'x', message: 'y' },
  });
  const [facts] = mergeFacts([record], [], '/project/hero.gen.yaml');
  assert.deepEqual(
    [facts?.axes, facts?.isSandbox, facts?.journalId, facts?.error, facts?.createdAt, facts?.submittedAt],
    [{ season: 'spring' }, false, null, { code: 'x', message: 'y' }, null, null],
  );
  assert.deepEqual(
    facts?.artifacts.map(({ title, lyrics, mediaType }) => [title, lyrics, mediaType]),
    [
      ['Harbor', 'la la', 'image/png'],
      ['Harbor', 'la la', 'image/png'],
    ],
  );
  assert.equal(facts?.endedAt, Date.UTC(2026, 10, 20, 9, 1));
});

test('a line belongs to the job file that it is read for, also after a rename that keeps the runs file', () => {
  const record = makeRecord(1, { artifacts: [image('a.png')] });
  for (const jobFile of ['/project/hero.gen.yml', '/project/hero.gen.yaml']) {
    const [facts] = mergeFacts([record], [], jobFile);
    assert.deepEqual([facts?.jobFile, facts?.artifacts[0]?.jobFile], [jobFile, jobFile]);
  }
});

test('a line with an impossible time is the oldest', () => {
  assert.equal(mergeFacts([makeRecord(1, { at: 'yesterday' })], [], '/project/hero.gen.yaml')[0]?.endedAt, 0);
});

test('the newest facts about a gateway task replace the older ones', () => {
  const early = makeRecord(1, { task_id: 'task_j', status: 'unsaved' });
  const late = makeRecord(2, { task_id: 'task_j', status: 'saved', artifacts: [image('a.png')] });
  assert.deepEqual(merge([early, late]), ['task_j saved a.png']);
  assert.deepEqual(merge([early], [makeTask('j', { state: 'running' })]), ['task_j running']);
});

test('tasks follow the lines in the order of their creation', () => {
  const tasks = [makeTask('late', { createdAt: 9 }), makeTask('early', { createdAt: 3 })];
  assert.deepEqual(merge([makeRecord(1)], tasks), ['task_1 saved', 'task_early running', 'task_late running']);
});

test('an attempt is replaced by a later one of the same request, unless it has made something else', () => {
  const attempt = (minute: number, changes: Partial<RunsRecord>) => makeRecord(minute, { run: 'run', ...changes });
  const failed = attempt(1, { status: 'failed' });
  const half = attempt(2, { status: 'failed', artifacts: [image('a.png')] });
  const whole = attempt(3, { artifacts: [image('a.png'), image('b.png')] });
  const other = attempt(4, { artifacts: [image('a.png', 'b'.repeat(64))] });
  assert.deepEqual(
    [merge([failed, whole]), merge([half, whole]), merge([whole, half]), merge([whole, other]), merge([failed, half])],
    [
      ['task_3 saved a.png b.png'],
      ['task_3 saved a.png b.png'],
      ['task_3 saved a.png b.png', 'task_2 failed a.png'],
      ['task_3 saved a.png b.png', 'task_4 saved a.png'],
      ['task_2 failed a.png'],
    ],
  );
});

test('attempts of another job or index are kept', () => {
  const records = [
    makeRecord(1, { run: 'run', status: 'failed' }),
    makeRecord(2, { run: 'run', index: 2 }),
    makeRecord(3, { run: 'run', job: 'still' }),
  ];
  assert.equal(merge(records).length, 3);
});
