import { checkJob, type CheckedJob } from './checkJob.ts';
import type { CheckOptions } from './findTarget.ts';
import type { JobFile } from './job.ts';
import { parseJobFile } from './parseJobFile.ts';
import type { Problem } from './problem.ts';

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
  const jobs = jobFile.jobs.map((job) => checkJob(job, text, options));
  const all = [...problems, ...jobs.flatMap((each) => each.problems)];
  return { jobFile, jobs, problems: withoutEchoes(all, text).sort((a, b) => a.start - b.start || a.end - b.end) };
}

/**
 * One finding for one cause: jobs repeat what is wrong with `gen.defaults`, a value with an expression has no value to
 * judge yet, and on a line that is no YAML everything else follows from that.
 */
function withoutEchoes(problems: readonly Problem[], text: string): Problem[] {
  const lineOf = (offset: number): number => text.lastIndexOf('\n', offset - 1);
  const brokenLines = new Set(problems.filter(isSyntaxFault).map(({ start }) => lineOf(start)));
  const expressions = problems.filter(({ args }) => args['variant'] === 'expression');
  const seen = new Set<string>();
  return problems.filter((problem) => {
    if (!isSyntaxFault(problem) && brokenLines.has(lineOf(problem.start))) return false;
    const isInExpression = expressions.some(({ start, end }) => problem.start <= start && end <= problem.end);
    if (isInExpression && !expressions.includes(problem)) return false;
    const identity = `${problem.start}:${problem.end}:${problem.code}:${JSON.stringify(problem.args)}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

function isSyntaxFault({ code }: Problem): boolean {
  return code === 'yaml-syntax' || code === 'custom-tag';
}
