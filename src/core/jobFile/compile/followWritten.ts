import type { TextRange } from '../../support/textRange.ts';
import { toText } from '../expression/toText.ts';
import { holdsEnv, isPlanList, isPlanObject, reveal, type SettledValue } from '../planValue.ts';
import { buildProblem, type Problem, type ProblemCode, type ReportProblem } from '../problem.ts';
import { findEntry, isNull, type SyntaxNode } from '../syntax/syntaxNode.ts';
import type { Reference } from '../template.ts';

/** Where a value is written: in the job file, or in a file of variables. */
export interface Written {
  readonly node: SyntaxNode;
  readonly file: VarsFile | null;
}

/** A file of variables, with the range at which the job file names it. */
export interface VarsFile extends TextRange {
  readonly path: string;
  readonly text: string;
}

/** Follows a path to where its value is written. Undefined if an expression makes it. */
export function followWritten({ node, file }: Written, steps: Reference['path']): Written | undefined {
  let found: SyntaxNode | undefined = node;
  for (const step of steps) {
    if (found?.kind === 'map') found = findEntry(found, String(step))?.value;
    else found = found?.kind === 'sequence' ? found.items[Number(step)] : undefined;
  }
  return found && { node: found, file };
}

/** The text of the job file, and where its problems go. */
interface Shown {
  readonly text: string;
  readonly report: ReportProblem;
}

const maxShown = 40;

/**
 * Reports the values of an expression that a longer text has in another form than they are written, and no filter says
 * so. If they are maps or lists, the expression is the cause, so only the first of them is reported.
 */
export function reportChanges(
  values: readonly SettledValue[],
  written: readonly (Written | undefined)[],
  shown: Shown,
) {
  let isTold = false;
  for (const [at, value] of values.entries()) {
    const own = written[at];
    const code = own && nameChange(value, own, shown.text);
    const isWhole = own?.node.kind === 'sequence' || (own && memberOf(own.node)) !== undefined;
    if (code && !(isWhole && isTold)) shown.report(describeChange(code, value, { ...shown, ...own }));
    isTold ||= isWhole;
  }
}

function describeChange(code: ProblemCode, value: SettledValue, { node, file, text }: Written & Shown): Problem {
  const range = rangeOf(node);
  const source = (file?.text ?? text).slice(range.start, range.end);
  const shown = holdsEnv(value) ? source : toText(reveal(value));
  const args = { text: shorten(source), value: shorten(shown) };
  const member = memberOf(node);
  const variant = file ? { path: file.path, variant: 'file' } : member === undefined ? {} : { member, variant: 'map' };
  return buildProblem(code, file ?? range, { args: { ...args, ...variant } });
}

/** Returns the name of the first member. Undefined if no member has a value, as in braces that are part of a text. */
function memberOf(node: SyntaxNode): string | undefined {
  return node.kind === 'map' ? node.entries.find(({ value }) => !isNull(value))?.key : undefined;
}

/** Returns the range at which a value is written, which is elsewhere if an alias inserts it. */
function rangeOf(node: SyntaxNode): TextRange {
  return (node.kind === 'scalar' && node.anchor?.written) || node;
}

function shorten(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function nameChange(value: SettledValue, { node, file }: Written, text: string) {
  if (isPlanList(value) || isPlanObject(value)) return node.kind === 'scalar' ? null : 'value-in-text';
  if (node.kind !== 'scalar' || node.style !== 'plain' || node.value !== value || typeof value === 'string')
    return null;
  const { start, end } = rangeOf(node);
  const source = (file?.text ?? text).slice(start, end);
  // Leading zeros are reported wherever they are.
  const isOwn = /^[-+.\dtf]/i.test(source) && !/^[-+]?0\d+$/.test(source);
  return isOwn && source !== toText(value) ? 'number-in-text' : null;
}
