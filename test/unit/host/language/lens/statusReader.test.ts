import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Emitter } from '../../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import type { Engine } from '../../../../../src/engine/index.ts';
import type { ForeignTasksChange } from '../../../../../src/host/adapters/foreignTasks.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { buildRecord, buildTask } from '../../fakes/builders.ts';
import { createFakeEngine } from '../../fakes/fakeEngine.ts';

await import('../../fakes/fakeVscode.ts');
const { createStatusReader } = await import('../../../../../src/host/language/lens/statusReader.ts');

const file = '/w/hero.gen.yaml';
const other = '/w/other.gen.yaml';

/** Arranges a window with these tasks, which counts what a reader of the statuses reports. */
function arrange(context: TestContext, tasks: Task[], engine: () => Promise<Engine> = assert.fail) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const changed = new Emitter<Task>();
  const removed = new Emitter<string>();
  let lists = 0;
  const engineHost = {
    engine,
    allTasks: () => ((lists += 1), tasks),
    onDidChangeTask: changed.event,
    onDidRemoveTask: removed.event,
    onDidLoad: new Emitter<void>().event,
    onDidChangeForeignTasks: new Emitter<ForeignTasksChange>().event,
  };
  const reader = createStatusReader(engineHost as never, () => [file]);
  context.after(() => reader.dispose());
  const changes: string[] = [];
  reader.onDidChange((path) => changes.push(path));
  return {
    reader,
    changes,
    lists: () => lists,
    change: (at: number, over: Partial<Task>): void => {
      const task = { ...(tasks[at] ?? buildTask()), ...over };
      tasks[at] = task;
      changed.fire(task);
    },
    remove: (id: string) => removed.fire(id),
    /** Lets the time pass after which changes are shown. */
    settle: () => context.mock.timers.tick(100),
  };
}

const thousand = (jobFile = file): Task[] =>
  Array.from({ length: 1000 }, (_, at) => buildTask({ id: `task-${at}`, jobFile, state: 'planned' }));

test('a run of 1,000 tasks is drawn once for all changes of a moment, and not again for what is not shown', (context) => {
  const { changes, change, settle, lists } = arrange(context, thousand());
  for (let at = 0; at < 1000; at += 1) change(at, { state: 'sending' });
  settle();
  assert.deepEqual([changes, lists()], [[file], 1]);

  for (let at = 0; at < 1000; at += 1) change(at, { state: 'pending', taskId: `gateway-${at}`, progress: 0.5 });
  settle();
  assert.deepEqual([changes, lists()], [[file], 2]);

  change(7, { state: 'saved' });
  settle();
  assert.deepEqual(changes, [file, file]);
});

test('a run of a job file that no editor shows draws nothing', (context) => {
  const { changes, change, settle, lists } = arrange(context, thousand(other));
  for (let at = 0; at < 1000; at += 1) {
    change(at, { state: 'running' });
    settle();
  }
  // The file that is shown was read once, and not again.
  assert.deepEqual([changes, lists()], [[], 1]);
});

test('a removed task is no longer counted', (context) => {
  const tasks = [buildTask({ state: 'saved' })];
  const { changes, reader, remove, settle } = arrange(context, tasks);
  reader.look();
  settle();
  assert.equal(reader.read(file).size, 1);
  tasks.pop();
  remove('task-1');
  settle();
  assert.deepEqual([reader.read(file).size, changes], [0, [file, file]]);
});

test('the last result of a job is its newest saved one, if there is a runs file that can be read', async (context) => {
  const folder = await makeTempFolder(context);
  let readRuns = () => Promise.reject<ReturnType<typeof buildRecord>[]>(new Error('EACCES'));
  let loads = 0;
  const { reader } = arrange(context, [], () => {
    loads += 1;
    return Promise.resolve({ ...createFakeEngine().engine, readRuns });
  });
  const list = async () =>
    [...(await reader.readResults(join(folder, 'hero.gen.yaml')))].map(([job, { task_id: id }]) => [job, id]);
  assert.deepEqual(await list(), []);
  assert.equal(loads, 0);

  await appendFile(join(folder, 'hero.gen.runs.jsonl'), 'a line\n');
  assert.deepEqual(await list(), []);
  const records = [
    buildRecord({ task_id: '1' }),
    buildRecord({ task_id: '2', job: 'door' }),
    buildRecord({ task_id: '3' }),
    buildRecord({ task_id: '4', status: 'failed' }),
  ];
  readRuns = () => Promise.resolve(records);
  assert.deepEqual(await list(), [
    [null, '3'],
    ['door', '2'],
  ]);
});
