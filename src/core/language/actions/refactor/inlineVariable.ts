import { parseExpression } from '../../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../../jobFile/expression/scanTemplate.ts';
import type { ScalarNode } from '../../../jobFile/syntax/syntaxNode.ts';
import { isReadAsItself, writeLike, writeQuoted } from '../../../jobFile/write/writeScalar.ts';
import { lineEndAt, spaces, withLineBreaksOf } from '../../../support/text/lines.ts';
import { writeLiteral } from '../../edits/blockText.ts';
import { findExpression } from '../../expressions/findExpression.ts';
import { listVars } from '../../names/declaredNames.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import type { Fix } from '../fix.ts';
import { indentBelow } from '../keepText.ts';
import type { TextAt } from './textAt.ts';

/** Replaces the expression at the cursor by the value of its variable. */
export function inlineVariable(at: TextAt, offset: number): readonly Fix[] {
  const { view, node } = at;
  const found = findExpression(view, offset);
  const outcome = found && parseExpression(found.source);
  if (!found || !outcome?.ok || !found.isClosed) return [];
  const [context, member, ...more] = outcome.expression.path;
  if (context?.step !== 'vars' || !member || more.length > 0 || outcome.expression.filters.length > 0) return [];
  const name = String(member.step);
  const declared = listVars(view, at.job).find((each) => each.name === name)?.node;
  if (declared?.kind !== 'scalar' || declared.value === null || String(declared.value).startsWith('file://')) return [];
  const newText = isAlone(at, found.source) ? writeAlone(at, declared) : writeInside(at, found.start - 3, declared);
  if (newText === null) return [];
  return [
    { title: view.translate(titles.inlineVariable, { name }), edits: [{ start: node.start, end: node.end, newText }] },
  ];
}

function isAlone({ value }: TextAt, source: string): boolean {
  return value === `\${{${source}}}`;
}

/** Writes the value with its type, as the variable has it. */
function writeAlone({ view, isFlow, node }: TextAt, declared: ScalarNode): string | null {
  const source = view.text.slice(declared.start, declared.end);
  if (typeof declared.value !== 'string') return source;
  const isLine = declared.style !== 'block' && !source.includes('\n');
  if (isLine && (!isFlow || declared.style === 'quoted' || isReadAsItself(source, { isFlow }))) return source;
  const block = isFlow ? null : writeLiteral(declared.value, spaces(indentBelow(view.text, node.start)));
  const isLast = view.text.slice(node.end, lineEndAt(view.text, node.end)).trim() === '';
  return block && isLast ? withLineBreaksOf(view.text, `${block.header}\n${block.body}`) : writeQuoted(declared.value);
}

/** Writes the value as a part of a string, in the style of the string or in quotes. */
function writeInside({ view, node, value, isFlow }: TextAt, start: number, declared: ScalarNode): string | null {
  const source = view.text.slice(node.start, node.end);
  const written = scanTemplate(source).findIndex(
    (piece) => piece.kind === 'expression' && piece.start === start - node.start,
  );
  const pieces = scanTemplate(value);
  const expression = pieces.length === scanTemplate(source).length ? pieces[written] : undefined;
  if (expression?.kind !== 'expression') return null;
  const text = String(declared.value);
  const whole = value.slice(0, expression.start) + text + value.slice(expression.end);
  if (node.style === 'quoted') return writeLike(source, whole, { isFlow });
  const length = expression.end - expression.start;
  const edited = source.slice(0, start - node.start) + text + source.slice(start - node.start + length);
  if (node.style === 'block') return text.includes('\n') || text === '' ? null : edited;
  return isReadAsItself(edited, { isFlow }) ? edited : writeQuoted(whole);
}
