import { isIgnoredKey, isReservedKey } from '../../catalog/reservedKeys.ts';
import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { closestName } from '../../support/text/closestName.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { VarSource, Job, JobFile, OutputChoice } from '../job.ts';
import { buildProblem, buildRelated, type Problem, type ReportProblem } from '../problem.ts';
import { type FileSyntax, parseSections } from '../sections/parseSections.ts';
import { isAccessName } from '../syntax/formProblems.ts';
import { findEntry, isNull, type MapNode, type SyntaxEntry, type SyntaxNode } from '../syntax/syntaxNode.ts';
import {
  parseVars,
  type Gen,
  parseGen,
  mergeOutput,
  parseOutput,
  parseMap,
  parseMatrix,
  parseNeeds,
  noControls,
} from './parseReserved.ts';
import { isTrapOfSyntax } from '../syntax/yamlProblems.ts';

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
interface Shared {
  readonly gen: Gen;
  readonly vars: readonly VarSource[];
  readonly output: OutputChoice;
  readonly problems: readonly Problem[];
  /** The entries of `gen`, `vars` and `output`. */
  readonly entries: readonly (SyntaxEntry | undefined)[];
}

interface ParsedJob {
  readonly job: Job;
  readonly problems: readonly Problem[];
}

/**
 * Parses the tree of any text. Never throws. A file that is not valid has no jobs, and `problems` says why. Parts of an
 * earlier version whose nodes are the same objects are used again.
 */
export function parseJobFile(syntax: FileSyntax, before: ParsedJobFile | null = null): ParsedJobFile {
  const { root, syntaxProblems, formProblems } = syntax;
  if (!root || root.kind !== 'map') {
    const problems = syntaxProblems.length === 0 ? [describeRoot(root)] : syntaxProblems;
    const jobFile: JobFile = { jobs: [], controls: noControls, vars: [], root: null };
    return { jobFile, problems, shared: null, jobs: new Map() };
  }
  const brokenAt = [...syntaxProblems, ...formProblems.filter(isTrapOfSyntax)].sort(
    (one, other) => one.start - other.start,
  );
  const parsed = parseRoot(root, brokenAt, before);
  return { ...parsed, problems: [...syntaxProblems, ...formProblems, ...parsed.problems] };
}

export function parseJobFileText(text: string): ParsedJobFile {
  return parseJobFile(parseSections(text));
}

function describeRoot(root: SyntaxNode | null): Problem {
  if (root) return buildProblem('not-a-map', root, { args: { variant: 'root' } });
  return buildProblem('missing-model', { start: 0, end: 0 }, { args: { variant: 'empty-file' } });
}

function parseRoot(root: MapNode, brokenAt: readonly TextRange[], before: ParsedJobFile | null): ParsedJobFile {
  const problems: Problem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const entries = sharedKeys.map((key) => findEntry(root, key));
  const isShared = before?.shared?.entries.every((entry, at) => entry === entries[at]) ?? false;
  const shared = (isShared && before?.shared) || parseShared(entries);
  const jobs = new Map<JobNode, ParsedJob>();
  // The jobs may be in the part that is broken.
  const isListed = brokenAt.length === 0;
  for (const node of listJobNodes(root, (problem) => (isListed || problem.code !== 'missing-job') && report(problem))) {
    jobs.set(node, (isShared && before?.jobs.get(node)) || parseJob(node, shared, brokenAt));
  }
  const parsed = [...jobs.values()];
  return {
    jobFile: { jobs: parsed.map(({ job }) => job), controls: shared.gen.controls, vars: shared.vars, root },
    problems: [...shared.problems, ...problems, ...parsed.flatMap((each) => each.problems)],
    shared,
    jobs,
  };
}

const sharedKeys = ['gen', 'vars', 'output'] as const;

function parseShared(entries: Shared['entries']): Shared {
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

/** Returns the root if it is the only job, or the entries of `jobs:`. */
export function listJobNodes(root: MapNode, report: ReportProblem): readonly JobNode[] {
  const jobs = findEntry(root, 'jobs');
  if (jobs && !isNull(jobs.value)) {
    for (const entry of root.entries) checkRootKey(entry, jobs, report);
    return listEntries(jobs, report);
  }
  if (!jobs || findEntry(root, 'model')) return [root];
  report(buildProblem('missing-job', jobs.keyRange));
  return [];
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
function listEntries({ value, keyRange }: SyntaxEntry, report: ReportProblem): readonly SyntaxEntry[] {
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

/** Values of a job take precedence over those of the file. */
function parseJob(jobNode: JobNode, shared: Shared, brokenAt: readonly TextRange[]): ParsedJob {
  const problems: Problem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  if (!('key' in jobNode)) return { job: buildJob({ ...shared, id: null, node: jobNode, brokenAt, report }), problems };
  const { gen, vars, output } = shared;
  const node = jobNode.value.kind === 'map' ? jobNode.value : null;
  const own = parseGen(findEntry(node, 'gen'), 'job', report);
  const merged: Gen = {
    controls: own.controls,
    endpoint: own.endpoint ?? gen.endpoint,
    timeoutMinutes: own.timeoutMinutes ?? gen.timeoutMinutes,
    repeat: own.repeat ?? gen.repeat,
    repeatRange: own.repeatRange ?? gen.repeatRange,
    defaults: gen.defaults,
  };
  const ownVars = parseVars(findEntry(node, 'vars'), report);
  const ownOutput = parseOutput(findEntry(node, 'output'), report);
  const job = buildJob({
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

interface JobSource {
  /** The entry under `jobs:`. Null for a job at the root. */
  readonly id: SyntaxEntry | null;
  /** Null for an id with nothing below it yet. */
  readonly node: MapNode | null;
  readonly gen: Gen;
  readonly vars: readonly VarSource[];
  readonly output: OutputChoice;
  /** YAML errors, in the order of the text. */
  readonly brokenAt: readonly TextRange[];
  readonly report: ReportProblem;
}

/** Parses one job: sorts its keys into fields and reserved words. It needs no other job for that. */
function buildJob(source: JobSource): Job {
  const { id, node, gen, report } = source;
  const range = rangeOf(source);
  const nested = id && findEntry(node, 'jobs');
  if (nested && !isNull(nested.value))
    report(buildProblem('unknown-key', nested.keyRange, { args: { key: 'jobs', variant: 'nested' } }));
  for (const entry of gen.defaults?.entries ?? []) checkDefault(entry, report);
  const request = parseMap(findEntry(node, 'request'), report);
  const merged = mergeDefaults(node, gen.defaults);
  const model = merged.find(({ key, value }) => key === 'model' && !isNull(value));
  checkIgnored(findEntry(request, 'model'), model, report);
  const broken = source.brokenAt[findLastUpTo(source.brokenAt, range.end)];
  const label = id?.keyRange ?? model?.value ?? node?.entries.find(({ isMerged }) => !isMerged)?.keyRange ?? range;
  return {
    id: id ? id.key : null,
    ...range,
    label,
    model,
    fields: merged.filter(
      ({ key, value }) => key !== 'model' && !isReservedKey(key) && !isAccessName(key) && !isNull(value),
    ),
    request,
    endpoint: gen.endpoint,
    timeoutMinutes: gen.timeoutMinutes,
    repeat: gen.repeat ?? 1,
    repeatRange: gen.repeatRange ?? label,
    budgetUsd: id ? gen.controls.budgetUsd : null,
    vars: source.vars,
    matrix: parseMatrix(findEntry(node, 'matrix'), report),
    needs: parseNeeds(findEntry(node, 'needs'), report),
    output: source.output,
    isBroken: broken !== undefined && broken.start >= range.start && broken.start <= range.end,
  };
}

function rangeOf({ id, node }: JobSource): { start: number; end: number } {
  const own = node?.entries.filter(({ isMerged }) => !isMerged) ?? [];
  const start = id?.start ?? own[0]?.start ?? node?.start ?? 0;
  return { start, end: Math.max(start, id?.end ?? 0, ...own.map(({ end }) => end)) };
}

/** One level deep: a field of the job replaces the default as a whole, and `null` removes it. */
function mergeDefaults(node: MapNode | null, defaults: MapNode | null): readonly SyntaxEntry[] {
  const own = node?.entries ?? [];
  const names = new Set(own.map(({ key }) => key));
  return [...own, ...(defaults?.entries ?? []).filter(({ key }) => !names.has(key))];
}

/** The model can be set only in the job itself. */
function checkIgnored(ignored: SyntaxEntry | undefined, model: SyntaxEntry | undefined, report: ReportProblem): void {
  if (!ignored) return;
  const related = model ? [buildRelated('model', model.value)] : [];
  report(buildProblem('ignored-key', ignored.keyRange, { args: { key: 'model' }, related }));
}

function checkDefault({ key, keyRange }: SyntaxEntry, report: ReportProblem): void {
  if (isIgnoredKey(key)) return;
  if (isReservedKey(key)) report(buildProblem('unknown-key', keyRange, { args: { key, variant: 'in-defaults' } }));
}
