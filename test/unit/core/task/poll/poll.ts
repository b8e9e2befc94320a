import type { Delivery, QueryOutcome, TaskView } from '../../../../../src/core/task/gatewayPort.ts';
import { pollTask } from '../../../../../src/core/task/poll/pollTask.ts';
import {
  createTaskBench,
  untilPending,
  type QueryStep,
  type TaskBenchOptions,
} from '../../../../fakes/tasks/taskBench.ts';

const delivery: Delivery = {
  source: { kind: 'url', url: 'https://x.example/a.png' },
  title: null,
  lyrics: null,
};
export const view = (phase: TaskView['phase'], changes: Partial<TaskView> = {}): TaskView => ({
  phase,
  statusWord: phase,
  progress: null,
  amountUsd: null,
  deliveries: [],
  failure: '',
  ...changes,
});
export const task = (...[phase, changes]: Parameters<typeof view>): QueryOutcome => ({
  kind: 'task',
  view: view(phase, changes),
});
export const running = task('running');
export const done = task('succeeded', { deliveries: [delivery], amountUsd: 0.04 });
export const silent: QueryOutcome = { kind: 'unreachable', message: 'timeout', wasSent: true };
export const offline: QueryOutcome = { kind: 'unreachable', message: 'ENETDOWN', wasSent: false };

/** Polls a task that was submitted just now, or was adopted. `atMs`: the moments of its queries. */
export async function poll(
  queries: readonly QueryStep[],
  { isFresh = true, ...options }: TaskBenchOptions & { readonly isFresh?: boolean } = {},
) {
  const bench = createTaskBench({ changes: untilPending, queries, ...options });
  const start = bench.clock.now();
  const shown: (string | undefined)[] = [];
  bench.store.onDidChange(({ error }) => void (shown.at(-1) === error?.code || shown.push(error?.code)));
  await pollTask(bench.watch, { isFresh });
  const { state, error } = bench.task();
  return { bench, shown, atMs: bench.queried.map(({ at }) => at - start), state, error };
}
