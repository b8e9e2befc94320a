import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Emitter } from '../../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../../src/core/task/model/task.ts';
import type { ForeignTasksChange } from '../../../../../src/host/adapters/foreignTasks.ts';
import { buildTask } from '../../fakes/builders.ts';

await import('../../fakes/fakeVscode.ts');
const { createStatusReader } = await import('../../../../../src/host/language/lens/statusReader.ts');

const file = '/w/hero.gen.yaml';
const other = '/w/other.gen.yaml';

/** Arranges a window with these tasks, which counts what a reader of the statuses reports. */
function arrange(context: TestContext, { tasks, visible = [file] }: { tasks: Task[]; visible?: readonly string[] }) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const changed = new Emitter<Task>();
  const removed = new Emitter<string>();
  let lists = 0;
  const engineHost = {
    allTasks: () => ((lists += 1), tasks),
    onDidChangeTask: changed.event,
    onDidRemoveTask: removed.event,
    onDidLoad: new Emitter<void>().event,
    onDidChangeForeignTasks: new Emitter<ForeignTasksChange>().event,
  };
  const shown = { files: visible };
  const reader = createStatusReader(engineHost as never, () => shown.files);
  context.after(() => reader.dispose());
  const changes: string[] = [];
  reader.onDidChange((path) => changes.push(path));
  return {
    reader,
    changes,
    shown,
    lists: () => lists,
    change: (at: number, over: Partial<Task>): void => {
      const task = { ...(tasks[at] ?? buildTask()), ...over };
      tasks[at] = task;
      changed.fire(task);
    },
    remove: (id: string) => removed.fire(id),
    /** Lets the time pass after which changes are shown. */
    settle: () => context.mock.timers.tick(250),
  };
}

const thousand = (jobFile = file): Task[] =>
  Array.from({ length: 1000 }, (_, at) => buildTask({ id: `task-${at}`, jobFile, state: 'planned' }));

test('a run of 1,000 tasks is drawn once for all changes of a moment, and not again for what is not shown', (context) => {
  const { changes, change, settle, lists } = arrange(context, { tasks: thousand() });
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
  const { changes, change, settle, lists } = arrange(context, { tasks: thousand(other) });
  for (let at = 0; at < 1000; at += 1) {
    change(at, { state: 'running' });
    settle();
  }
  // The file that is shown was read once, and not again.
  assert.deepEqual([changes, lists()], [[], 1]);
});

test('a removed task is no longer counted', (context) => {
  const tasks = [buildTask({ state: 'saved' })];
  const { changes, reader, remove, settle } = arrange(context, { tasks });
  reader.look();
  settle();
  assert.equal(reader.read(file).size, 1);
  tasks.pop();
  remove('task-1');
  settle();
  assert.deepEqual([reader.read(file).size, changes], [0, [file, file]]);
});
