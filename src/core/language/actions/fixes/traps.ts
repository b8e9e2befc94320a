import { findContext } from '../../../jobFile/expression/contexts.ts';
import { parseExpression } from '../../../jobFile/expression/parseExpression.ts';
import { isError } from '../../../jobFile/problem.ts';
import { findEntry } from '../../../jobFile/syntax/syntaxNode.ts';
import { writeQuoted } from '../../../jobFile/write/writeValue.ts';
import { columnAt, lineEndAt, lineStartAt, spaces, withLineBreaksOf } from '../../../support/text/lines.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { orderEdits } from '../../edits/editLog.ts';
import { findNodePath } from '../../edits/nodePath.ts';
import { withoutComment } from '../../layout/parseLayout.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import { type Broken, demote, type FindFixes, type Fix, offer, prefer } from '../fix.ts';
import { findFieldAt } from '../jobEntry.ts';
import { indentBelow, keepText, nextColumn } from '../keepText.ts';

/** Whether the line has a bracket before the problem that is not closed there. */
export function isInBrackets({ text, start }: Broken): boolean {
  const before = text.slice(lineStartAt(text, start), start);
  return before.replaceAll(/[^[{]/g, '').length > before.replaceAll(/[^\]}]/g, '').length;
}

/** Returns the range of an item between brackets, up to the next comma or bracket. */
export function itemAt({ text, start }: Broken): TextRange {
  const length = /^[^,[\]{}\r\n]*/.exec(text.slice(start, lineEndAt(text, start)))?.[0].trimEnd().length ?? 0;
  return { start, end: start + length };
}

export function isFieldName({ view }: Broken, word: string | undefined): boolean {
  return view.catalog.families.some(({ fields }) => fields.some(({ name }) => name === word));
}

/** Fixes a value that can only be text, because of its start. A `#` makes the end of the text unclear. */
export const fixSafely: FindFixes = (broken) => {
  const isPlain = !/\s#/.test(broken.text.slice(broken.start, textRange(broken).end));
  return fixAsText(broken).map((fix, index) => ({ ...fix, isSafe: index === 0 && isPlain }));
};

export const fixAsText: FindFixes = (broken) => keepText(broken, textRange(broken));

/** The word before a text that YAML reads is part of it again. YAML has joined the lines of the text. */
export const fixAnchor: FindFixes = (broken) => {
  if (isError(broken.problem)) return fixAsText(broken);
  const { node } = findNodePath(broken.root, { start: broken.end, end: broken.end }) ?? {};
  const rest = node?.kind === 'scalar' && typeof node.value === 'string' ? ` ${node.value}` : '';
  return keepText(broken, broken.problem, broken.arg('text') + rest);
};

/** A text in single quotes may only have an apostrophe. Other quotes at both ends can belong to different words. */
export const fixAfterQuote: FindFixes = (broken) => {
  const range = textRange(broken);
  const written = broken.text.slice(range.start, range.end);
  return keepText(broken, range, /^'((?:[^']|(?<=\p{L})'(?=\p{L}))*)'$/u.exec(written)?.[1] ?? written);
};

export const fixColon: FindFixes = (broken) => keepColon(broken, textRange(broken));

/** A text with a colon in it. If that follows the name of a field, a line has probably been joined or indented. */
export function keepColon(broken: Broken, range: TextRange): readonly Fix[] {
  const { text } = broken;
  const words = text.slice(range.start, range.end).matchAll(/(?<=\s)[\w$-]+(?=:(?:\s|$))/g);
  const [, indent = '', below] = /^[ \t]*\r?\n( *)([\w$-]+):\s/.exec(text.slice(range.end)) ?? [];
  const deeper = indent.length > indentBelow(text, range.start) - 2 ? below : undefined;
  const isField = [...words].some(([word]) => isFieldName(broken, word)) || isFieldName(broken, deeper);
  const kept = keepText(broken, range);
  return isField ? demote(kept) : kept;
}

/** Returns the range without a comment after it: a `#` with a space on both sides. */
function textRange({ source, start, end }: Broken): TextRange {
  const lastLine = Math.max(0, source.lastIndexOf('\n'));
  const comment = source.slice(lastLine).search(/\s#(?:\s|$)/);
  const text = comment < 0 ? '' : source.slice(0, lastLine + comment).trimEnd();
  return { start, end: text === '' ? end : start + text.length };
}

/** `{{ vars.color }}` is an expression without its sign. Anything else is text. */
export const fixBraces: FindFixes = (broken) => {
  const { start } = broken;
  const source = broken.text.slice(start, textRange(broken).end);
  const outcome = parseExpression(/^\{\{(.*)\}\}$/.exec(source)?.[1] ?? '');
  const isKnown = outcome.ok && findContext(String(outcome.expression.path[0]?.step)) !== undefined;
  const kept = fixAsText(broken);
  if (!isKnown) return kept;
  const change = prefer(broken.title(titles.changeTo, { name: `$${source}` }), { start, end: start, newText: '$' });
  return [...change, ...demote(kept)];
};

export const fixDoubleBraces: FindFixes = (broken) => {
  const name = broken.arg('suggestion');
  return broken.source.startsWith('{{') ? prefer(broken.title(titles.changeTo, { name }), broken.replace(name)) : [];
};

/** Lines in brackets are probably lyrics, which are easier to read in a block scalar. */
export const fixBrackets: FindFixes = (broken) => {
  const [first, block] = fixAsText(broken);
  if (!first || !block) return first ? [first] : [];
  return [{ ...block, isPreferred: true }, ...demote([first])];
};

/** The sign mostly starts a block scalar, so the text moves below it, beside the lines that follow. */
export const fixBlockSign: FindFixes = (broken) => {
  const { text, start, end } = broken;
  const [lead = ''] = /^.[-+\d]*[ \t]*/.exec(broken.source) ?? [];
  const header = lead.trimEnd();
  const indent = Math.max(indentBelow(text, start), nextColumn(text, broken.problem));
  const edit = {
    start: start + header.length,
    end: start + lead.length,
    newText: withLineBreaksOf(text, `\n${spaces(indent)}`),
  };
  const kept = fixAsText(broken);
  if (textRange(broken).end < end || lead.length === broken.source.length) return kept;
  return [...prefer(broken.title(titles.moveBelow), edit), ...demote(kept)];
};

/** Keeps the text together with the part that YAML reads as a comment, from the start of the value. */
export const fixComment: FindFixes = (broken) => {
  if (broken.variant === 'file') return [];
  const end = broken.text.slice(0, broken.start).trimEnd().length;
  const node = findNodePath(broken.root, { start: end, end })?.node;
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return [];
  // YAML joins the lines of a text without quotes by spaces.
  const whole = node.value + broken.text.slice(node.end, broken.end).replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
  return keepText(broken, { start: node.start, end: broken.end }, whole);
};

/** The space between the colon and the `#` stays. Between brackets, the comment has their ends as well. */
export const fixCommentValue: FindFixes = (broken) =>
  broken.variant === 'file' ? [] : keepText(broken, isInBrackets(broken) ? itemAt(broken) : broken.problem);

/** A name in a file of variables cannot be changed from here. */
export const fixWord: FindFixes = (broken) =>
  broken.variant === 'file' ? [] : prefer(broken.title(titles.quote), broken.replace(writeQuoted(broken.source)));

/** Only braces and brackets can be text. A list in brackets may also be meant as one. */
export const fixInserted: FindFixes = (broken) => {
  if (broken.variant === 'file' || !/^[[{]/.test(broken.source)) return [];
  const kept = keepText(broken, broken.problem);
  return broken.source.startsWith('{') && broken.variant !== 'map' ? kept : demote(kept);
};

/** Quotes give all tools the text that is sent. */
export const fixRatio: FindFixes = (broken) =>
  prefer(broken.title(titles.quote), broken.replace(writeQuoted(broken.source)), { isSafe: true });

/** Whether the catalog knows a number, or a string, as the type of the value. */
function typeAt({ view, nodePath }: Broken): 'number' | 'string' | null {
  const kind = nodePath?.entry && findFieldAt(view, nodePath)?.type.kind;
  return kind === 'integer' || kind === 'number' ? 'number' : kind === 'string' ? 'string' : null;
}

export const fixZeros: FindFixes = (broken) => {
  const type = typeAt(broken);
  const rest = { isPreferred: type !== null };
  // If the catalog knows the type, the other spelling would be refused.
  const keep = offer(broken.title(titles.keepZeros), broken.replace(writeQuoted(broken.source)), rest);
  const drop = offer(broken.title(titles.dropZeros), broken.replace(broken.arg('value')), rest);
  return [...(type === 'number' ? [] : keep), ...(type === 'string' ? [] : drop)];
};

/** A number with many digits is sent unchanged. Quotes are better only where a string is expected. */
export const fixDigits: FindFixes = (broken) =>
  typeAt(broken) === 'number' ? [] : offer(broken.title(titles.quote), broken.replace(writeQuoted(broken.source)));

/**
 * The lines are the last ones of a block, so with less indentation they are keys beside the key of the block. A key that
 * is there already gets the value of its line.
 */
export const fixFieldLines: FindFixes = (broken) => {
  const { text, start, end, source, found } = broken;
  if (!found) return [];
  const indent = spaces(columnAt(text, found.entry.start));
  let newText = '';
  const edits: TextEdit[] = [];
  for (const line of source.split('\n').flatMap((each) => each.trim() || [])) {
    const colon = line.indexOf(':');
    const set = findEntry(found.map, line.slice(0, colon))?.value;
    if (!set) newText += `\n${indent}${line}`;
    else if (set.start === set.end || text.slice(set.start, set.end).includes('\n')) return [];
    else
      edits.push({
        start: set.start,
        end: set.end,
        newText: withoutComment(line.slice(colon + 1).trim(), true),
      });
  }
  edits.push({ start: text.slice(0, start).trimEnd().length, end, newText: withLineBreaksOf(text, newText) });
  const title = broken.title(titles.moveOut, { name: found.entry.key });
  return [{ title, edits: orderEdits(edits), isPreferred: true }];
};

export const fixFlowExpression: FindFixes = (broken) => {
  const pattern = /\$\{\{(?<=[[,{:]\s*\$\{\{)(?:[^$\n]|\$(?!\{\{))*?\}\}(?=\s*[,\]}])/g;
  const edits = Array.from(broken.source.matchAll(pattern), ({ 0: source, index }) => {
    const start = broken.start + index;
    return { start, end: start + source.length, newText: writeQuoted(source) };
  });
  return [{ title: broken.title(titles.quote), edits, isPreferred: true, isSafe: true }];
};
