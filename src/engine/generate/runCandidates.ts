import { dirname } from 'node:path';
import { groupBy } from '../../core/support/groupBy.ts';
import { mapGiven, type RunRequestPart } from '../../core/task/run/startRun.ts';
import type { Task } from '../../core/task/model/task.ts';
import type { Earlier } from '../../planning/runPlan.ts';
import { findNewTasks } from './findNewTasks.ts';
import { mapTaskResult, mapUnchanged, type TaskResult } from './generateResult.ts';
import type { Candidate, GeneratePorts, PlannedJobFile, Press, PressEngine } from './press.ts';

/** A press after its last question. */
export interface RunContext {
  /** All requests of the press, in the order of its files. */
  readonly candidates: readonly Candidate[];
  readonly press: Press;
  readonly ports: GeneratePorts;
  /** The run id that the files were planned with. */
  readonly runId: string;
}

/**
 * Starts the wanted requests as one run and resolves when all have ended: with a result for each request that is sent
 * now or was sent before, in the order of the files.
 */
export async function runCandidates(
  engine: PressEngine,
  wanted: readonly Candidate[],
  { candidates, press, ports, runId }: RunContext,
): Promise<readonly TaskResult[]> {
  const elsewhere = await engine.readElsewhere([...new Set(wanted.map(({ jobFile }) => dirname(jobFile.path)))]);
  // The questions took time, and another press, in this or another window, may have started the same requests
  // meanwhile. Nothing is awaited from here to the start, so that a third press cannot start them in between.
  const repeats = press.unchanged === 'generate' && !ports.follow;
  const tasks = repeats ? [] : mergeTasks(engine.tasks(), elsewhere);
  const found = findNewTasks(tasks, { wanted, candidates });
  const startable = new Set(wanted.filter((each) => !found.has(each)));
  const left = new Map<Candidate, Earlier>();
  for (const each of candidates) {
    const earlier = found.get(each) ?? each.earlier;
    if (earlier && !startable.has(each)) left.set(each, earlier);
  }
  // Called before the start, so that a dependent finds its stopped source resumed.
  const leftResults = [...left].map(
    async ([each, earlier]) => [each, await reportEarlier(each, earlier, ports)] as const,
  );
  const groups = [...groupBy([...startable], ({ jobFile }) => jobFile)];
  const started = groups.flatMap(([, own]) => own);
  const parts = groups.map(([jobFile, own]) => buildPart(jobFile, own, left));
  const run = parts.length > 0 ? engine.start({ runId, parts }) : null;
  if (run) ports.watch?.({ ...run, jobFiles: parts.map(({ jobFile }) => jobFile) });
  const results = new Map(await Promise.all(leftResults));
  for (const [at, task] of ((await run?.done) ?? []).entries()) {
    const candidate = started[at];
    if (candidate) results.set(candidate, mapTaskResult(task));
  }
  return candidates.flatMap((each) => results.get(each) ?? []);
}

/** A task that this process has adopted since the others were read belongs to this process. */
function mergeTasks(own: readonly Task[], elsewhere: readonly Task[]): readonly Task[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...elsewhere.filter(({ id }) => !ids.has(id))];
}

/** Requests that are not started are passed on to the requests that need them. */
function buildPart(
  jobFile: PlannedJobFile,
  candidates: readonly Candidate[],
  left: ReadonlyMap<Candidate, Earlier>,
): RunRequestPart {
  const { path, boundary, concurrency, gateway, plan } = jobFile;
  const given = [...left].flatMap(([each, earlier]) =>
    each.jobFile === jobFile ? [mapGiven(each.request, earlier)] : [],
  );
  return {
    jobFile: path,
    boundary,
    profile: gateway.profile,
    origin: gateway.isSandbox ? null : gateway.origin,
    requests: candidates.map(({ request }) => request),
    concurrency,
    given: [...plan.given, ...given],
    budgetUsd: plan.controls.budgetUsd,
    onError: plan.controls.onError,
  };
}

async function reportEarlier(
  { request, jobFile }: Candidate,
  earlier: Earlier,
  ports: GeneratePorts,
): Promise<TaskResult> {
  const ended = earlier.kind === 'open' ? await ports.follow?.(earlier.task) : null;
  return ended ? mapTaskResult(ended) : mapUnchanged(request, earlier, jobFile.path);
}
