import { closestName } from '../support/closestName.ts';
import { isIgnoredKey, isReservedKey } from '../catalog/reservedKeys.ts';
import { laterJobKeys } from './controlKeys.ts';
import type { FileControls, Job, JobFile, OutputChoice } from './job.ts';
import { findKeys } from './findKeys.ts';
import { findUnavailable } from './findUnavailable.ts';
import { type Gen, parseGen } from './parseGen.ts';
import { parseJob } from './parseJob.ts';
import { parseOutput } from './parseOutput.ts';
import { parseSyntax } from './parseSyntax.ts';
import { buildProblem, type Problem, type ReportProblem } from './problem.ts';
import { findEntry, isNull, type MapNode, type SyntaxEntry, type SyntaxNode } from './syntaxTree.ts';

/** A job file and what is wrong with its form. What the catalog says about its jobs is `checkJob`'s. */
export interface ParsedJobFile {
  readonly jobFile: JobFile;
  readonly problems: readonly Problem[];
}

const noControls: FileControls = { name: null, profile: null, concurrency: null };

/** Reads any text. Never throws; an unreadable file has no jobs and says why in `problems`. */
export function parseJobFile(text: string): ParsedJobFile {
  const syntax = parseSyntax(text);
  const problems: Problem[] = [...syntax.problems];
  const report: ReportProblem = (problem) => problems.push(problem);
  const { root } = syntax;
  if (!root || root.kind !== 'map') {
    if (syntax.problems.length === 0) report(describeRoot(root));
    return { jobFile: { jobs: [], controls: noControls, root: null }, problems };
  }
  findKeys(root, report);
  for (const problem of findInControls(root, text)) report(problem);
  const brokenAt = syntax.problems.map(({ start }) => start);
  const jobFile = readRoot(root, { brokenAt, report });
  return { jobFile, problems };
}

function describeRoot(root: SyntaxNode | null): Problem {
  if (root) return buildProblem('not-a-map', root, { args: { variant: 'root' } });
  return buildProblem('missing-model', { start: 0, end: 0 }, { args: { variant: 'empty-file' } });
}

/** Expressions in `gen` and `output`, of the file and of its jobs. Fields are looked at job by job. */
function findInControls(root: MapNode, text: string): readonly Problem[] {
  const jobs = findEntry(root, 'jobs')?.value;
  const jobMaps = jobs?.kind === 'map' ? jobs.entries.map(({ value }) => value) : [];
  const maps = [root, ...jobMaps].filter((node) => node.kind === 'map');
  const controls = maps.flatMap((map) => map.entries.filter(({ key }) => key === 'gen' || key === 'output'));
  return controls.flatMap(({ value }) => findUnavailable(value, text, 'none'));
}

interface RootContext {
  /** Offsets of faults in the YAML itself. */
  readonly brokenAt: readonly number[];
  readonly report: ReportProblem;
}

function readRoot(root: MapNode, context: RootContext): JobFile {
  const { report } = context;
  const gen = parseGen(findEntry(root, 'gen'), 'file', report);
  const controls: FileControls = { name: gen.name, profile: gen.profile, concurrency: gen.concurrency };
  const jobsEntry = findEntry(root, 'jobs');
  if (jobsEntry && !isNull(jobsEntry.value)) {
    for (const entry of root.entries) checkRootKey(entry, report);
    const output = parseOutput(findEntry(root, 'output'), report);
    const jobs = readJobs(jobsEntry, report).map((entry) => readJob(entry, { gen, output, ...context }));
    return { jobs, controls, root };
  }
  if (jobsEntry && !findEntry(root, 'model')) {
    report(buildProblem('missing-job', jobsEntry.keyRange));
    return { jobs: [], controls, root };
  }
  const output = parseOutput(findEntry(root, 'output'), report);
  return { jobs: [parseJob({ id: null, node: root, gen, output, ...context })], controls, root };
}

/** One entry under `jobs:`. What it says itself goes before what the file says. */
function readJob(
  entry: SyntaxEntry,
  { gen, output, ...context }: RootContext & { readonly gen: Gen; readonly output: OutputChoice },
): Job {
  const node = entry.value.kind === 'map' ? entry.value : null;
  const own = parseGen(findEntry(node, 'gen'), 'job', context.report);
  const merged: Gen = {
    ...gen,
    endpoint: own.endpoint ?? gen.endpoint,
    timeoutMinutes: own.timeoutMinutes ?? gen.timeoutMinutes,
  };
  const ownOutput = parseOutput(findEntry(node, 'output'), context.report);
  return parseJob({ id: entry, node, gen: merged, output: mergeOutput(ownOutput, output), ...context });
}

/** Key by key: a job may set its name and leave the folder to the file. */
function mergeOutput(own: OutputChoice, file: OutputChoice): OutputChoice {
  return {
    dir: own.dir ?? file.dir,
    name: own.name ?? file.name,
    collision: own.collision ?? file.collision,
  };
}

const rootKeysBesideJobs = new Set(['gen', 'jobs', 'output']);

/** Beside `jobs:` a field would belong to no job, and would not be sent. */
function checkRootKey({ key, keyRange, value }: SyntaxEntry, report: ReportProblem): void {
  if (isIgnoredKey(key)) return;
  if (laterJobKeys.has(key)) {
    if (!isNull(value)) report(buildProblem('not-available-yet', keyRange, { args: { variant: 'key', key } }));
    return;
  }
  if (rootKeysBesideJobs.has(key)) return;
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
