import type { PlannedRequest } from '../../jobFile/request.ts';
import { groupBy } from '../../support/groupBy.ts';
import { sandboxProfile } from '../gatewayPort.ts';
import { isSamePlan, type GivenResult } from '../model/earlier.ts';
import type { OpenTask } from '../model/openTask.ts';
import type { Task } from '../model/task.ts';
import {
  madeKey,
  maxConcurrency,
  requestKey,
  type ResultRef,
  type RunTerms,
  type TaskEntry,
} from '../model/taskEntry.ts';
import type { TaskSeed } from '../model/taskEvent.ts';
import { wasSent } from '../model/taskStates.ts';
import { listAlongside } from '../model/rivals.ts';
import type { EngineServices } from '../watchers.ts';

export interface RunOrder {
  /** The `run.id` of the requests. A new id is created if it is left out or taken. */
  readonly runId?: string | undefined;
  /** One part per job file. The budgets of the settings are for all of them together. */
  readonly parts: readonly RunOrderPart[];
}

export interface RunOrderPart {
  /** Absolute path. */
  readonly jobFile: string;
  /** Artifacts may not leave this folder (absolute path). */
  readonly boundary: string;
  readonly profile: string;
  /** Origin that the user was shown. Null for the sandbox. Without an origin, the first submit decides. */
  readonly origin?: string | null | undefined;
  readonly requests: readonly PlannedRequest[];
  /** Results of needed jobs that exist or are being made, and so are not among `requests`. */
  readonly given?: readonly GivenResult[] | undefined;
  /**
   * Tasks that the user was told about. The requests may be sent although these tasks make the same ones, or have made
   * them.
   */
  readonly known?: readonly Task[] | undefined;
  /** The run whose recorded result of a request the user knew of, and wants another one. */
  readonly remade?: ReadonlyMap<PlannedRequest, string> | undefined;
  /** Requests of this part that are sent even if another task makes the same result. */
  readonly apart?: ReadonlySet<PlannedRequest> | undefined;
  /** Those of the requests that another program has sent. They are watched, and never sent. */
  readonly elsewhere?: ReadonlyMap<PlannedRequest, OpenTask> | undefined;
  /** Budget of the job file in USD. Null leaves the budget to the settings. */
  readonly budgetUsd?: number | null | undefined;
  /** Whether a failed task stops the submits of the other tasks of the file. Default: `continue`. */
  readonly onError?: 'stop' | 'continue' | undefined;
  /** Number of tasks of the file at the same time. */
  readonly concurrency: number;
}

export interface Run {
  readonly id: string;
  /** Resolves when all tasks have ended, in the order of parts and requests, or when the engine is disposed. */
  readonly done: Promise<readonly Task[]>;
}

/** All tasks of the run are in the list and on their way into the journal before any of its requests is sent. */
export function startRun({ runId, parts }: RunOrder, services: EngineServices): Run {
  const { createId, store, watchers } = services;
  const isNew = runId !== undefined && !store.list().some(({ task }) => task.run === runId);
  const run = isNew ? runId : createId();
  const seeds = parts.flatMap((part) => listSeeds(run, part, services)).map((seed) => ({ id: createId(), seed }));
  const superseded = parts.flatMap((part) => listSuperseded(part, store.list()));
  const added = store.add(seeds);
  // The tasks are removed at once, so that none of them can be resumed next to its successor.
  void store.remove(superseded);
  const ids = seeds.map(({ id }) => id);
  return { id: run, done: watchers.watchAdded(added, ids) };
}

function listSeeds(run: string, part: RunOrderPart, { store }: EngineServices): readonly TaskSeed[] {
  const { requests, given = [], known = [], remade, apart, elsewhere, jobFile, boundary, profile, origin } = part;
  const { concurrency, budgetUsd = null, onError } = part;
  const terms = buildTerms({ concurrency, budgetUsd, stopsOnError: onError === 'stop' });
  const isSandbox = profile === sandboxProfile;
  const place = { run, jobFile, boundary, profile, isSandbox, ...(origin ? { origin } : {}), terms };
  const listSources = createSourceList(run, requests, given);
  const own = store.list().flatMap(({ task }) => (task.jobFile === jobFile ? [task] : []));
  return requests.map((request) => {
    const sources = listSources(request);
    const open = elsewhere?.get(request);
    const recorded = remade?.get(request) ?? [];
    const alongside = apart?.has(request) ? 'all' : listAlongside(request, { known, own }).concat(recorded);
    return {
      ...place,
      request,
      ...(sources.length > 0 ? { sources } : {}),
      ...(alongside.length > 0 ? { alongside } : {}),
      ...(open ? { accepted: { taskId: open.task_id, submittedAt: Date.parse(open.at) } } : {}),
    };
  });
}

/** Returns the terms with numbers within their bounds, as the journal accepts them. */
export function buildTerms({ concurrency, budgetUsd, stopsOnError }: RunTerms): RunTerms {
  return {
    concurrency: Math.min(maxConcurrency, Math.max(1, Math.floor(concurrency) || 1)),
    budgetUsd: budgetUsd !== null && Number.isFinite(budgetUsd) ? Math.max(0, budgetUsd) : null,
    stopsOnError,
  };
}

/** Returns a function that lists what a request of a run waits for: all requests of the jobs that it needs. */
function createSourceList(
  run: string,
  requests: readonly PlannedRequest[],
  given: readonly GivenResult[],
): (request: PlannedRequest) => readonly ResultRef[] {
  // A result that this run makes replaces an existing one.
  const made = requests.map(({ job, index }) => ({ job, index, from: { run, job, index } }));
  const all = new Map([...given, ...made].map((each) => [jobIndexKey(each), each]));
  const byJob = groupBy([...all.values()], ({ job }) => job);
  return ({ needs }) =>
    needs.flatMap((job) => {
      const results = byJob.get(job)?.toSorted((one, other) => one.index - other.index);
      // No request makes the result and none is given, so the task is skipped when it looks for the result.
      return results?.map(({ from }) => from) ?? [{ run, job, index: 1 }];
    });
}

/**
 * Returns the ids of the tasks that a new run supersedes: they were never sent, and the run makes the same request, or
 * one with the same job and index. If one of them were resumed later, the same result would be paid for again. A task
 * stays if another task that stays waits for its result.
 */
function listSuperseded(
  { requests, jobFile, profile }: RunOrderPart,
  entries: readonly TaskEntry[],
): readonly string[] {
  const isMade = createRequestMatch(requests);
  const unsent = entries.filter((entry) => entry.task.jobFile === jobFile && isUnsent(entry));
  const superseded = new Map(
    unsent
      .filter((entry) => entry.task.profile === profile && isMade(entry))
      .map((entry) => [madeKey(entry.task), entry]),
  );
  const keepSources = ({ sources }: TaskEntry): void => {
    for (const key of sources.map(requestKey)) {
      const source = superseded.get(key);
      if (source && superseded.delete(key)) keepSources(source);
    }
  };
  for (const entry of unsent.filter((each) => !superseded.has(madeKey(each.task)))) keepSources(entry);
  return [...superseded.values()].map(({ task }) => task.id);
}

function isUnsent({ task }: TaskEntry): boolean {
  return (task.state === 'stopped' || task.state === 'skipped') && task.taskId === null && !wasSent(task);
}

/** Compares the fingerprint too, because the index of a request changes with its matrix. */
function createRequestMatch(requests: readonly PlannedRequest[]): (entry: TaskEntry) => boolean {
  const keys = new Set(requests.map(jobIndexKey));
  const fingerprints = new Set(requests.map(({ fingerprint }) => fingerprint));
  // A request that waits for other jobs has no fingerprint yet.
  const waiting = requests.filter(({ fingerprint }) => fingerprint === '');
  return ({ task: { request }, planned }) =>
    keys.has(jobIndexKey(request)) ||
    (request.fingerprint !== '' && fingerprints.has(request.fingerprint)) ||
    waiting.some((each) => isSamePlan(each, planned));
}

function jobIndexKey({ job, index }: Pick<PlannedRequest, 'job' | 'index'>): string {
  return JSON.stringify([job, index]);
}
