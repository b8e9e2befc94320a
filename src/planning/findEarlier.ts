import type { JobResult, RunsRecord } from '../core/artifact/runsRecord.ts';
import { addFingerprint } from '../core/jobFile/requests/fillRequest.ts';
import type { PlannedRequest, JobValues, ValuesOfJobs } from '../core/jobFile/request.ts';
import { groupBy } from '../core/support/groupBy.ts';
import { sandboxProfile } from '../core/task/gatewayPort.ts';
import { readForeignEntries, type JournalPort } from '../core/task/journalPort.ts';
import { buildJobResult, buildRunsRecord, endedAt, endKey, endKeyOf } from '../core/task/model/buildRunsRecord.ts';
import { listElsewhere, type OpenTask } from '../core/task/model/openTask.ts';
import { madeKey, requestKey, type ResultRef, type TaskEntry } from '../core/task/model/taskEntry.ts';
import { isOpen, taskStates } from '../core/task/model/taskStates.ts';
import type { OpenTasksPort, RunsFilePort } from '../core/task/ports.ts';
import { findExisting, isSamePlan, mapGiven, type Earlier } from '../core/task/model/earlier.ts';
import { buildJobValues, takeTexts, textsKey } from '../core/task/submit/jobValues.ts';
import { findArtifactFile, readArtifactText } from '../node/files/artifactFile.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { isImpossiblePath } from '../node/files/systemCode.ts';
import { createJobFileMatch } from '../node/jobFilePaths.ts';
import { sha256 } from '../node/sha256.ts';
import { createMovedFinder } from './findMoved.ts';

/** What exists for a job file before it is planned. */
export interface Known {
  /** Ids of the runs in the runs file. */
  readonly runs: ReadonlySet<string>;
  /** Tasks of all processes, for all job files. */
  readonly entries: readonly TaskEntry[];
  /** The tasks in `entries` that belong to this job file. */
  readonly own: readonly TaskEntry[];
  /** Saved results of this job file, newest first. */
  readonly saved: readonly RunsRecord[];
  /** Open tasks of this job file that only other programs have. */
  readonly elsewhere: readonly OpenTask[];
  /** Records of requests of this job file that only others have sent, and that have no saved result. */
  readonly sent: readonly RunsRecord[];
}

export interface KnownPorts {
  readonly openTasks: Pick<OpenTasksPort, 'read'>;
  readonly runsFile: Pick<RunsFilePort, 'read'>;
  readonly journal: Pick<JournalPort, 'readForeign'>;
  /** Tasks of this process, newest first. */
  readonly entries: () => readonly TaskEntry[];
}

/** Rejects if the runs file cannot be read. */
export async function readKnown(
  jobFile: string,
  { runsFile, openTasks, journal, entries: list }: KnownPorts,
): Promise<Known> {
  // The folder is read first, because a task that ends has its record before its line is removed.
  const told = await openTasks.read(jobFile);
  const records = await runsFile.read(jobFile);
  const foreign = await readForeignEntries(journal);
  const entries = [...list(), ...foreign];
  const isOfFile = createJobFileMatch(jobFile);
  const own = entries.filter(({ task }) => isOfFile(task.jobFile));
  const known = new Set([
    ...entries.map(({ task }) => task.taskId),
    ...records.flatMap(({ status, task_id }) => (taskStates[status].isOpen ? [] : [task_id])),
  ]);
  return {
    runs: new Set(records.map(({ run }) => run)),
    entries,
    own,
    saved: listSaved(records, own),
    elsewhere: listElsewhere(told, known),
    sent: listSent(records, own).filter(
      ({ task_id }) => task_id === null || !(known.has(task_id) || told.some((open) => open.task_id === task_id)),
    ),
  };
}

/** Lists the last records of requests that no task makes here, and that may get a result, or may have been charged. */
function listSent(records: readonly RunsRecord[], entries: readonly TaskEntry[]): readonly RunsRecord[] {
  const isOpenEnd = ({ status }: RunsRecord): boolean => taskStates[status].isOpen;
  if (!records.some(isOpenEnd)) return [];
  const last = new Map(records.map((record) => [requestKey(record), record]));
  for (const { task } of entries) last.delete(madeKey(task));
  return [...last.values()].filter(isOpenEnd);
}

/**
 * Lists saved records, newest first. A runs file that could not be written, or that was checked out in an older
 * version, lacks records that the journal still knows.
 */
function listSaved(records: readonly RunsRecord[], entries: readonly TaskEntry[]): readonly RunsRecord[] {
  const journaled = entries
    .filter(({ task }) => task.state === 'saved')
    .toSorted((one, other) => (other.task.endedAt ?? 0) - (one.task.endedAt ?? 0));
  // In a long history, nearly all records already differ in their time.
  const times = new Set(journaled.map(({ task }) => endedAt(task)));
  const recorded = new Set(records.filter(({ at }) => times.has(at)).map(endKey));
  const missing = journaled
    .filter(({ task }) => !recorded.has(endKeyOf(task)))
    .flatMap((entry) => buildRunsRecord(entry, sha256) ?? []);
  return [...missing, ...records.toReversed()].filter(
    ({ status, artifacts }) => status === 'saved' && artifacts.length > 0,
  );
}

/** A request, with its fingerprint if it can be known, and what exists for it. */
export interface ResolvedRequest {
  readonly request: PlannedRequest;
  readonly earlier: Earlier | null;
  /** The newest record of a result whose file is not found. Left out if something exists. */
  readonly gone?: RunsRecord;
}

interface EarlierOptions {
  readonly jobFile: string;
  /** Artifacts are in this folder (absolute). */
  readonly boundary: string;
  /** The profile that the requests are for. */
  readonly profile: string | undefined;
  readonly known: Known;
  readonly files: FileSystem;
}

/**
 * Finds what exists for each request. If all results of a job exist, the fingerprints of its dependents are known too,
 * so a chain is unchanged as a whole, or up to its first job without a result. `resolved` is in the order of the
 * requests, and `moved` has the present paths of results by their recorded ones.
 */
export async function findEarlier(
  requests: readonly PlannedRequest[],
  options: EarlierOptions,
): Promise<{ readonly resolved: readonly ResolvedRequest[]; readonly moved: ReadonlyMap<string, string> }> {
  const { find, takeGone, moved } = createEarlierFinder(options);
  const needed = new Set(requests.flatMap(({ needs }) => needs));
  const saved = needed.size === 0 ? [] : options.known.own.filter(({ task }) => task.state === 'saved');
  const own = new Map(saved.map(({ task }) => [madeKey(task), buildJobResult(task)]));
  const jobs = new Map<string, readonly ResolvedRequest[]>();
  const resolved = new Map<PlannedRequest, ResolvedRequest>();
  for (const group of orderJobs(requests)) {
    const found: ResolvedRequest[] = [];
    for (const request of group) {
      const known = addFingerprint(request, { jobs: collectValues(request, jobs), sha256 });
      const earlier = await find(known, listSources(request, jobs));
      const isUsed = earlier?.kind === 'recorded' && needed.has(request.job ?? '');
      const gone = earlier ? undefined : takeGone(known);
      const each = {
        request: known,
        earlier: isUsed ? await proveTexts(earlier.record, { ...options, own }) : earlier,
        ...(gone && { gone }),
      };
      resolved.set(request, each);
      found.push(each);
    }
    jobs.set(group[0]?.job ?? '', found);
  }
  return { resolved: requests.map((request) => resolved.get(request) ?? { request, earlier: null }), moved };
}

/** What a task of this machine has saved needs no proof: the record of a text may contain only its hash. */
async function proveTexts(
  record: RunsRecord,
  { own, ...place }: EarlierOptions & { readonly own: ReadonlyMap<string, JobResult> },
): Promise<Earlier> {
  const made = own.get(requestKey(record));
  if (made) return { kind: 'recorded', record: { ...record, title: made.title, lyrics: made.lyrics, text: made.text } };
  const result = await takeTexts(record, (file) => readArtifactText(file, place));
  return { kind: 'recorded', record: result, ...(result.told?.length ? { texts: textsKey(result, sha256) } : {}) };
}

/**
 * Lists each job after the jobs that it needs. Jobs in a cycle come last, in their order, because planning has reported
 * them.
 */
function orderJobs(requests: readonly PlannedRequest[]): readonly (readonly PlannedRequest[])[] {
  const groups = groupBy(requests, ({ job }) => job ?? '');
  const ordered = new Map<string, readonly PlannedRequest[]>();
  const visit = (job: string, above: readonly string[]): void => {
    const group = groups.get(job);
    if (!group || ordered.has(job) || above.includes(job)) return;
    for (const need of new Set(group.flatMap(({ needs }) => needs))) visit(need, [...above, job]);
    ordered.set(job, group);
  };
  for (const job of groups.keys()) visit(job, []);
  return [...ordered.values()];
}

type ResolvedJobs = ReadonlyMap<string, readonly ResolvedRequest[]>;

/** Returns the values of the needed jobs. Empty while one of them has a result to make. */
function collectValues({ needs }: PlannedRequest, jobs: ResolvedJobs): ValuesOfJobs {
  const values: Record<string, JobValues> = {};
  for (const need of needs) {
    const found = jobs.get(need) ?? [];
    const records = found.flatMap(({ earlier }) => (earlier?.kind === 'recorded' ? [earlier.record] : []));
    if (found.length === 0 || records.length < found.length) return {};
    values[need] = buildJobValues(records, { urlOf: () => null, sha256 });
  }
  return values;
}

/** Returns the results that a request waits for. Null if it waits for none, or if one of them is not there yet. */
function listSources({ needs }: PlannedRequest, jobs: ResolvedJobs): readonly ResultRef[] | null {
  const found = needs.flatMap((need) => jobs.get(need) ?? []);
  const sources = found.flatMap(({ request: { job, index }, earlier }) => {
    const existing = findExisting(earlier);
    return existing ? [mapGiven({ job, index }, existing).from] : [];
  });
  return needs.length === 0 || sources.length < found.length ? null : sources;
}

/** Finds existing results and open tasks of a job file, each only once, so `repeat` finds as many as it needs. */
function createEarlierFinder({ jobFile, boundary, profile, known, files }: EarlierOptions) {
  const open = known.own.filter(({ task }) => isOpen(task) && isOfSameKind(task, profile));
  const saved = known.saved.filter((record) => isOfSameKind(record, profile));
  const openBy = groupBy(open, ({ task }) => task.request.fingerprint);
  const elsewhereBy = groupBy(known.elsewhere, (each) => each.fingerprint);
  const savedBy = groupBy(saved, ({ fingerprint }) => fingerprint);
  const sent = known.sent.filter((record) => isOfSameKind(record, profile));
  const sentBy = groupBy(sent, ({ fingerprint }) => fingerprint);
  const taken = new Set<TaskEntry>();
  const paths = known.saved.flatMap(({ artifacts }) => artifacts.map(({ path }) => path));
  const { moved, findMoved } = createMovedFinder({ jobFile, boundary, files }, new Set(paths));
  const goneBy = new Map<string, RunsRecord[]>();
  const take = (entries: readonly TaskEntry[], isIt: (entry: TaskEntry) => boolean): Earlier | null => {
    const entry = entries.find((each) => !taken.has(each) && isIt(each));
    if (!entry) return null;
    taken.add(entry);
    return { kind: 'task', task: entry.task };
  };
  const findRecorded = async (fingerprint: string): Promise<Earlier | null> => {
    // A record is checked only once: it is either taken now, or its artifacts are gone.
    const left = savedBy.get(fingerprint) ?? [];
    for (let record = left.shift(); record; record = left.shift()) {
      const artifacts = await findArtifacts(record, { jobFile, boundary, files, findMoved });
      if (artifacts) return { kind: 'recorded', record: { ...record, artifacts } };
      goneBy.set(fingerprint, [...(goneBy.get(fingerprint) ?? []), record]);
    }
    const open = elsewhereBy.get(fingerprint)?.shift();
    if (open) return { kind: 'elsewhere', open };
    const record = sentBy.get(fingerprint)?.shift();
    return record ? { kind: 'sent', record } : null;
  };
  const find = async (request: PlannedRequest, sources: readonly ResultRef[] | null): Promise<Earlier | null> => {
    const { fingerprint } = request;
    const same = fingerprint === '' ? null : take(openBy.get(fingerprint) ?? [], () => true);
    const earlier = same ?? (fingerprint === '' ? null : await findRecorded(fingerprint));
    // A task that still waits has no fingerprint: it is recognized by the results that it waits for.
    if (earlier || !sources) return earlier;
    const key = JSON.stringify(sources.map(requestKey));
    const isIt = (each: TaskEntry): boolean =>
      JSON.stringify(each.sources.map(requestKey)) === key && isSamePlan(each.planned, request);
    return take(open, isIt);
  };
  return { find, moved, takeGone: ({ fingerprint }: PlannedRequest) => goneBy.get(fingerprint)?.shift() };
}

/** A result of the sandbox does not replace one of a gateway, nor the other way round. */
function isOfSameKind(made: { readonly profile: string }, profile: string | undefined): boolean {
  return profile === undefined || (made.profile === sandboxProfile) === (profile === sandboxProfile);
}

/**
 * Returns the artifacts of a record where they are now. Null if one is gone. Checks names and not contents, because this
 * is called for each row of a matrix: a result that was changed by hand still exists. Only what is not there is searched.
 */
async function findArtifacts(
  { artifacts }: RunsRecord,
  {
    findMoved,
    ...place
  }: Pick<EarlierOptions, 'jobFile' | 'boundary' | 'files'> & Pick<ReturnType<typeof createMovedFinder>, 'findMoved'>,
): Promise<RunsRecord['artifacts'] | null> {
  const present: RunsRecord['artifacts'][number][] = [];
  for (const artifact of artifacts) {
    // If the disk cannot say whether the file exists, the result counts as existing. Otherwise it would be paid for
    // again without a question.
    const found = findArtifactFile(artifact.path, place);
    const isGone = await found.then((file) => file === null, isImpossiblePath);
    const path = isGone ? await findMoved(artifact) : artifact.path;
    if (path === null) return null;
    present.push({ ...artifact, path });
  }
  return present;
}
