import { checkGraph } from './checkGraph.ts';
import { checkJob, type CheckedJob, type JobFindings } from './checkJob.ts';
import { CheckKeeper, type KeptChecks, watchIds } from './checkKeeper.ts';
import { createVars } from '../compile/createVars.ts';
import type { FileFacts } from '../compile/scope.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { Job, JobFile } from '../job.ts';
import type { ParsedJobFile, JobNode } from '../parse/parseJobFile.ts';
import { type Problem, buildProblem, isError } from '../problem.ts';
import type { FileSyntax } from '../sections/parseSections.ts';
import { findEntry, type MapNode, type SyntaxNode } from '../syntax/syntaxTree.ts';
import { highestMaxRuns } from '../parse/controlKeys.ts';
import { createLineFinder } from '../../support/text/lineFinder.ts';
import { isTrapOfSyntax } from '../syntax/yamlProblems.ts';

/** A job file that is checked against the catalog, with what the check of a later version can reuse. */
export interface FileCheck {
  /** Parallel to `jobFile.jobs`. */
  readonly jobs: readonly CheckedJob[];
  /** Problems in the order of the text, each once. */
  readonly problems: readonly Problem[];
  readonly kept: KeptChecks | null;
}

export interface FileCheckContext {
  readonly syntax: FileSyntax;
  readonly options: CheckOptions;
  readonly before: KeptChecks | null;
}

export function checkFile(parsed: ParsedJobFile, { syntax, options, before }: FileCheckContext): FileCheck {
  const { jobFile } = parsed;
  const { text, sections } = syntax;
  const { maxRuns } = jobFile.controls;
  const shared = (parsed.shared?.entries ?? []).map((entry) => entry && syntax.origins.get(entry));
  const file = buildFileFacts(jobFile, options);
  const keeper = sections ? new CheckKeeper({ sections, shared }, file.jobIds, before) : null;
  const checker: Checker = { jobFile, syntax, options, file, keeper };
  const ofVars = checkFileVars(checker);
  const jobs = [...parsed.jobs].map(([node, { job }]) => checkOrKeep(node, job, checker));
  const all = [
    ...parsed.problems,
    ...ofVars,
    ...jobs.flatMap((each) => each.problems),
    ...checkGraph(jobs),
    ...checkTexts(jobs),
    ...checkCount(jobs, maxRuns),
    ...checkBudget(jobFile, options.budgetUsd),
  ];
  const problems = withoutEchoes(all, text).sort((a, b) => a.start - b.start || a.end - b.end);
  return { jobs, problems, kept: keeper?.kept ?? before };
}

interface Checker extends Pick<FileCheckContext, 'syntax' | 'options'> {
  readonly jobFile: JobFile;
  readonly file: FileFacts;
  /** Null if the text was read as a whole, so that nothing in it is known from before. */
  readonly keeper: CheckKeeper | null;
}

function buildFileFacts({ jobs }: JobFile, { fileBase, fileName, fileDir = '' }: CheckOptions): FileFacts {
  return {
    isKnown: fileBase !== undefined,
    base: fileBase ?? '',
    name: fileName ?? `${fileBase ?? ''}.gen.yaml`,
    dir: fileDir,
    jobIds: jobs.flatMap(({ id }) => (id === null ? [] : [id])),
  };
}

function checkOrKeep(node: JobNode, job: Job, { jobFile, syntax, options, file, keeper }: Checker): CheckedJob {
  const { maxRuns, name: fileName } = jobFile.controls;
  const { text } = syntax;
  const origin = 'key' in node ? syntax.origins.get(node) : undefined;
  const known = origin && keeper?.find(origin);
  if (known) return new KnownJob(job, known, () => checkJob(job, { text, file, fileName, maxRuns, options }));
  const watched = watchIds(file);
  const checked = checkJob(job, { text, file: watched.file, fileName, maxRuns, options });
  if (origin) keeper?.keep(origin, checked, { hasSeenIds: watched.hasSeenIds() });
  return checked;
}

/** Facts that are not known already are evaluated on demand: few features need them, and only for few jobs. */
class KnownJob implements CheckedJob {
  readonly job: Job;
  readonly target: CheckedJob['target'];
  readonly targets: CheckedJob['targets'];
  readonly count: number;
  readonly needs: CheckedJob['needs'];
  readonly problems: CheckedJob['problems'];
  readonly #check: () => CheckedJob;
  #checked: CheckedJob | null = null;

  constructor(job: Job, { target, targets, count, needs, problems }: JobFindings, check: () => CheckedJob) {
    this.job = job;
    this.target = target;
    this.targets = targets;
    this.count = count;
    this.needs = needs;
    this.problems = problems;
    this.#check = check;
  }

  get compiled(): CheckedJob['compiled'] {
    return (this.#checked ??= this.#check()).compiled;
  }

  get groups(): CheckedJob['groups'] {
    return (this.#checked ??= this.#check()).groups;
  }
}

/** Variables that no job uses may be wrong as well. */
function checkFileVars({ jobFile: { vars }, syntax, options, file, keeper }: Checker): readonly Problem[] {
  if (vars.length === 0) return [];
  const entry = syntax.root?.kind === 'map' ? findEntry(syntax.root, 'vars') : undefined;
  const origin = entry && syntax.origins.get(entry);
  const known = origin && keeper?.find(origin);
  if (known) return known.problems;
  const problems: Problem[] = [];
  const watched = watchIds(file);
  const resolved = createVars(vars, {
    text: syntax.text,
    file: watched.file,
    job: { id: null, name: file.base, isBroken: false },
    lookups: options.lookups,
    report: (problem) => problems.push(problem),
    addNeed: () => undefined,
  });
  for (const name of resolved.names) resolved.resolve(name, { start: 0, end: 0 });
  const findings = { target: null, targets: [], count: 0, needs: [], problems };
  if (origin) keeper?.keep(origin, findings, { hasSeenIds: watched.hasSeenIds() });
  return problems;
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
 * Reports jobs whose `text` another job uses although they make images or audio. Otherwise they would be made, and paid
 * for, before it is visible that there is no text.
 */
function checkTexts(jobs: readonly CheckedJob[]): readonly Problem[] {
  const asked = jobs.flatMap(({ needs }) => needs.filter(({ value }) => value === 'text'));
  if (asked.length === 0) return [];
  const silent = new Set(jobs.filter(isSilent).map(({ job }) => job.id));
  return asked
    .filter(({ id }) => silent.has(id))
    .map(({ id, ...range }) => buildProblem('unknown-name', range, { args: { job: id, variant: 'no-text' } }));
}

/** Only chat endpoints return text. A model that is not in the catalog is not checked. */
function isSilent({ targets }: CheckedJob): boolean {
  return targets.length > 0 && targets.every((target) => target?.family && !target.endpoint.dialect);
}

/**
 * Keeps one problem for each cause: jobs repeat problems of `gen.defaults` and `vars`, and on a line that is not valid
 * YAML every other problem follows from that. A field that a rule refuses is not also reported as unknown.
 */
function withoutEchoes(problems: readonly Problem[], text: string): Problem[] {
  const lineOf = createLineFinder(text);
  const brokenLines = new Set(problems.filter(isSyntaxFault).map(({ start }) => lineOf(start)));
  const refused = new Set(problems.filter(isRefusal).map(({ start }) => start));
  const seen = new Set<string>();
  return problems.filter((problem) => {
    if (brokenLines.size > 0 && !isSyntaxFault(problem) && brokenLines.has(lineOf(problem.start))) return false;
    if (problem.code === 'unknown-field' && refused.has(problem.start)) return false;
    const identity = `${problem.start}:${problem.end}:${problem.code}:${JSON.stringify(problem.args)}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

function isRefusal(problem: Problem): boolean {
  return problem.code === 'rule-broken' && isError(problem);
}

function isSyntaxFault(problem: Problem): boolean {
  return problem.code === 'yaml-syntax' || problem.code === 'custom-tag' || isTrapOfSyntax(problem);
}
