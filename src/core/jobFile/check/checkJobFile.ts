import { createLineFinder } from '../../support/text/lineFinder.ts';
import { createVars } from '../compile/createVars.ts';
import { buildFileFacts } from '../compile/scope.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { Job, JobFile, VarSource } from '../job.ts';
import { highestMaxRuns } from '../parse/controlKeys.ts';
import { type ParsedJobFile, type JobNode, parseJobFile } from '../parse/parseJobFile.ts';
import { type Problem, buildProblem, buildRelated, isError } from '../problem.ts';
import { type FileSyntax, parseSections } from '../sections/parseSections.ts';
import { findEntry, type MapNode, type SyntaxNode } from '../syntax/syntaxNode.ts';
import { isUseTrap } from '../syntax/formProblems.ts';
import { findCause } from '../syntax/strangeSigns.ts';
import { isTrapOfSyntax } from '../syntax/yamlProblems.ts';
import { checkJob, type CheckedJob, type JobContext } from './checkJob.ts';
import { checkNeeds } from './checkNeeds.ts';

/** A text that is parsed and checked. Planning and every feature of the editor start from it. */
export interface CheckedJobFile extends FileCheck {
  readonly syntax: FileSyntax;
  readonly jobFile: JobFile;
}

interface FileCheck {
  /** Parallel to `jobFile.jobs`. */
  readonly jobs: readonly CheckedJob[];
  /** Problems in the order of the text, each once. */
  readonly problems: readonly Problem[];
}

export function checkJobFile(text: string, options: CheckOptions): CheckedJobFile {
  const syntax = parseSections(text);
  const parsed = parseJobFile(syntax);
  return { syntax, jobFile: parsed.jobFile, ...checkParsed(parsed, { text, options }) };
}

/** How the variables of a file and its jobs are checked, one by one. */
export const checkSteps = {
  checkVars,
  checkJob: (job: Job, context: JobContext, _node: JobNode): CheckedJob => checkJob(job, context),
};

export function checkParsed(
  parsed: ParsedJobFile,
  { text, options }: { readonly text: string; readonly options: CheckOptions },
  steps = checkSteps,
): FileCheck {
  const { jobFile } = parsed;
  const { maxRuns, name: fileName } = jobFile.controls;
  const { fileName: name, fileDir: dir = '' } = options;
  const file = buildFileFacts(name === undefined ? undefined : { name, dir }, jobFile.jobs);
  const context: JobContext = { text, file, fileName, maxRuns, options };
  const ofVars = jobFile.vars.length > 0 ? steps.checkVars(jobFile.vars, context) : [];
  const jobs = [...parsed.jobs].map(([node, { job }]) => steps.checkJob(job, context, node));
  const hasNeeds = jobs.some(({ needs }) => needs.length > 0);
  const all = [
    ...parsed.problems,
    ...ofVars,
    ...jobs.flatMap((each) => each.problems),
    ...(hasNeeds ? checkNeeds(jobs) : []),
    ...checkEqualJobs(jobs, text),
    ...checkCount(jobs, maxRuns),
    ...checkBudget(jobFile, options.budgetUsd),
  ];
  const named = all.map((problem) => findCause(problem, text) ?? problem);
  const problems = withoutEchoes(named, text).sort((a, b) => a.start - b.start || a.end - b.end);
  const [first] = problems;
  if (!first || problems.length <= maxProblems) return { jobs, problems };
  const args = { variant: 'problems', count: problems.length, max: maxProblems, code: first.code };
  return { jobs, problems: [buildProblem('too-large', first, { args })] };
}

/** More than a user can read. Most of them have one cause, such as a file that only looks like a job file. */
const maxProblems = 2_000;

/** Variables that no job uses may be wrong as well. What YAML changes in them reaches no request. */
function checkVars(vars: readonly VarSource[], { text, file, options }: JobContext): readonly Problem[] {
  const problems: Problem[] = [];
  const resolved = createVars(vars, {
    text,
    file,
    job: { id: null, name: file.base, isBroken: false },
    lookups: options.lookups,
    report: (problem) => isUseTrap(problem.code) || problems.push(problem),
    addNeed: () => undefined,
  });
  for (const name of resolved.names()) resolved.resolve(name, { start: 0, end: 0 });
  return problems;
}

/** Reports jobs that are written like an earlier one. What they say of themselves makes their requests differ. */
function checkEqualJobs(jobs: readonly CheckedJob[], text: string): readonly Problem[] {
  if (jobs.length < 2 || /\bjob\.(?:id|name)\b/.test(text)) return [];
  const firsts = new Map<string, Job>();
  return jobs.flatMap(({ job, problems }) => {
    if (problems.some(isError)) return [];
    const written = text.slice(job.label.end, job.end).trim();
    const first = firsts.get(written) ?? job;
    firsts.set(written, first);
    if (first === job) return [];
    const args = { variant: 'job', job: job.id ?? '', first: first.id ?? '' };
    const related = [buildRelated('other-field', first.label, { name: args.first })];
    return [buildProblem('same-request', job.label, { args, related })];
  });
}

/** Reports budgets above the user's own for a run, in US dollars: a file can lower that budget, never raise it. */
function checkBudget({ root }: Pick<JobFile, 'root'>, ownUsd: number | undefined): readonly Problem[] {
  if (!root || ownUsd === undefined || ownUsd <= 0) return [];
  const jobs = mapOf(findEntry(root, 'jobs')?.value);
  return [root, ...(jobs?.entries ?? []).map(({ value }) => mapOf(value))].flatMap((map) => {
    const budget = findEntry(mapOf(findEntry(map, 'gen')?.value), 'budget_usd')?.value;
    const amount = budget?.kind === 'scalar' ? budget.value : null;
    if (!budget || typeof amount !== 'number' || amount <= ownUsd) return [];
    return [buildProblem('budget-not-raised', budget, { args: { value: amount, own: ownUsd } })];
  });
}

function mapOf(node: SyntaxNode | undefined): MapNode | null {
  return node?.kind === 'map' ? node : null;
}

/** A matrix grows quickly, and every request costs money. The problem is shown at the job with the most requests. */
function checkCount(jobs: readonly CheckedJob[], maxRuns: number): readonly Problem[] {
  const max = Math.min(maxRuns, highestMaxRuns);
  const sum = jobs.reduce((before, { count }) => before + count, 0);
  if (sum <= max) return [];
  const [largest] = [...jobs].sort((a, b) => b.count - a.count);
  if (!largest) return [];
  const { matrix, repeat, repeatRange, label } = largest.job;
  const range = matrix?.keyRange ?? (repeat > 1 ? repeatRange : label);
  const variant = sum > highestMaxRuns ? { variant: 'for-any-file' } : {};
  return [buildProblem('too-many-runs', range, { args: { count: sum, max, ...variant } })];
}

/**
 * Keeps one problem for each cause: jobs repeat problems of `gen.defaults` and `vars`, and on a line that is not valid
 * YAML every other problem follows from that. A field that a rule refuses is not also reported as unknown.
 */
function withoutEchoes(problems: readonly Problem[], text: string): Problem[] {
  const lineOf = createLineFinder(text);
  const brokenLines = new Set(problems.filter(isSyntaxProblem).map(({ start }) => lineOf(start)));
  const refusals = problems.filter((problem) => problem.code === 'rule-broken' && isError(problem));
  const refused = new Set(refusals.map(({ start }) => start));
  const seen = new Set<string>();
  return problems.filter((problem) => {
    if (brokenLines.size > 0 && !isSyntaxProblem(problem) && brokenLines.has(lineOf(problem.start))) return false;
    if (problem.code === 'unknown-field' && refused.has(problem.start)) return false;
    const identity = `${problem.start}:${problem.end}:${problem.code}:${JSON.stringify(problem.args)}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

export function isSyntaxProblem(problem: Problem): boolean {
  return problem.code === 'yaml-syntax' || problem.code === 'custom-tag' || isTrapOfSyntax(problem);
}
