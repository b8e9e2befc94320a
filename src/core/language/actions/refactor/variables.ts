import { slug } from '../../../jobFile/expression/filters.ts';
import { parseExpression } from '../../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../../jobFile/expression/scanTemplate.ts';
import { findEntry, type MapNode, type ScalarNode } from '../../../jobFile/syntax/syntaxNode.ts';
import { isReadAsItself, writeLike, writeQuoted } from '../../../jobFile/write/writeValue.ts';
import { lineEndAt, spaces, withLineBreaksOf } from '../../../support/text/lines.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { writeLiteral } from '../../edits/blockText.ts';
import { orderEdits } from '../../edits/editLog.ts';
import { findSchemaEntry, writtenValue } from '../../edits/insertEntry.ts';
import { insertVariable } from '../../edits/insertVariable.ts';
import { findNodePath, isAlias, isInFlow, keysOf } from '../../edits/nodePath.ts';
import { findExpression, findExpressionContext } from '../../expressions/findExpression.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import { findJob, freeName, listVars } from '../../names/declaredNames.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { Fix } from '../fix.ts';
import { indentBelow } from '../keepText.ts';

/** Makes the selected words a variable of the job if it has variables, or else of the file. */
export function extractVariable(at: TextAt, selection: TextRange): readonly Fix[] {
  const { view, job, path } = at;
  const range = trimRange(view.text, selection);
  const value = readSelected(at, range);
  const { root } = view.checked.jobFile;
  if (value === null || !root) return [];
  const name = freeName(nameAfter(value), new Set(listVars(view, job).map(({ key }) => key)));
  const owner = ownVars(view, job) ?? root;
  // A variable that other variables use must be visible to all of them.
  const map = path[0] === 'vars' ? root : owner;
  const variable = { key: name, value: writtenValue(value), after: findSchemaEntry(map) };
  const declared = insertVariable(view.text, map, variable);
  if (!declared) return [];
  const used: TextEdit = { ...range, newText: `\${{ vars.${name} }}` };
  const edits = orderEdits([declared, used]);
  const shift = declared.start > range.start ? used.newText.length - (range.end - range.start) : 0;
  const renameAt = declared.start + shift + declared.newText.indexOf(`${name}:`);
  return [{ title: view.translate(titles.extractVariable, {}), edits, renameAt }];
}

function trimRange(text: string, { start, end }: TextRange): TextRange {
  const selected = text.slice(start, end);
  return { start: end - selected.trimStart().length, end: start + selected.trimEnd().length };
}

/** Returns the meaning of the selection in its string. Null if it would cut an expression or an escape in two. */
function readSelected({ view, node, value, isFlow }: TextAt, { start, end }: TextRange): string | null {
  const source = view.text.slice(start, end);
  if (start >= end || start < node.start || end > node.end || /\$\{\{|\}\}|[\n\\]/.test(source)) return null;
  const whole = view.text.slice(node.start, node.end);
  if (isInExpression(whole, start - node.start) || view.text[start - 1] === '$') return null;
  if (value.startsWith('file://')) return null;
  if (node.style === 'plain') return isFlow ? null : source;
  if (node.style === 'quoted') return end < node.end && !/["']/.test(source) ? source : null;
  // The header and the indentation are not part of the text.
  return start > node.start + whole.indexOf('\n') ? source : null;
}

function isInExpression(source: string, offset: number): boolean {
  return scanTemplate(source).some(
    (piece) => piece.kind === 'expression' && piece.start < offset && offset < piece.end,
  );
}

const maxWords = 3;

/** Builds a name from the first words of the value, in the form that expressions accept. */
function nameAfter(value: string): string {
  const words = slug(value)
    .split('-')
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .join('_');
  return /^[a-z_]/.test(words) ? words : 'text';
}

function ownVars(view: DocumentView, job: string | null): MapNode | null {
  const map = job === null ? null : findJob(view, job);
  return findEntry(map, 'vars')?.value.kind === 'map' ? map : null;
}

export function inlineVariable(at: TextAt, offset: number): readonly Fix[] {
  const { view, node } = at;
  const found = findExpression(view, offset);
  const outcome = found && parseExpression(found.source);
  if (!found || !outcome?.ok || !found.isClosed) return [];
  const [context, member, ...more] = outcome.expression.path;
  if (context?.step !== 'vars' || !member || more.length > 0 || outcome.expression.filters.length > 0) return [];
  const name = String(member.step);
  const declared = listVars(view, at.job).find(({ key }) => key === name)?.value;
  if (declared?.kind !== 'scalar' || declared.value === null || String(declared.value).startsWith('file://')) return [];
  const isAlone = at.value === `\${{${found.source}}}`;
  const newText = isAlone ? writeAlone(at, declared) : writeInside(at, found.start - 3, declared);
  if (newText === null) return [];
  return [
    { title: view.translate(titles.inlineVariable, { name }), edits: [{ start: node.start, end: node.end, newText }] },
  ];
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

/** A string at the cursor. Its job is null at the root, and for a value that applies to all jobs. */
export type TextAt = NonNullable<ReturnType<typeof findTextAt>>;

/** Returns the string around a range in a field that accepts expressions. Null on a key, and on any other value. */
export function findTextAt(view: DocumentView, range: TextRange) {
  const nodePath = findNodePath(view.checked.jobFile.root, range);
  const node = nodePath?.node;
  if (
    !nodePath ||
    node?.kind !== 'scalar' ||
    typeof node.value !== 'string' ||
    range.start < node.start ||
    isAlias(node, view.text)
  )
    return null;
  const path = keysOf(nodePath);
  const { stage, job } = findExpressionContext(view.layout, path);
  const own = path[0] === 'jobs' ? path.slice(2) : path;
  if (stage === null || own.length === 0 || own[0] === 'needs' || own[0] === '$schema' || own[0]?.startsWith('x-'))
    return null;
  return { view, node, value: node.value, path, job, isFlow: isInFlow(nodePath, view.text) };
}
