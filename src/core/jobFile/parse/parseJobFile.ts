import { closestName } from '../../support/text/closestName.ts';
import { isIgnoredKey, isReservedKey } from '../../catalog/reservedKeys.ts';
import { defaultMaxRuns } from './controlKeys.ts';
import { parseVars, type VarSource } from '../compile/parseVars.ts';
import type { FileControls, Job, JobFile, OutputChoice } from '../job.ts';
import { type Gen, parseGen } from './parseGen.ts';
import { parseJob } from './parseJob.ts';
import { mergeOutput, parseOutput } from './parseOutput.ts';
import { buildProblem, buildRelated, type Problem, type ReportProblem } from '../problem.ts';
import { type FileSyntax, parseSections } from '../sections/parseSections.ts';
import { findEntry, isNull, type MapNode, type SyntaxEntry, type SyntaxNode } from '../syntax/syntaxTree.ts';
import { placeSections } from '../sections/placeSections.ts';

/** A job file and the problems of its form. `checkJob` checks its jobs against the catalog. */
export interface ParsedJobFile {
  readonly jobFile: JobFile;
  readonly problems: readonly Problem[];
  /** What its jobs share. Null if there are none. */
  readonly shared: Shared | null;
  /** Each job with its node, in the order of the file. */
  readonly jobs: ReadonlyMap<JobNode, ParsedJob>;
}

/** The root map, or an entry of `jobs:`. */
export type JobNode = MapNode | SyntaxEntry;

/** The parts of the file that apply to all of its jobs. */
export interface Shared {
  readonly gen: Gen;
  readonly vars: readonly VarSource[];
  readonly output: OutputChoice;
  readonly problems: readonly Problem[];
  /** The entries of `gen`, `vars` and `output`. */
  readonly entries: readonly (SyntaxEntry | undefined)[];
}

export interface ParsedJob {
  readonly job: Job;
  readonly problems: readonly Problem[];
}

const noControls: FileControls = {
  name: null,
  profile: null,
  concurrency: null,
  maxRuns: defaultMaxRuns,
  onError: 'continue',
  budgetUsd: null,
};

/**
 * Parses any text. Never throws. A file that is not valid has no jobs, and `problems` says why. Parts that did not
 * change are reused from an earlier result.
 */
export function parseJobFile(syntax: FileSyntax, before: ParsedJobFile | null): ParsedJobFile {
  const { root, syntaxProblems, formProblems } = syntax;
  if (!root || root.kind !== 'map') {
    const problems = syntaxProblems.length === 0 ? [describeRoot(root)] : syntaxProblems;
    const jobFile: JobFile = { jobs: [], controls: noControls, vars: [], root: null };
    return { jobFile, problems, shared: null, jobs: new Map() };
  }
  const brokenAt = syntaxProblems.map(({ start }) => start);
  const read = readRoot(root, brokenAt, before);
  return { ...read, problems: [...syntaxProblems, ...formProblems, ...read.problems] };
}

function describeRoot(root: SyntaxNode | null): Problem {
  if (root) return buildProblem('not-a-map', root, { args: { variant: 'root' } });
  return buildProblem('missing-model', { start: 0, end: 0 }, { args: { variant: 'empty-file' } });
}

function readRoot(root: MapNode, brokenAt: readonly number[], before: ParsedJobFile | null): ParsedJobFile {
  const problems: Problem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const shared = readShared(root, before?.shared ?? null);
  const { name, profile, concurrency, maxRuns, onError, budgetUsd } = shared.gen;
  const controls: FileControls = { name, profile, concurrency, maxRuns, onError, budgetUsd };
  const known = before?.shared === shared ? before.jobs : null;
  const jobs = new Map<JobNode, ParsedJob>();
  for (const jobNode of listJobs(root, report))
    jobs.set(jobNode, known?.get(jobNode) ?? readJob(jobNode, shared, brokenAt));
  const read = [...jobs.values()];
  return {
    jobFile: { jobs: read.map(({ job }) => job), controls, vars: shared.vars, root },
    problems: [...shared.problems, ...problems, ...read.flatMap((each) => each.problems)],
    shared,
    jobs,
  };
}

/** Returns the root if it is the only job, or the entries of `jobs:`. */
export function listJobs(root: MapNode, report: ReportProblem): readonly JobNode[] {
  const jobs = findEntry(root, 'jobs');
  if (jobs && !isNull(jobs.value)) {
    for (const entry of root.entries) checkRootKey(entry, jobs, report);
    return readJobs(jobs, report);
  }
  if (!jobs || findEntry(root, 'model')) return [root];
  report(buildProblem('missing-job', jobs.keyRange));
  return [];
}

const sharedKeys = ['gen', 'vars', 'output'] as const;

function readShared(root: MapNode, before: Shared | null): Shared {
  const entries = sharedKeys.map((key) => findEntry(root, key));
  if (before?.entries.every((entry, at) => entry === entries[at])) return before;
  const problems: Problem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const [gen, vars, output] = entries;
  return {
    gen: parseGen(gen, 'file', report),
    vars: parseVars(vars, report),
    output: parseOutput(output, report),
    problems,
    entries,
  };
}

/** Values of a job take precedence over those of the file. */
function readJob(jobNode: JobNode, shared: Shared, brokenAt: readonly number[]): ParsedJob {
  const problems: Problem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  if (!('key' in jobNode)) return { job: parseJob({ ...shared, id: null, node: jobNode, brokenAt, report }), problems };
  const { gen, vars, output } = shared;
  const node = jobNode.value.kind === 'map' ? jobNode.value : null;
  const own = parseGen(findEntry(node, 'gen'), 'job', report);
  const merged: Gen = {
    ...gen,
    endpoint: own.endpoint ?? gen.endpoint,
    timeoutMinutes: own.timeoutMinutes ?? gen.timeoutMinutes,
    repeat: own.repeat ?? gen.repeat,
    repeatRange: own.repeatRange ?? gen.repeatRange,
    budgetUsd: own.budgetUsd,
  };
  const ownVars = parseVars(findEntry(node, 'vars'), report);
  const ownOutput = parseOutput(findEntry(node, 'output'), report);
  const job = parseJob({
    id: jobNode,
    node,
    gen: merged,
    vars: ownVars.length === 0 ? vars : [...vars, ...ownVars],
    output: mergeOutput(ownOutput, output),
    brokenAt,
    report,
  });
  return { job, problems };
}

const rootKeysBesideJobs = new Set(['gen', 'vars', 'jobs', 'output']);

/** Beside `jobs:` a field would belong to no job, and would not be sent. */
function checkRootKey({ key, keyRange, value }: SyntaxEntry, jobs: SyntaxEntry, report: ReportProblem): void {
  if (isIgnoredKey(key)) return;
  if (rootKeysBesideJobs.has(key) || (isReservedKey(key) && isNull(value))) return;
  report(
    buildProblem('unknown-key', keyRange, { args: describeStray(key), related: [buildRelated('jobs', jobs.keyRange)] }),
  );
}

function describeStray(key: string): Problem['args'] {
  if (isReservedKey(key)) return { key, variant: 'beside-jobs-reserved' };
  const suggestion = closestName(key, rootKeysBesideJobs);
  return suggestion ? { key, suggestion, variant: 'beside-jobs-suggestion' } : { key, variant: 'beside-jobs' };
}

/** Returns the entries that can be jobs. An id with nothing below it is still being written. */
function readJobs({ value, keyRange }: SyntaxEntry, report: ReportProblem): readonly SyntaxEntry[] {
  if (value.kind !== 'map') {
    report(buildProblem('not-a-map', value, { args: { variant: 'jobs' } }));
    return [];
  }
  if (value.entries.length === 0) report(buildProblem('missing-job', keyRange));
  return value.entries.filter((entry) => {
    const isJob = entry.value.kind === 'map' || isNull(entry.value);
    if (!isJob) report(buildProblem('not-a-map', entry.value, { args: { variant: 'job', job: entry.key } }));
    return isJob;
  });
}

/** Parses a text once, without a catalog. */
export function parseJobFileText(text: string): ParsedJobFile {
  return parseJobFile(parseSections(text, placeSections(text, [])), null);
}
