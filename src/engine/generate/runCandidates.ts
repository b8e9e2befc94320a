import { dirname, resolve } from 'node:path';
import type { PlannedRequest } from '../../core/jobFile/request.ts';
import { groupBy } from '../../core/support/groupBy.ts';
import type { Task } from '../../core/task/model/task.ts';
import { isOpen, isInFlight, paidUsd } from '../../core/task/model/taskStates.ts';
import { buildJobResult } from '../../core/task/model/buildRunsRecord.ts';
import { findExisting, isSamePlan, mapGiven, type Earlier } from '../../core/task/model/earlier.ts';
import type { RunOrderPart } from '../../core/task/run/startRun.ts';
import { yieldedTo } from '../../core/task/model/rivals.ts';
import { requestKey } from '../../core/task/model/taskEntry.ts';
import { createJobFileMatch } from '../../node/jobFilePaths.ts';
import type { Engine } from '../engine.ts';
import type { Candidate, GeneratePorts, PlannedJobFile, Press, TaskResult } from './press.ts';

/** The part of the engine that runs requests. */
export type PressEngine = Pick<Engine, 'start' | 'tasks' | 'readForeignTasks' | 'readRuns'>;

/** A press after its last question. */
interface RunContext {
  /** All requests of the press, in the order of its files. */
  readonly candidates: readonly Candidate[];
  /** Whether requests that another program has sent are sent again. Otherwise they are only watched. */
  readonly sendsAll: boolean;
  readonly press: Press;
  readonly ports: GeneratePorts;
  /** The run id that the files were planned with. */
  readonly runId: string;
}

/** Runs the wanted requests. Resolves with the results of all that are or were sent, in the order of the files. */
export async function runCandidates(
  engine: PressEngine,
  wanted: readonly Candidate[],
  { candidates, sendsAll, press, ports, runId }: RunContext,
): Promise<readonly TaskResult[]> {
  const folders = [...new Set(wanted.map(({ jobFile }) => dirname(jobFile.path)))];
  const foreign = await engine.readForeignTasks(folders);
  // The questions took time, and another press, in this or another window, may have started the same requests
  // meanwhile. Nothing is awaited from here to the start, so that a third press cannot start them in between.
  const repeats = press.unchanged === 'generate' && !ports.awaitTask;
  const tasks = repeats ? [] : addForeign(engine.tasks(), foreign);
  const found = findNewTasks(tasks, { wanted, candidates });
  const startable = new Set(wanted.filter((each) => !found.has(each)));
  const left = new Map<Candidate, Earlier>();
  for (const each of candidates) {
    const earlier = found.get(each) ?? each.earlier;
    if (earlier && !startable.has(each)) left.set(each, earlier);
  }
  // A stopped task is resumed here, before the run starts, so that a request of the run that needs its result finds it.
  const leftResults = [...left].map(
    async ([each, earlier]) => [each, await reportEarlier(each, earlier, ports)] as const,
  );
  const groups = [...groupBy([...startable], ({ jobFile }) => jobFile)];
  const wasShown = press.confirm !== null;
  const started = groups.flatMap(([, own]) => own);
  const parts = groups.map(([jobFile, own]) =>
    buildPart(jobFile, own, {
      left,
      wasShown,
      known: tasks.filter(isKnownTo(own, { jobFile, candidates })),
      remade: new Map(
        own.flatMap(({ request, earlier }) => (earlier?.kind === 'recorded' ? [[request, earlier.record.run]] : [])),
      ),
      // What only the folder names has no id of this storage by which the user could know it.
      apart: new Set(own.filter((each) => repeats || (sendsAll && isElsewhere(each))).map(({ request }) => request)),
      elsewhere: new Map(
        sendsAll ? [] : own.filter(isElsewhere).map(({ request, earlier }) => [request, earlier.open]),
      ),
    }),
  );
  const run = parts.length > 0 ? engine.start({ runId, parts }) : null;
  if (run) ports.watch?.({ ...run, jobFiles: parts.map(({ jobFile }) => jobFile) });
  const results = new Map(await Promise.all(leftResults));
  const ended = (await run?.done) ?? [];
  const rivals = ended.some(yieldedTo) ? addForeign(engine.tasks(), await engine.readForeignTasks(folders)) : [];
  for (const [at, task] of ended.entries()) {
    const candidate = started[at];
    const earlier = await findMade(task, rivals, engine);
    if (candidate)
      results.set(candidate, earlier ? await reportEarlier(candidate, earlier, ports) : mapTaskResult(task));
  }
  return candidates.flatMap((each) => results.get(each) ?? []);
}

/** Finds what makes, or has made, the result of a task that was not sent because of that. */
async function findMade(
  task: Task,
  rivals: readonly Task[],
  engine: Pick<PressEngine, 'readRuns'>,
): Promise<Earlier | undefined> {
  const made = yieldedTo(task);
  if (made === null) return undefined;
  const rival = rivals.find(({ id }) => id === made);
  if (rival) return { kind: 'task', task: rival };
  const record = (await engine.readRuns(task.jobFile)).find((each) => requestKey(each) === made);
  return record && { kind: 'recorded', record };
}

/** A task that this process has adopted since the others were read belongs to this process. */
function addForeign(own: readonly Task[], foreign: readonly Task[]): readonly Task[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...foreign.filter(({ id }) => !ids.has(id))];
}

/**
 * Returns whether the user knows that a task makes a request of the job file, or has made it. The fingerprint of a
 * request that waits for other jobs is unknown, so the user knows only the task that the press has found, and what was
 * saved when the press was planned.
 */
function isKnownTo(
  started: readonly Candidate[],
  { jobFile, candidates }: { readonly jobFile: PlannedJobFile; readonly candidates: readonly Candidate[] },
): (task: Task) => boolean {
  const found = new Set(candidates.flatMap(({ earlier }) => (earlier?.kind === 'task' ? [earlier.task.id] : [])));
  const fingerprints = new Set(started.flatMap((each) => (isWaiting(each) ? [] : each.request.fingerprint)));
  const waiting = new Set(started.filter(isWaiting).map(({ request }) => request.job));
  const isOfFile = createJobFileMatch(jobFile.path);
  const isSame = ({ id, request }: Task): boolean =>
    fingerprints.has(request.fingerprint) || (jobFile.plan.savedIds.has(id) && waiting.has(request.job));
  return (task) => found.has(task.id) || (isSame(task) && isOfFile(task.jobFile));
}

interface GivenOptions {
  /** Requests that are not started. */
  readonly left: ReadonlyMap<Candidate, Earlier>;
  /** Whether the user was shown the texts that only a record vouches for. */
  readonly wasShown: boolean;
}

/** Requests that are not started are passed on to the requests that need them. */
function buildPart(
  jobFile: PlannedJobFile,
  candidates: readonly Candidate[],
  { left, wasShown, ...others }: Pick<RunOrderPart, 'known' | 'remade' | 'apart' | 'elsewhere'> & GivenOptions,
): RunOrderPart {
  const { path, boundary, concurrency, gateway, plan } = jobFile;
  const given = [...left].flatMap(([each, earlier]) => {
    const existing = findExisting(earlier);
    return existing && each.jobFile === jobFile ? [mapGiven(each.request, existing)] : [];
  });
  return {
    jobFile: path,
    boundary,
    profile: gateway.profile,
    origin: gateway.isSandbox ? null : gateway.origin,
    requests: candidates.map(({ request }) => request),
    concurrency,
    given: [...plan.given, ...given].map(({ from: { texts, ...from }, ...each }) => ({
      ...each,
      from: wasShown && texts !== undefined ? { ...from, texts } : from,
    })),
    ...others,
    budgetUsd: plan.controls.budgetUsd,
    onError: plan.controls.onError,
  };
}

async function reportEarlier(
  { request, jobFile }: Candidate,
  earlier: Earlier,
  ports: GeneratePorts,
): Promise<TaskResult> {
  const ended = earlier.kind === 'task' ? await ports.awaitTask?.(earlier.task) : null;
  if (ended) return mapTaskResult(ended);
  const unchanged = mapUnchanged(request, earlier, jobFile.path);
  if (earlier.kind !== 'sent' || !ports.awaitTask) return unchanged;
  const { status, error } = earlier.record;
  return { ...unchanged, status, error };
}

/**
 * Finds tasks for wanted requests that had none when the press was planned: open ones, and ones that were saved
 * meanwhile. Each task belongs to one request of the press, wanted or not, because a job may request several
 * equal results, and their fingerprints are equal too.
 */
function findNewTasks(
  tasks: readonly Task[],
  { wanted, candidates }: { readonly wanted: readonly Candidate[]; readonly candidates: readonly Candidate[] },
): ReadonlyMap<Candidate, Earlier> {
  const found = new Map<Candidate, Earlier>();
  const taken = new Set(candidates.flatMap(({ earlier }) => (earlier?.kind === 'task' ? [earlier.task.id] : [])));
  const parts = new Set<string>();
  const paths = new Set(wanted.map(({ jobFile }) => jobFile.path));
  const isOfFile = new Map([...paths].map((path) => [path, createJobFileMatch(path)]));
  // Thousands of saved tasks that every plan knows would otherwise be looked at for each request.
  const plans = [...new Set(candidates.map(({ jobFile }) => jobFile.plan))];
  const isNew = ({ id, state }: Task): boolean => state === 'saved' && plans.some(({ savedIds }) => !savedIds.has(id));
  const relevant = tasks.filter((each) => isOpen(each) || isNew(each));
  const match = (candidate: Candidate, isSame: (task: Task) => boolean): void => {
    const { path, gateway } = candidate.jobFile;
    const task = relevant.find(
      (each) =>
        (isOpen(each) || isSavedSince(each, candidate)) &&
        !taken.has(each.id) &&
        each.isSandbox === gateway.isSandbox &&
        isSame(each) &&
        isOfFile.get(path)?.(each.jobFile) === true,
    );
    if (!task) return;
    taken.add(task.id);
    parts.add(partKey(task));
    found.set(candidate, { kind: 'task', task });
  };
  const [waiting, ready] = [wanted.filter(isWaiting), wanted.filter((each) => !isWaiting(each))];
  for (const each of ready) match(each, ({ request }) => request.fingerprint === each.request.fingerprint);
  // A request that waits for results which another run is making now is made by that run too.
  for (const each of waiting) match(each, (task) => parts.has(partKey(task)) && isSamePlan(task.request, each.request));
  return found;
}

/** A request whose result was known when the user answered is sent again on purpose. */
function isSavedSince({ id, state }: Task, { earlier, jobFile }: Candidate): boolean {
  return state === 'saved' && earlier === null && !jobFile.plan.savedIds.has(id);
}

function isElsewhere(each: Candidate): each is Candidate & { earlier: Extract<Earlier, { kind: 'elsewhere' }> } {
  return each.earlier?.kind === 'elsewhere';
}

/** The fingerprint is unknown until the needed jobs have results. */
function isWaiting({ request }: Candidate): boolean {
  return request.fingerprint === '';
}

/** Key of the part of a run that is about one job file. */
function partKey({ run, jobFile }: Task): string {
  return JSON.stringify([run, jobFile]);
}

/** Maps a task whose run has ended. `message` is empty if the gateway gave no reason. */
export function mapTaskResult(task: Task): TaskResult {
  const status = mapStatus(task);
  // As the next process says it about a request whose response this one did not await.
  const error = task.state === status || status === 'stopped' ? task.error : { code: 'no-answer', message: '' };
  return {
    id: task.id,
    taskId: task.taskId,
    jobFile: task.jobFile,
    job: task.request.job,
    index: task.request.index,
    status,
    artifacts: task.artifacts.map(({ path }) => resolve(dirname(task.jobFile), path)),
    amountUsd: paidUsd(task),
    error: error && { code: error.code, message: error.message },
  };
}

/**
 * A run also ends when the window closes. Its tasks in flight are no longer watched here then. A request without a
 * response may have been charged, unless another process still awaits it.
 */
function mapStatus({ state, doubtfulAttempts, holder }: Task): TaskResult['status'] {
  const isInDoubt = state === 'sending' || (state === 'planned' && doubtfulAttempts > 0);
  if (isInDoubt && !holder) return 'unconfirmed';
  return isInFlight(state) ? 'stopped' : state;
}

/** Maps a request that was not sent because its result or an open task exists. */
export function mapUnchanged(request: PlannedRequest, earlier: Earlier, jobFile: string): TaskResult {
  const { job, index } = request;
  const nothingYet = { artifacts: [], amount_usd: null };
  const result =
    earlier.kind === 'task'
      ? buildJobResult(earlier.task)
      : earlier.kind === 'elsewhere'
        ? { ...nothingYet, ...earlier.open }
        : earlier.record;
  return {
    id: earlier.kind === 'task' ? earlier.task.id : null,
    taskId: result.task_id,
    jobFile,
    job,
    index,
    status: 'unchanged',
    artifacts: result.artifacts.map(({ path }) => resolve(dirname(jobFile), path)),
    amountUsd: result.amount_usd,
    error: null,
  };
}
