import type { TextRange } from '../../support/textRange.ts';
import { toText } from '../expression/toText.ts';
import { holdsEnv, isPlanList, isPlanObject, reveal, type SettledValue } from '../planValue.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
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

/** Reports a value that a longer text has in another form than it is written, and no filter says so. */
export function reportChange(value: SettledValue, written: Written | undefined, { text, report }: Shown): void {
  const code = written && nameChange(value, written, text);
  if (!code) return;
  const { node, file } = written;
  const range = rangeOf(node);
  const source = (file?.text ?? text).slice(range.start, range.end);
  const shown = holdsEnv(value) ? source : toText(reveal(value));
  const args = { text: shorten(source), value: shorten(shown) };
  const member = memberOf(node);
  const variant = file ? { path: file.path, variant: 'file' } : member === undefined ? {} : { member, variant: 'map' };
  report(buildProblem(code, file ?? range, { args: { ...args, ...variant } }));
}

/** Whether a value is a list or a map, which longer texts need a part of. Braces without values may be text. */
export function isWhole(written: Written | undefined): boolean {
  return written !== undefined && (written.node.kind === 'sequence' || memberOf(written.node) !== undefined);
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
