import { isReservedKey } from '../../../catalog/reservedKeys.ts';
import { writeQuoted } from '../../../jobFile/write/writeValue.ts';
import { lineEndAt } from '../../../support/text/lines.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { writeInline } from '../../edits/copyValue.ts';
import { orderEdits } from '../../edits/editLog.ts';
import { type Written, insertInOwner, lastOwn } from '../../edits/insertEntry.ts';
import { findNodePath, isAlias, isInFlow, type NodePath } from '../../edits/nodePath.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import { listAxes } from '../../names/declaredNames.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { Fix } from '../fix.ts';
import { findFieldAt, findJobOf, type JobEntry } from '../jobEntry.ts';

interface AxisSource {
  readonly view: DocumentView;
  readonly nodePath: NodePath;
  readonly job: JobEntry;
  readonly key: string;
}

/** Lists what the field at the cursor can be split into: its lines, its items, or its only value. */
export function makeAxis(view: DocumentView, range: TextRange): readonly Fix[] {
  const source = findSource(view, range);
  if (!source) return [];
  const { node } = source.nodePath;
  // Axes are evaluated before most contexts of expressions are known, and they read no files.
  if (/\$\{\{|file:\/\//.test(view.text.slice(node.start, node.end))) return [];
  if (node.kind === 'sequence') return fromItems(source);
  if (node.kind !== 'scalar' || node.value === null) return [];
  const lines =
    node.style === 'block'
      ? String(node.value)
          .split('\n')
          .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
          .filter((line) => line !== '')
      : [];
  const isList = lines.length > 1;
  const items = isList ? lines.map(writeQuoted) : [writeInline(node, view.text)];
  const title = isList ? titles.linesToAxis : titles.valueToAxis;
  return build(source, { items, title, value: reference(source.key) });
}

/** Returns the whole field, wherever the cursor is inside it. The field must be written in the job itself. */
function findSource(view: DocumentView, range: TextRange): AxisSource | null {
  let nodePath = findNodePath(view.checked.jobFile.root, range);
  const depth = view.layout.hasJobs ? 3 : 1;
  while (nodePath && depthOf(nodePath) > depth) nodePath = nodePath.parent;
  const key = nodePath?.entry?.key;
  const job = nodePath && findJobOf(view, nodePath);
  if (!nodePath || key === undefined || !job || depthOf(nodePath) !== depth || job.map !== nodePath.parent?.node)
    return null;
  const isField = key !== 'model' && !isReservedKey(key) && !isRefusedKey(view, nodePath);
  const isAxisName = /^[A-Za-z_][\w-]*$/.test(key) && !listAxes(view, job.job.id).some((axis) => axis.key === key);
  return isField && isAxisName && !isAlias(nodePath.node, view.text) ? { view, nodePath, job, key } : null;
}

/** Whether the key holds a secret, which no job file may contain, or is a mistyped field, which the user fixes first. */
function isRefusedKey({ checked }: DocumentView, { entry }: NodePath): boolean {
  return checked.problems.some(
    (problem) =>
      problem.start === entry?.keyRange.start &&
      (problem.code === 'key-in-job-file' ||
        (problem.code === 'unknown-field' && problem.args['suggestion'] !== undefined)),
  );
}

function depthOf(nodePath: NodePath): number {
  return nodePath.parent ? depthOf(nodePath.parent) + 1 : 0;
}

/** A field that accepts a list gets a list with one item in each request. */
function fromItems(source: AxisSource): readonly Fix[] {
  const { view, nodePath, key } = source;
  if (nodePath.node.kind !== 'sequence' || nodePath.node.items.length < 2) return [];
  const isList = (findFieldAt(view, nodePath)?.type.kind ?? 'array') === 'array';
  const items = nodePath.node.items.map((item) => writeInline(item, view.text));
  const value = isList ? `[${writeQuoted(reference(key))}]` : reference(key);
  return build(source, { items, title: titles.itemsToAxis, value });
}

function reference(key: string): string {
  return `\${{ matrix.${key} }}`;
}

interface Axis {
  readonly items: readonly string[];
  readonly title: string;
  readonly value: string;
}

const maxLineLength = 80;

function build({ view, nodePath, job, key }: AxisSource, { items, title, value }: Axis): readonly Fix[] {
  const { text } = view;
  if (!nodePath.entry || !job.map) return [];
  const inline = `[${items.join(', ')}]`;
  const isShort = inline.length <= maxLineLength;
  const written: Written = {
    block: (indent) => (isShort ? ` ${inline}` : items.map((item) => `\n${indent}  - ${item}`).join('')),
    inline: ` ${inline}`,
  };
  const axis = { owner: 'matrix', key, value: written, after: lastOwn(job.map) };
  const added = insertInOwner(text, job.map, axis);
  if (!added) return [];
  const edits = orderEdits([replaceWhole(text, nodePath, value), added]);
  return [{ title: view.translate(title, { name: key }), edits }];
}

/** Replaces all lines of the value. The header of a block scalar stays on its line. */
function replaceWhole(text: string, nodePath: NodePath, value: string): TextEdit {
  const { node, entry } = nodePath;
  const newText = isInFlow(nodePath, text) && !value.startsWith('[') ? writeQuoted(value) : value;
  const isBelow = entry && node.kind === 'sequence' && text.slice(entry.keyRange.end, node.start).includes('\n');
  if (!isBelow) return { start: node.start, end: node.end, newText };
  const colon = text.indexOf(':', entry.keyRange.end) + 1;
  const comment = text.slice(colon, lineEndAt(text, colon)).trimEnd();
  return { start: colon, end: node.end, newText: ` ${newText}${comment}` };
}
