import { mapToJson, type ScalarNode, type SyntaxNode } from '../../../jobFile/syntax/syntaxNode.ts';
import { writeLike, writeQuoted } from '../../../jobFile/write/writeScalar.ts';
import { columnAt, lineBreakOf, lineEndAt } from '../../../support/text/lines.ts';
import { findValuePath, isAlias, isInFlow, type NodePath } from '../../edits/nodePath.ts';
import { replaceValue } from '../../edits/replaceValue.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { findFieldAt, isValidAlone } from '../findField.ts';
import { argOf, type Broken, changeTo, type FindFixes, type Fix } from '../fix.ts';
import { makeAxis } from '../refactor/makeAxis.ts';
import { keepText } from '../keepText.ts';
import { respell } from './values.ts';

/** Converts the value to another type. No value is invented. */
export const fixType: FindFixes = (broken) => {
  const { view, problem } = broken;
  const nodePath = findValuePath(view.checked.jobFile.root, problem);
  if (!nodePath || isAlias(nodePath.node, view.text)) return [];
  switch (argOf(problem, 'expected')) {
    case 'string':
      return toText(broken, nodePath);
    case 'boolean':
      return toLiteral(broken, nodePath, readFlag(nodePath));
    case 'integer':
    case 'number':
      return toLiteral(broken, nodePath, readNumber(nodePath, argOf(problem, 'expected') === 'integer'));
    case 'array':
      return isValidAlone(view, nodePath, [mapToJson(nodePath.node)]) ? toList(broken, nodePath) : [];
    default:
      return [];
  }
};

/** Keeps the spelling, so that no digit is lost. */
function toText(broken: Broken, nodePath: NodePath): readonly Fix[] {
  const { view } = broken;
  const { node } = nodePath;
  const source = view.text.slice(node.start, node.end);
  if (node.kind === 'sequence') {
    const [item, ...others] = node.items;
    if (others.length > 0) return [...joinItems(broken, nodePath, node.items), ...makeAxis(view, node)];
    const kept = keepBrackets(broken, nodePath);
    if (item?.kind !== 'scalar' || typeof item.value !== 'string' || source.includes('\n')) return kept;
    const edit = { start: node.start, end: node.end, newText: view.text.slice(item.start, item.end) };
    const isClear = kept.length === 0;
    const replaced = {
      title: view.translate(titles.makeText, {}),
      edits: [edit],
      isPreferred: isClear,
      isSafe: isClear,
    };
    return [...kept, replaced];
  }
  if (node.kind === 'map') return keepBrackets(broken, nodePath);
  const isMissing = node.value === null || typeof node.value === 'string';
  if (isMissing || nodePath.entry?.key === 'model') return [];
  if (!isValidAlone(view, nodePath, source)) return respellAsText(broken, nodePath, source);
  const edit = { start: node.start, end: node.end, newText: writeQuoted(source) };
  return [{ title: view.translate(titles.quote, {}), edits: [edit], isPreferred: true, isSafe: true }];
}

/** Brackets or braces around all of a prose text are probably a part of it: `[Verse]`. */
function keepBrackets(broken: Broken, nodePath: NodePath): readonly Fix[] {
  const { start, end } = nodePath.node;
  const isWritten = /^(?:\[.*\]|\{.*\})$/.test(broken.view.text.slice(start, end));
  return isWritten && findFieldAt(broken.view, nodePath)?.isProse ? keepText(broken, { start, end }) : [];
}

/** Several values for one string mean a list in prose, such as tags, or one request each. */
function joinItems({ view }: Broken, nodePath: NodePath, items: readonly SyntaxNode[]): readonly Fix[] {
  const { start, end } = nodePath.node;
  const words = items.flatMap((item) => (item.kind === 'scalar' && isWord(item.value) ? [String(item.value)] : []));
  const text = words.join(', ');
  const isLine = !view.text.slice(start, end).includes('\n');
  if (!isLine || words.length < items.length || !isValidAlone(view, nodePath, text)) return [];
  const newText = writeLike('', text, { isFlow: isInFlow(nodePath, view.text) });
  return [{ title: view.translate(titles.joinItems, { text }), edits: [{ start, end, newText }], isPreferred: true }];
}

/** Whether a value can be a part of a list in prose. An expression cannot: its value is not known here. */
function isWord(value: ScalarNode['value']): boolean {
  return value !== null && !/[\n,]|\$\{\{/.test(String(value));
}

/** Writes `10` as `10.00%` where such a string is expected. */
function respellAsText(broken: Broken, nodePath: NodePath, source: string): readonly Fix[] {
  return respell(broken.view, nodePath, source).flatMap((each, index) => {
    const edit = replaceValue(broken.view.text, nodePath, each);
    return edit ? [changeTo(broken, each, { edits: [edit], isPreferred: index === 0 })] : [];
  });
}

function toLiteral(broken: Broken, nodePath: NodePath, value: number | boolean | null): readonly Fix[] {
  if (value === null || !isValidAlone(broken.view, nodePath, value)) return [];
  const { node } = nodePath;
  if (node.kind !== 'scalar' || node.style === 'block') return [];
  const edit = { start: node.start, end: node.end, newText: String(value) };
  // Rounding changes a number.
  const isSafe = typeof value === 'boolean' || Number(node.value) === value;
  return [changeTo(broken, String(value), { edits: [edit], isPreferred: true, isSafe })];
}

function readFlag({ node }: NodePath): boolean | null {
  if (node.kind !== 'scalar' || node.value === null) return null;
  const word = String(node.value).trim();
  if (/^(?:true|yes|on|y|1)$/i.test(word)) return true;
  return /^(?:false|no|off|n|0)$/i.test(word) ? false : null;
}

function readNumber({ node }: NodePath, isWhole: boolean): number | null {
  if (node.kind !== 'scalar' || node.value === null || typeof node.value === 'boolean') return null;
  const word = String(node.value)
    .trim()
    .replace(/^(\d+),(\d+)$/, '$1.$2');
  const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(word) ? Number(word) : NaN;
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return null;
  return isWhole ? Math.round(number) : number;
}

/** Makes a list of one value, with the text that follows the value on its line. */
export function toList(broken: Broken, nodePath: NodePath): readonly Fix[] {
  const { view } = broken;
  const { text } = view;
  const { start, end } = nodePath.node;
  const source = text.slice(start, end);
  if (source === '' || isAlias(nodePath.node, text)) return [];
  const value = nodePath.node.kind === 'scalar' ? nodePath.node.value : null;
  const isLine =
    !source.includes('\n') &&
    !(nodePath.node.kind === 'map' && text[start] !== '{') &&
    (nodePath.node.kind !== 'scalar' || nodePath.node.style !== 'block');
  const title = view.translate(titles.makeList, {});
  if (isLine) {
    const isBare =
      nodePath.node.kind === 'scalar' &&
      nodePath.node.style === 'plain' &&
      typeof value === 'string' &&
      !isInFlow(nodePath, text);
    const newText = `[${isBare && /[,[\]{}]|:$/.test(source) ? writeQuoted(source) : source}]`;
    return [{ title, edits: [{ start, end, newText }], isPreferred: true, isSafe: true }];
  }
  return nodePath.node.kind === 'map' && text[start] !== '{'
    ? [{ title, edits: listOfMap(text, { start, end }), isPreferred: true, isSafe: true }]
    : [];
}

/** Adds a dash before the first key and indents the other lines more. */
function listOfMap(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const edits = [{ start, end: start, newText: '- ' }];
  const column = columnAt(text, start);
  for (let at = lineEndAt(text, start); at < end; at = lineEndAt(text, at + lineBreakOf(text).length)) {
    const lineStart = at + (text[at] === '\r' ? 2 : 1);
    if (lineStart < end && text.slice(lineStart, lineStart + column).trim() === '' && text[lineStart] === ' ')
      edits.push({ start: lineStart, end: lineStart, newText: '  ' });
  }
  return edits;
}
