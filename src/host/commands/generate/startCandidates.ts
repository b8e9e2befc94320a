import { mayBeCharged } from '../../../core/task/isInFlight.ts';
import { isSamePlan } from '../../../core/task/isSamePlan.ts';
import { mapGiven } from '../../../core/task/sourceList.ts';
import type { Task } from '../../../core/task/task.ts';
import type { Earlier, Engine } from '../../../engine.ts';
import { groupBy } from '../../../core/support/groupBy.ts';
import type { Candidate, GeneratePorts, PlannedJobFile } from './generatePorts.ts';
import { mapTaskResult, type TaskResult } from '../../../engine/generateResult.ts';

/** One press, once all questions are answered. */
export interface StartContext {
  readonly candidates: readonly Candidate[];
  /** What another press has started meanwhile. */
  readonly running: ReadonlyMap<Candidate, Earlier>;
  readonly ports: Pick<GeneratePorts, 'watch'>;
  /** Filled in place: the caller keeps the order of the file. */
  readonly results: Map<Candidate, TaskResult>;
}

/** One run a job file; resolves when all have ended. What is not started stands for those that need it. */
export async function startAndWait(
  engine: Pick<Engine, 'start'>,
  startable: readonly Candidate[],
  context: StartContext,
): Promise<void> {
  const runs = [...groupBy(startable, ({ jobFile }) => jobFile)].map(([jobFile, candidates]) => ({
    jobFile,
    candidates,
    run: startRun(engine, { jobFile, candidates }, context),
  }));
  if (runs.length === 0) return;
  context.ports.watch(runs.map(({ jobFile, run }) => ({ id: run.id, jobFile: jobFile.path, done: run.done })));
  for (const { candidates, run } of runs) {
    const tasks = await run.done;
    for (const [at, task] of tasks.entries()) {
      const candidate = candidates[at];
      if (candidate) context.results.set(candidate, mapTaskResult(task));
    }
  }
}

function startRun(
  engine: Pick<Engine, 'start'>,
  { jobFile, candidates }: { readonly jobFile: PlannedJobFile; readonly candidates: readonly Candidate[] },
  { candidates: all, running }: StartContext,
): ReturnType<Engine['start']> {
  const { path, boundary, concurrency, gateway, plan } = jobFile;
  const started = new Set(candidates);
  const left = all.filter((each) => each.jobFile === jobFile && !started.has(each));
  const given = left.flatMap((each) => {
    const earlier = running.get(each) ?? each.earlier;
    return earlier ? [mapGiven(each.request, earlier)] : [];
  });
  return engine.start({
    jobFile: path,
    boundary,
    profile: gateway.profile,
    requests: candidates.map(({ request }) => request),
    concurrency,
    runId: plan.runId,
    given: [...plan.given, ...given],
    budgetUsd: plan.controls.budgetUsd,
    onError: plan.controls.onError,
  });
}

/** Tasks for the same requests that were not there when the press was planned. */
export function findNewlyRunning(
  tasks: readonly Task[],
  candidates: readonly Candidate[],
): ReadonlyMap<Candidate, Earlier> {
  const live = tasks.filter(mayBeCharged);
  const found = new Map<Candidate, Earlier>();
  const taken = new Set(candidates.flatMap(({ earlier }) => (earlier?.kind === 'running' ? [earlier.task.id] : [])));
  const match = (candidate: Candidate, isSame: (task: Task) => boolean): void => {
    const { path, gateway } = candidate.jobFile;
    const task = live.find(
      (each) => !taken.has(each.id) && each.jobFile === path && each.isSandbox === gateway.isSandbox && isSame(each),
    );
    if (!task) return;
    taken.add(task.id);
    found.set(candidate, { kind: 'running', task });
  };
  const [waiting, ready] = [candidates.filter(isWaiting), candidates.filter((each) => !isWaiting(each))];
  for (const each of ready) match(each, ({ request }) => request.fingerprint === each.request.fingerprint);
  // What waits for results that another run makes now is made by that run, too.
  const runs = new Set(
    [...found.values()].flatMap((earlier) => (earlier.kind === 'running' ? [earlier.task.run] : [])),
  );
  for (const each of waiting) match(each, ({ run, request }) => runs.has(run) && isSamePlan(request, each.request));
  return found;
}

/** Nobody knows yet what it will ask for. */
function isWaiting({ request }: Candidate): boolean {
  return request.fingerprint === '';
}
