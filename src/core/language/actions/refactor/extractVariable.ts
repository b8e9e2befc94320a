import { scanTemplate } from '../../../jobFile/expression/scanTemplate.ts';
import { slug } from '../../../jobFile/expression/slug.ts';
import { findEntry, type MapNode } from '../../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { insertVariable } from '../../edits/insertVariable.ts';
import { findSchemaEntry, orderEdits } from '../../edits/moveEntry.ts';
import { writtenValue } from '../../edits/written.ts';
import type { TextEdit } from '../../languageService.ts';
import { findJob, listVars } from '../../names/declaredNames.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import type { Fix } from '../fix.ts';
import type { TextAt } from './textAt.ts';

/** Makes the selected words a variable of the job if it has variables, or else of the file. */
export function extractVariable(at: TextAt, selection: TextRange): readonly Fix[] {
  const { view, job, path } = at;
  const range = trimRange(view.text, selection);
  const value = readSelected(at, range);
  const { root } = view.checked.jobFile;
  if (value === null || !root) return [];
  const name = freeName(view, job, value);
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
  if (isInExpression(view.text.slice(node.start, node.end), start - node.start) || view.text[start - 1] === '$')
    return null;
  if (value.startsWith('file://')) return null;
  const whole = view.text.slice(node.start, node.end);
  switch (node.style) {
    case 'plain':
      return isFlow ? null : source;
    case 'quoted':
      return end < node.end && !/["']/.test(source) ? source : null;
    case 'block':
      // The header and the indentation are not part of the text.
      return start > node.start + whole.indexOf('\n') ? source : null;
    default:
      return null;
  }
}

function isInExpression(source: string, offset: number): boolean {
  return scanTemplate(source).some(
    (piece) => piece.kind === 'expression' && piece.start < offset && offset < piece.end,
  );
}

const maxWords = 3;

/** Builds a name from the first words of the value, in the form that expressions accept. */
function freeName(view: DocumentView, job: string | null, value: string, taken: Iterable<string> = []): string {
  const words = slug(value)
    .split('-')
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .join('_');
  const base = /^[a-z_]/.test(words) ? words : 'text';
  const names = new Set([...listVars(view, job).map((each) => each.name), ...taken]);
  let name = base;
  for (let number = 2; names.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

/** Returns the map of variables of a job that has its own. */
function ownVars(view: DocumentView, job: string | null): MapNode | null {
  const map = job === null ? null : findJob(view, job);
  return findEntry(map, 'vars')?.value.kind === 'map' ? map : null;
}
