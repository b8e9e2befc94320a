import { appendFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Severity } from '../../core/jobFile/problem.ts';
import { applyEdits } from '../../core/language/edits/editLog.ts';
import { formatFrames } from '../../core/language/report/formatFrames.ts';
import {
  formatGithub,
  formatGitlab,
  formatSarif,
  formatSummary,
  type NamedProblem,
} from '../../core/language/report/namedProblem.ts';
import { countOf } from '../../core/support/text/counts.ts';
import { readAtMost } from '../../node/files/readAtMost.ts';
import { sha256 } from '../../node/sha256.ts';
import { checkFiles, type CheckedFile } from '../checkFiles.ts';
import { readConfig } from '../config.ts';
import { findRepository } from '../../node/jobFilePaths.ts';
import type { Context, Outcome } from '../context.ts';
import { CommandError, exitCodes, usageError } from '../exitCode.ts';
import { decodeJobText, findJobFiles, type FoundJobFile, maxFileBytes, showPath } from '../jobFiles.ts';

export interface CheckOptions {
  readonly format?: 'text' | 'json' | 'sarif' | 'github' | 'gitlab';
  readonly maxWarnings?: number;
  readonly fix?: boolean;
  readonly strict?: boolean;
  /** The text comes from stdin, and is checked as the file of this name. */
  readonly stdinPath?: string;
}

/** Shows the problems of job files. Needs no key and no network. */
export async function check(names: readonly string[], options: CheckOptions, context: Context): Promise<Outcome> {
  const { cwd, output, terminal } = context;
  const { stdinPath, fix = false, maxWarnings = Infinity } = options;
  const config = await readConfig(terminal);
  const read = { config, isStrict: options.strict === true, findsFixes: fix };
  if (stdinPath !== undefined && names.length > 0) {
    throw usageError('With --stdin-path, the text comes from stdin, so name no files.');
  }
  const found = stdinPath === undefined ? findJobFiles(names, cwd) : [await readStdin(stdinPath, context)];
  let checked = await checkFiles(found, read);
  const fixed = checked.filter(({ fixes }) => fixes.length > 0);
  if (fixed.length > 0) {
    const texts = new Map(fixed.map(({ file, fixes }) => [file, applyEdits(file.text, fixes)]));
    if (stdinPath === undefined) {
      for (const [{ path }, text] of texts) writeFileSync(path, text);
    }
    checked = await checkFiles(
      found.map((file) => ({ ...file, text: texts.get(file) ?? file.text })),
      read,
    );
  }
  const repository = findRepository(cwd);
  const problems = checked.flatMap(({ file, problems: own }) =>
    own.map((problem) => ({ path: showPath(file.path, repository), ...problem })),
  );
  const count = (severity: Severity): number => problems.filter((each) => each.severity === severity).length;
  const totals = { files: checked.length, fixed: fixed.length, errors: count('error'), warnings: count('warning') };
  const isBad = totals.errors > 0 || totals.warnings > maxWarnings;
  show({ checked, problems, totals }, options, context);
  if (totals.errors === 0 && isBad) output.warn(`There are more than ${maxWarnings} warnings.`);
  return { exitCode: isBad ? exitCodes.problems : exitCodes.done, document: { ...totals, problems } };
}

interface Shown {
  readonly checked: readonly CheckedFile[];
  readonly problems: readonly NamedProblem[];
  readonly totals: Readonly<Record<'files' | 'fixed' | 'errors' | 'warnings', number>>;
}

function show(
  { checked, problems, totals }: Shown,
  { format = 'text', stdinPath, fix }: CheckOptions,
  context: Context,
) {
  const { output, cwd, terminal, version } = context;
  if (format === 'sarif') return output.print(formatSarif(problems, version));
  if (format === 'gitlab') return output.print(formatGitlab(problems, sha256));
  if (format === 'github') {
    for (const line of formatGithub(problems)) output.print(line);
    const { GITHUB_STEP_SUMMARY: summary } = terminal.env;
    if (summary && problems.length > 0) appendFileSync(summary, formatSummary(problems));
    return output.note(describeTotals(totals));
  }
  if (stdinPath !== undefined && fix === true) return output.print(checked[0]?.file.text.replace(/\n$/, '') ?? '');
  for (const { file, problems: own } of checked) {
    const shown = { name: showPath(file.path, cwd), text: file.text };
    for (const line of formatFrames(own, shown, output.paint)) output.print(line);
  }
  return output.note(describeTotals(totals));
}

function describeTotals({ files, fixed, errors, warnings }: Shown['totals']): string {
  const all = Object.entries({ error: errors, warning: warnings });
  const counts = all.flatMap(([noun, count]) => (count > 0 ? countOf(count, noun) : []));
  const found = counts.length > 0 ? counts.join(' and ') : 'No problems';
  const repaired = fixed > 0 ? ` ${countOf(fixed, 'file')} fixed.` : '';
  return `${found} in ${countOf(files, 'job file')}.${repaired}`;
}

async function readStdin(name: string, { terminal, cwd }: Context): Promise<FoundJobFile> {
  const bytes = await readAtMost(terminal.stdin, maxFileBytes);
  if (!bytes) throw new CommandError(exitCodes.problems, 'The text on stdin is too large.');
  return { path: resolve(cwd, name), text: decodeJobText(() => bytes, name), boundary: findRepository(cwd) };
}
