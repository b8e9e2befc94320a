import type { SubmitOutcome } from '../../../../src/core/task/gatewayPort.ts';
import type { SeenBalance } from '../../../../src/core/task/model/task.ts';
import type { TaskSeed } from '../../../../src/core/task/model/taskEvent.ts';
import { Watchers } from '../../../../src/core/task/watchers.ts';
import {
  buildSeed,
  createTaskBench,
  times,
  type SubmitStep,
  type TaskBenchOptions,
} from '../../../fakes/tasks/taskBench.ts';
import { buildServices } from '../../../fakes/tasks/taskServices.ts';

/** The terms of the run of each task. */
export const terms = { concurrency: 4, budgetUsd: null, stopsOnError: false };

/** Rejects when the signal aborts. */
const untilAborted = (_call: unknown, signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** Resolves when nothing more happens without a timer. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await settle();
}

/** Whether the work ends without a timer. */
export async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), settle().then(() => false)]);
}

/**
 * Arranges the task `t1` of a run. Polls never end. `recorded`: the tasks with a line in the runs file, with their
 * states.
 */
export function arrange({ seed, submits = [], queries = times(4, untilAborted), ...options }: TaskBenchOptions = {}) {
  const plain = { terms, ...seed };
  const bench = createTaskBench({ seed: plain, submits, queries, ...options });
  const { store } = bench;
  const recorded: string[] = [];
  const reads: string[] = [];
  const balance: { next: () => Promise<SeenBalance | null> } = { next: () => Promise.resolve(null) };
  const services = buildServices(bench.services, {
    budget: { holds: (id) => id === 'held' },
    recorder: { record: (id) => Promise.resolve(void recorded.push(`${id} ${store.get(id)?.task.state}`)) },
    balances: {
      read(profile) {
        reads.push(profile);
        return balance.next();
      },
    },
  });
  const watchers = new Watchers(services);
  const add = (id: string, changes: Partial<TaskSeed> = {}): Promise<void> =>
    store.add([{ id, seed: buildSeed({ ...plain, ...changes }) }]);
  const states = () => store.list().map(({ task }) => [task.id, task.state, task.error?.code ?? null]);
  return { ...bench, watchers, recorded, reads, balance, add, states };
}

/** Arranges a request that is being sent until `respond` is called. */
export function arrangeSending(options: TaskBenchOptions = {}) {
  let respond: (outcome: SubmitOutcome) => void = () => undefined;
  const submit: SubmitStep = (call, signal) => {
    call.onSent?.();
    return Promise.race([untilAborted(call, signal), new Promise<SubmitOutcome>((resolve) => (respond = resolve))]);
  };
  const parts = arrange({ submits: [submit], ...options });
  const watched = parts.watchers.watch('t1');
  const sent = until(() => parts.task().state === 'sending' && parts.submitted.length === 1);
  return { ...parts, watched, sent, respond: (outcome: SubmitOutcome) => respond(outcome) };
}
