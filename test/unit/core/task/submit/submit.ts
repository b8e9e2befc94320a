import { submitTask } from '../../../../../src/core/task/submit/submitTask.ts';
import { createTaskBench, type SubmitStep, type TaskBenchOptions } from '../../../../fakes/tasks/taskBench.ts';

/** Submits a task. Returns what is visible from outside. */
export async function submit(submits: readonly SubmitStep[], options: TaskBenchOptions = {}) {
  const bench = createTaskBench({ submits, ...options });
  await submitTask(bench.watch);
  const { state, error } = bench.task();
  return { bench, seen: [state, error?.code ?? null, bench.submitted.length] as const };
}
