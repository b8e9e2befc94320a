import { checkBudget } from './checkBudget.ts';
import { checkCount } from './checkCount.ts';
import { checkGraph } from './checkGraph.ts';
import { checkJob, type CheckedJob, type JobFindings } from './checkJob.ts';
import { CheckKeeper, type KeptChecks, watchIds } from './checkKeeper.ts';
import { checkTexts } from './checkTexts.ts';
import type { CheckedJobFile } from './checkJobFile.ts';
import { createVars } from '../compile/createVars.ts';
import type { FileFacts } from '../compile/scope.ts';
import type { CheckOptions } from '../findTarget.ts';
import type { Job, JobFile } from '../job.ts';
import type { ParsedJobFile, JobNode } from '../parse/parseJobFile.ts';
import type { Problem } from '../problem.ts';
import type { FileSyntax } from '../sections/readSyntax.ts';
import { findEntry } from '../syntax/syntaxTree.ts';
import { withoutEchoes } from './withoutEchoes.ts';

/** A job file that is checked against the catalog, with what the check of a later version can reuse. */
export interface FileCheck extends Pick<CheckedJobFile, 'jobs' | 'problems'> {
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
