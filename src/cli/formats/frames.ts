import type { Severity } from '../../core/jobFile/problem.ts';
import { makeInert } from '../../core/support/text/makeInert.ts';
import type { CheckedFile, FileProblem } from '../checkFiles.ts';
import type { Paint, Style } from '../output.ts';

const styles: Readonly<Record<Severity, Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'blue',
  hint: 'gray',
};
/** In UTF-16 units. A prompt can be one line of thousands. */
const maxFrame = 100;

/** Shows problems with the line that they are about: `hero.gen.yaml:3:5 error message [code]`. */
export function formatFrames({ file, problems }: CheckedFile, name: string, paint: Paint): readonly string[] {
  const lines = file.text.split(/\r?\n/);
  return problems.flatMap((problem) => {
    const { line, column } = problem.start;
    const head = `${paint('bold', `${name}:${line}:${column}`)} ${paint(styles[problem.severity], problem.severity)}`;
    return [
      `${head} ${makeInert(problem.message)} ${paint('dim', problem.code)}`,
      ...buildFrame(lines[line - 1] ?? '', problem, paint),
      '',
    ];
  });
}

function buildFrame(text: string, { start, end, severity }: FileProblem, paint: Paint): readonly string[] {
  if (text.trim() === '') return [];
  const from = Math.max(0, start.column - 1 - maxFrame / 2);
  const shown = text.slice(from, from + maxFrame).replaceAll('\t', ' ');
  const at = start.column - 1 - from;
  const length = end.line === start.line ? end.column - start.column : shown.length - at;
  const margin = String(start.line);
  return [
    `  ${paint('dim', `${margin} |`)} ${shown}`,
    `  ${' '.repeat(margin.length)} ${paint('dim', '|')} ${' '.repeat(at)}${paint(styles[severity], '^'.repeat(Math.max(1, Math.min(length, shown.length - at))))}`,
  ];
}
