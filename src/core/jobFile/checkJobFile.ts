import { highestMaxRuns } from './controlKeys.ts';
import { createVars } from './compile/createVars.ts';
import type { FileFacts } from './compile/scope.ts';
import { checkGraph } from './checkGraph.ts';
import { checkJob, type CheckedJob } from './checkJob.ts';
import { checkTexts } from './checkTexts.ts';
import type { CheckOptions } from './findTarget.ts';
import type { JobFile } from './job.ts';
import { parseJobFile } from './parseJobFile.ts';
import { buildProblem, isError, type Problem } from './problem.ts';
import { isTrapOfSyntax } from './traps/findLineTrap.ts';

/** A text read and checked once; planning and every feature of the editor start from it. */
export interface CheckedJobFile {
  readonly jobFile: JobFile;
  /** Parallel to `jobFile.jobs`. */
  readonly jobs: readonly CheckedJob[];
  /** In the order of the text, each finding once. */
  readonly problems: readonly Problem[];
}

export function checkJobFile(text: string, options: CheckOptions): CheckedJobFile {
  const { jobFile, problems } = parseJobFile(text);
  const { maxRuns, name: fileName } = jobFile.controls;
  const file = buildFileFacts(jobFile, options);
  const jobs = jobFile.jobs.map((job) => checkJob(job, { text, file, fileName, maxRuns, options }));
  const all = [
    ...problems,
    ...checkFileVars(jobFile, { text, file, options }),
    ...jobs.flatMap((each) => each.problems),
    ...checkGraph(jobs),
    ...checkTexts(jobs),
    ...checkCount(jobs, maxRuns),
  ];
  return { jobFile, jobs, problems: withoutEchoes(all, text).sort((a, b) => a.start - b.start || a.end - b.end) };
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

/** Variables that no job uses may be wrong all the same. */
function checkFileVars(
  { vars }: JobFile,
  { text, file, options }: { readonly text: string; readonly file: FileFacts; readonly options: CheckOptions },
): readonly Problem[] {
  if (vars.length === 0) return [];
  const problems: Problem[] = [];
  const resolved = createVars(vars, {
    text,
    file,
    job: { id: null, name: file.base, isBroken: false },
    lookups: options.lookups,
    report: (problem) => problems.push(problem),
    addNeed: () => undefined,
  });
  for (const name of resolved.names) resolved.resolve(name, { start: 0, end: 0 });
  return problems;
}

/** A matrix grows quickly, and every request costs money. Shown at the job that has the most of them. */
function checkCount(jobs: readonly CheckedJob[], maxRuns: number): readonly Problem[] {
  const max = Math.min(maxRuns, highestMaxRuns);
  const count = jobs.reduce((sum, { compiled }) => sum + compiled.expansion.count, 0);
  const [largest] = [...jobs].sort((a, b) => b.compiled.expansion.count - a.compiled.expansion.count);
  if (count <= max || !largest) return [];
  const { matrix, repeatRange, label } = largest.job;
  const range = matrix?.keyRange ?? (largest.job.repeat > 1 ? repeatRange : label);
  const variant = count > highestMaxRuns ? { variant: 'for-any-file' } : {};
  return [buildProblem('too-many-runs', range, { args: { count, max, ...variant } })];
}

/**
 * One finding for one cause: jobs repeat what is wrong with `gen.defaults` and `vars`, and on a line that is no YAML
 * everything else follows from that. A field that a rule refuses is not called unknown as well.
 */
function withoutEchoes(problems: readonly Problem[], text: string): Problem[] {
  const lineOf = (offset: number): number => text.lastIndexOf('\n', offset - 1);
  const brokenLines = new Set(problems.filter(isSyntaxFault).map(({ start }) => lineOf(start)));
  const refused = new Set(problems.filter(isRefusal).map(({ start }) => start));
  const seen = new Set<string>();
  return problems.filter((problem) => {
    if (!isSyntaxFault(problem) && brokenLines.has(lineOf(problem.start))) return false;
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
