import type { Severity } from '../../jobFile/problem.ts';
import { disguisingMarks, makeInert } from '../../support/text/makeInert.ts';
import type { PlacedProblem } from './placedProblem.ts';

/** Colors a text for a terminal. */
type Paint = (style: 'bold' | 'dim' | (typeof styles)[Severity], text: string) => string;

const styles = {
  error: 'red',
  warning: 'yellow',
  information: 'blue',
  hint: 'gray',
} as const satisfies Readonly<Record<Severity, string>>;
/** In UTF-16 units. A prompt can be one line of thousands. */
const maxFrame = 100;
/** Each is shown as a space, so that the marks below stay in their columns. */
const invisible = new RegExp(`[${disguisingMarks}]`, 'g');

/** Shows problems with the line that they are about: `hero.gen.yaml:3:5 error message [code]`. */
export function formatFrames(
  problems: readonly PlacedProblem[],
  { name, text }: { readonly name: string; readonly text: string },
  paint: Paint,
): readonly string[] {
  const lines = text.split(/\r?\n/);
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

function buildFrame(text: string, { start, end, severity }: PlacedProblem, paint: Paint): readonly string[] {
  if (text.trim() === '') return [];
  const from = Math.max(0, start.column - 1 - maxFrame / 2);
  const shown = text.slice(from, from + maxFrame).replace(invisible, ' ');
  const at = start.column - 1 - from;
  const length = end.line === start.line ? end.column - start.column : shown.length - at;
  const margin = String(start.line);
  return [
    `  ${paint('dim', `${margin} |`)} ${shown}`,
    `  ${' '.repeat(margin.length)} ${paint('dim', '|')} ${' '.repeat(at)}${paint(styles[severity], '^'.repeat(Math.max(1, Math.min(length, shown.length - at))))}`,
  ];
}
