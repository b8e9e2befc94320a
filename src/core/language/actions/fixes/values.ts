import { mapToJson, type ScalarNode, type SyntaxNode } from '../../../jobFile/syntax/syntaxNode.ts';
import { writeLike, writeQuoted } from '../../../jobFile/write/writeValue.ts';
import type { JsonValue } from '../../../support/json/json.ts';
import { parseJson } from '../../../support/json/parseJson.ts';
import { columnAt, lineBreakOf, lineEndAt } from '../../../support/text/lines.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { isAlias, isInFlow, type NodePath } from '../../edits/nodePath.ts';
import { replaceValue } from '../../edits/replaceValue.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { type Broken, type FindFixes, type Fix, offer, prefer } from '../fix.ts';
import { findFieldAt, isValidAlone } from '../jobEntry.ts';
import { keepText } from '../keepText.ts';
import { makeAxis } from '../refactor/makeAxis.ts';
import { fixByRemoval } from './keys.ts';
import { isSameWord, nearestNames } from './nearestNames.ts';

function changeTo(
  broken: Broken,
  nodePath: NodePath | null,
  value: Exclude<JsonValue, object>,
  rest: Partial<Fix> = {},
): readonly Fix[] {
  const edit = nodePath && replaceValue(broken.text, nodePath, value);
  return offer(broken.title(titles.changeTo, { name: String(value) }), edit, rest);
}

export const fixNoMatch: FindFixes = (broken) => {
  const suggestion = broken.arg('suggestion');
  const value = suggestion === '' ? undefined : (parseJson(suggestion) as Exclude<JsonValue, object>);
  return value === undefined ? [] : changeTo(broken, broken.valuePath, value, { isPreferred: true });
};

const maxListed = 6;

/** Suggests the values of a closed list: the most similar first, or all of them if they are few. */
export const fixEnum: FindFixes = (broken) => {
  const { view, nodePath } = broken;
  if (!nodePath) return [];
  const { constraints = [] } = findFieldAt(view, nodePath) ?? {};
  const known = constraints.find((each) => each.kind === 'enum')?.values ?? listArgs(broken.arg('values'));
  const value = broken.arg('value');
  const near = nearestNames(value, known.map(String));
  const names = [...new Set([...near, ...(known.length <= maxListed ? known.map(String) : [])])];
  const namesakes = names.filter((name) => isSameWord(name, value));
  return names.flatMap((name, index) => {
    const wanted = known.find((each) => String(each) === name) ?? name;
    const isSafe = namesakes.length === 1 && namesakes[0] === name;
    return changeTo(broken, nodePath, wanted, { isPreferred: index === 0 && near.length > 0, isSafe });
  });
};

/** Message arguments list only a few words. A shortened list is not a list of all values. */
export function listArgs(values: string): readonly string[] {
  return values === '' || values.endsWith('…') ? [] : values.split(', ');
}

/** Common spellings of a form: `16x9` for `16:9`, `female` for `f`. */
const rewritings: readonly ((value: string) => string)[] = [
  (value) => value.trim(),
  (value) => value.replaceAll(/\s+/g, ''),
  (value) => value.replaceAll(/[x×*/]/gi, ':'),
  (value) => value.replaceAll(/[x×:/]/gi, '*'),
  (value) => value.replaceAll(/[*×:/]/gi, 'x'),
  (value) => value.toLowerCase(),
  (value) => value.toUpperCase(),
  (value) => value.slice(0, 1).toLowerCase(),
  (value) => `#${value}`,
  writeShare,
];

/** Writes `0.1` and `10` as `10.00%`. More than 100 percent is not a share. */
function writeShare(value: string): string {
  const number = Number(value.replace(/%$/, '').trimEnd().replace(',', '.'));
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const isFraction = !value.endsWith('%') && number <= 1;
  return `${(isFraction ? 100 * number : number).toFixed(2)}%`;
}

function readForm(view: DocumentView, nodePath: NodePath): RegExp | undefined {
  const found = findFieldAt(view, nodePath)?.constraints?.find((each) => each.kind === 'pattern');
  return found && new RegExp(`^(?:${found.pattern})$`, 'u');
}

/** Returns other spellings of a value that fit the form of its field. Empty if the field has no form. */
function respell(view: DocumentView, nodePath: NodePath, value: string): readonly string[] {
  const form = readForm(view, nodePath);
  const spellings = form ? rewritings.map((rewrite) => rewrite(value)).filter((each) => form.test(each)) : [];
  return [...new Set(spellings)].filter((each) => isValidAlone(view, nodePath, each));
}

/** Suggests another spelling of the value that fits the form, or else the values that are known to fit. */
export const fixForm: FindFixes = (broken) => {
  const { view, nodePath } = broken;
  const value = nodePath?.node.kind === 'scalar' ? nodePath.node.value : null;
  if (!nodePath || typeof value !== 'string') return [];
  const { suggestions = [], default: usual } = findFieldAt(view, nodePath) ?? {};
  const form = readForm(view, nodePath);
  const known = [...suggestions, ...(typeof usual === 'string' ? [usual] : [])].filter((each) => form?.test(each));
  const rewritten = respell(view, nodePath, value);
  return [...new Set([...rewritten, ...known.slice(0, maxListed)])]
    .map((each, index) => ({ each, isPreferred: index === 0 && rewritten.includes(each) }))
    .filter(({ each }) => isValidAlone(view, nodePath, each))
    .flatMap(({ each, isPreferred }) => changeTo(broken, nodePath, each, { isPreferred }));
};

/** Suggests the nearest bound. For a number that must be above 0 and has no other bound, that is 1. */
export const fixRange: FindFixes = (broken) => {
  const [value, min, max] = ['value', 'min', 'max'].map((name) => broken.arg(name));
  const isBelow = min !== '' && Number(value) < Number(min);
  const bound = broken.variant === 'positive' ? '1' : isBelow ? min : max;
  return value && bound ? changeTo(broken, broken.nodePath, Number(bound), { isPreferred: true }) : [];
};

/** The user's own budget applies anyway. */
export const fixBudget: FindFixes = (broken) => [
  ...fixByRemoval(broken),
  ...changeTo(broken, broken.nodePath, Number(broken.arg('own'))),
];

export const fixVersion: FindFixes = (broken) =>
  changeTo(broken, broken.nodePath, Number(broken.arg('version')), { isPreferred: true });

export const fixTooMany: FindFixes = (broken) => {
  const { text, valuePath } = broken;
  const max = Number(broken.arg('max'));
  if (valuePath?.node.kind !== 'sequence' || isAlias(valuePath.node, text)) return [];
  const { items, start: listStart } = valuePath.node;
  const [kept, last] = [items[max - 1], items.at(-1)];
  if (!kept || !last) return [];
  const start = text[listStart] === '[' ? kept.end : lineEndAt(text, kept.end);
  const edit = { start, end: Math.max(start, last.end), newText: '' };
  return offer(broken.title(titles.keepFirst, { count: max }), edit);
};

/** Converts the value to another type. No value is invented. */
export const fixType: FindFixes = (broken) => {
  const { view, valuePath } = broken;
  if (!valuePath || isAlias(valuePath.node, broken.text)) return [];
  const expected = broken.arg('expected');
  if (expected === 'string') return toText(broken, valuePath);
  if (expected === 'boolean') return toLiteral(broken, valuePath, readFlag(valuePath));
  if (expected === 'integer' || expected === 'number')
    return toLiteral(broken, valuePath, readNumber(valuePath, expected === 'integer'));
  const isItem = expected === 'array' && isValidAlone(view, valuePath, [mapToJson(valuePath.node)]);
  return isItem ? toList(broken, valuePath) : [];
};

/** Keeps the spelling, so that no digit is lost. */
function toText(broken: Broken, nodePath: NodePath): readonly Fix[] {
  const { view, text } = broken;
  const { node } = nodePath;
  const { start, end } = node;
  const source = text.slice(start, end);
  if (node.kind === 'map') return keepBrackets(broken, nodePath);
  if (node.kind === 'sequence') {
    const [item, ...others] = node.items;
    if (others.length > 0) return [...joinItems(broken, nodePath, node.items), ...makeAxis(view, node)];
    const kept = keepBrackets(broken, nodePath);
    if (item?.kind !== 'scalar' || typeof item.value !== 'string' || source.includes('\n')) return kept;
    const edit = { start, end, newText: text.slice(item.start, item.end) };
    const isClear = kept.length === 0;
    return [...kept, ...offer(broken.title(titles.makeText), edit, { isPreferred: isClear, isSafe: isClear })];
  }
  const isMissing = node.value === null || typeof node.value === 'string';
  if (isMissing || nodePath.entry?.key === 'model') return [];
  if (!isValidAlone(view, nodePath, source)) {
    // `10` becomes `10.00%` where such a string is expected.
    return respell(view, nodePath, source).flatMap((each, index) =>
      changeTo(broken, nodePath, each, { isPreferred: index === 0 }),
    );
  }
  return prefer(broken.title(titles.quote), { start, end, newText: writeQuoted(source) }, { isSafe: true });
}

/** Brackets or braces around all of a prose text are probably a part of it: `[Verse]`. */
function keepBrackets(broken: Broken, nodePath: NodePath): readonly Fix[] {
  const { start, end } = nodePath.node;
  const isWritten = /^(?:\[.*\]|\{.*\})$/.test(broken.text.slice(start, end));
  return isWritten && findFieldAt(broken.view, nodePath)?.isProse ? keepText(broken, { start, end }) : [];
}

/** Several values for one string mean a list in prose, such as tags, or one request each. */
function joinItems(broken: Broken, nodePath: NodePath, items: readonly SyntaxNode[]): readonly Fix[] {
  const { start, end } = nodePath.node;
  const words = items.flatMap((item) => (item.kind === 'scalar' && isWord(item.value) ? [String(item.value)] : []));
  const text = words.join(', ');
  const isLine = !broken.text.slice(start, end).includes('\n');
  if (!isLine || words.length < items.length || !isValidAlone(broken.view, nodePath, text)) return [];
  const newText = writeLike('', text, { isFlow: isInFlow(nodePath, broken.text) });
  return prefer(broken.title(titles.joinItems, { text }), { start, end, newText });
}

/** Whether a value can be a part of a list in prose. An expression cannot: its value is not known here. */
function isWord(value: ScalarNode['value']): boolean {
  return value !== null && !/[\n,]|\$\{\{/.test(String(value));
}

function toLiteral(broken: Broken, nodePath: NodePath, value: number | boolean | null): readonly Fix[] {
  const { node } = nodePath;
  if (value === null || !isValidAlone(broken.view, nodePath, value)) return [];
  if (node.kind !== 'scalar' || node.style === 'block') return [];
  // Rounding changes a number.
  const isSafe = typeof value === 'boolean' || Number(node.value) === value;
  const edit = { start: node.start, end: node.end, newText: String(value) };
  return prefer(broken.title(titles.changeTo, { name: String(value) }), edit, { isSafe });
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
  const { text } = broken;
  const { node } = nodePath;
  const { start, end } = node;
  const source = text.slice(start, end);
  if (source === '' || isAlias(node, text)) return [];
  const edits = listEdits();
  return edits.length > 0 ? [{ title: broken.title(titles.makeList), edits, isPreferred: true, isSafe: true }] : [];

  function listEdits(): readonly TextEdit[] {
    if (node.kind === 'map' && text[start] !== '{') return listOfMap(text, node);
    if (source.includes('\n') || (node.kind === 'scalar' && node.style === 'block')) return [];
    const isPlain = node.kind === 'scalar' && node.style === 'plain' && typeof node.value === 'string';
    const isBare = isPlain && !isInFlow(nodePath, text) && /[,[\]{}]|:$/.test(source);
    return [{ start, end, newText: `[${isBare ? writeQuoted(source) : source}]` }];
  }
}

/** Adds a dash before the first key and indents the other lines more. */
function listOfMap(text: string, { start, end }: TextRange): readonly TextEdit[] {
  const edits = [{ start, end: start, newText: '- ' }];
  const column = columnAt(text, start);
  for (let at = lineEndAt(text, start); at < end; at = lineEndAt(text, at + lineBreakOf(text).length)) {
    const lineStart = at + (text[at] === '\r' ? 2 : 1);
    if (lineStart < end && text.slice(lineStart, lineStart + column).trim() === '' && text[lineStart] === ' ')
      edits.push({ start: lineStart, end: lineStart, newText: '  ' });
  }
  return edits;
}
