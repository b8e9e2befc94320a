import { closestName } from '../support/closestName.ts';
import { isIgnoredKey, isReservedKey } from '../catalog/reservedKeys.ts';
import { defaultMaxRuns } from './controlKeys.ts';
import { parseVars, type VarSource } from './compile/parseVars.ts';
import type { FileControls, Job, JobFile, OutputChoice } from './job.ts';
import { findKeys } from './findKeys.ts';
import { type Gen, parseGen } from './parseGen.ts';
import { parseJob } from './parseJob.ts';
import { mergeOutput, parseOutput } from './parseOutput.ts';
import { parseSyntax } from './parseSyntax.ts';
import { buildProblem, type Problem, type ReportProblem } from './problem.ts';
import { findTraps } from './traps/findTraps.ts';
import { findEntry, isNull, type MapNode, type SyntaxEntry, type SyntaxNode } from './syntaxTree.ts';

/** A job file and what is wrong with its form. What the catalog says about its jobs is `checkJob`'s. */
export interface ParsedJobFile {
  readonly jobFile: JobFile;
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

/** Reads any text. Never throws; an unreadable file has no jobs and says why in `problems`. */
export function parseJobFile(text: string): ParsedJobFile {
  const syntax = parseSyntax(text);
  const problems: Problem[] = [...syntax.problems];
  const report: ReportProblem = (problem) => problems.push(problem);
  const { root } = syntax;
  if (!root || root.kind !== 'map') {
    if (syntax.problems.length === 0) report(describeRoot(root));
    return { jobFile: { jobs: [], controls: noControls, vars: [], root: null }, problems };
  }
  findKeys(root, report);
  for (const problem of findTraps(root, text)) report(problem);
  const brokenAt = syntax.problems.map(({ start }) => start);
  const jobFile = readRoot(root, { brokenAt, report });
  return { jobFile, problems };
}

function describeRoot(root: SyntaxNode | null): Problem {
  if (root) return buildProblem('not-a-map', root, { args: { variant: 'root' } });
  return buildProblem('missing-model', { start: 0, end: 0 }, { args: { variant: 'empty-file' } });
}

interface RootContext {
  /** Offsets of faults in the YAML itself. */
  readonly brokenAt: readonly number[];
  readonly report: ReportProblem;
}

function readRoot(root: MapNode, context: RootContext): JobFile {
  const { report } = context;
  const gen = parseGen(findEntry(root, 'gen'), 'file', report);
  const { name, profile, concurrency, maxRuns, onError, budgetUsd } = gen;
  const controls: FileControls = { name, profile, concurrency, maxRuns, onError, budgetUsd };
  const vars = parseVars(findEntry(root, 'vars'), report);
  const jobsEntry = findEntry(root, 'jobs');
  if (jobsEntry && !isNull(jobsEntry.value)) {
    for (const entry of root.entries) checkRootKey(entry, report);
    const output = parseOutput(findEntry(root, 'output'), report);
    const jobs = readJobs(jobsEntry, report).map((entry) => readJob(entry, { gen, vars, output, ...context }));
    return { jobs, controls, vars, root };
  }
  if (jobsEntry && !findEntry(root, 'model')) {
    report(buildProblem('missing-job', jobsEntry.keyRange));
    return { jobs: [], controls, vars, root };
  }
  const output = parseOutput(findEntry(root, 'output'), report);
  return { jobs: [parseJob({ id: null, node: root, gen, vars, output, ...context })], controls, vars, root };
}

interface FileContext extends RootContext {
  readonly gen: Gen;
  readonly vars: readonly VarSource[];
  readonly output: OutputChoice;
}

/** One entry under `jobs:`. What it says itself goes before what the file says. */
function readJob(entry: SyntaxEntry, { gen, vars, output, ...context }: FileContext): Job {
  const node = entry.value.kind === 'map' ? entry.value : null;
  const own = parseGen(findEntry(node, 'gen'), 'job', context.report);
  const merged: Gen = {
    ...gen,
    endpoint: own.endpoint ?? gen.endpoint,
    timeoutMinutes: own.timeoutMinutes ?? gen.timeoutMinutes,
    repeat: own.repeat ?? gen.repeat,
    repeatRange: own.repeatRange ?? gen.repeatRange,
    budgetUsd: own.budgetUsd,
  };
  const ownVars = parseVars(findEntry(node, 'vars'), context.report);
  const ownOutput = parseOutput(findEntry(node, 'output'), context.report);
  return parseJob({
    id: entry,
    node,
    gen: merged,
    vars: ownVars.length === 0 ? vars : [...vars, ...ownVars],
    output: mergeOutput(ownOutput, output),
    ...context,
  });
}

const rootKeysBesideJobs = new Set(['gen', 'vars', 'jobs', 'output']);

/** Beside `jobs:` a field would belong to no job, and would not be sent. */
function checkRootKey({ key, keyRange, value }: SyntaxEntry, report: ReportProblem): void {
  if (isIgnoredKey(key)) return;
  if (rootKeysBesideJobs.has(key) || (isReservedKey(key) && isNull(value))) return;
  report(buildProblem('unknown-key', keyRange, { args: describeStray(key) }));
}

function describeStray(key: string): Problem['args'] {
  if (isReservedKey(key)) return { key, variant: 'beside-jobs-reserved' };
  const suggestion = closestName(key, rootKeysBesideJobs);
  return suggestion ? { key, suggestion, variant: 'beside-jobs-suggestion' } : { key, variant: 'beside-jobs' };
}

/** Entries that can be jobs; an id with nothing below it is one that is being written. */
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
