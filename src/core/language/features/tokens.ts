import { isIgnoredKey, isReservedKey } from '../../catalog/reservedKeys.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import { findLastUpTo } from '../../support/findLastUpTo.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { SemanticToken, TokenType } from '../languageService.ts';
import { findTextRange, type Layout, type LayoutEntry, type LayoutLine, pathOf } from '../layout/layout.ts';
import { keyDescriptions } from '../messages.ts';
import { type DocumentView, findFamily } from '../view/documentView.ts';
import { findMapKind } from '../view/mapKind.ts';

/** One id, or several between brackets. */
const idPattern = /[^\s,[\]"'](?:[^,[\]"']*[^\s,[\]"'])?/g;

/** `[Verse]`, `[Chorus 2]`: sections of a song. */
const sectionPattern = /\[[^\][\n]{1,60}\]/g;

/** `<break time="1s"/>` on one line. */
const tagPattern = /<\/?[A-Za-z][\w:.-]*(?:\s[^<>]*)?>/g;

/** A name with its value inside a tag. YAML may escape the quotes. */
const attributePattern = /(?<![\w:.-])([\w:.-]+)\s*=\s*(\\?"[^"]*"|'[^']*')/g;

/**
 * Lists colors for parts that depend on the place in the job file and on the model, which a grammar does not know. They
 * depend only on the line, so that a broken line leaves the others their colors, and a part of the file has the same
 * colors as the whole.
 */
export function listTokens(view: DocumentView, range: TextRange): readonly SemanticToken[] {
  const { lines } = view.layout;
  const first = lines.findIndex(({ end }) => end >= range.start);
  const tokens: SemanticToken[] = [];
  for (const line of first < 0 ? [] : lines.slice(first)) {
    if (line.start > range.end) break;
    for (const token of listLineTokens(line, view)) {
      if (token.start < range.end && token.end > range.start) tokens.push(token);
    }
  }
  return tokens;
}

function listLineTokens(line: LayoutLine, view: DocumentView): readonly SemanticToken[] {
  const { entry } = line;
  if (!entry) return [];
  const range = findTextRange(line, view.text);
  const text = view.text.slice(range.start, range.end);
  const tokens = [
    ...(line.kind === 'entry' ? listKeyTokens(line, view) : []),
    ...listTextTokens(entry, { text, start: range.start }, view),
  ];
  if (tokens.length === 0) return [];
  // Expressions have the colors of the grammar. Only the last one that starts before the end of a token can overlap it.
  const expressions = scanTemplate(text).filter((piece) => piece.kind === 'expression');
  return tokens.filter(({ start, end }) => {
    const last = expressions[findLastUpTo(expressions, end - 1 - range.start)];
    return !last || range.start + last.start >= end || range.start + last.end <= start;
  });
}

function listKeyTokens({ entry, start }: LayoutLine, { layout }: DocumentView): readonly SemanticToken[] {
  const tokens: SemanticToken[] = [];
  for (let each = entry; each && each.keyRange.start >= start; each = each.parent) {
    const type = each.key === null ? null : typeOfKey(pathOf(each), layout);
    if (type) tokens.push({ start: each.keyRange.start, end: each.keyRange.end, type });
  }
  return tokens.toReversed();
}

function typeOfKey(path: readonly string[], layout: Layout): 'keyword' | 'namespace' | null {
  const key = path.at(-1) ?? '';
  const { kind } = findMapKind(layout, path.slice(0, -1));
  if (kind === 'jobs') return 'namespace';
  const isControl = (kind === 'file' || kind === 'job') && isReservedKey(key) && !isIgnoredKey(key);
  const isMember = kind === 'gen' || kind === 'output' || kind === 'matrix';
  return isControl || (isMember && Object.hasOwn(keyDescriptions, `${kind}.${key}`)) ? 'keyword' : null;
}

/** Tokens inside a value: ids of jobs, sections of lyrics, tags of speech. */
function listTextTokens(
  entry: LayoutEntry,
  { text, start }: { readonly text: string; readonly start: number },
  view: DocumentView,
): readonly SemanticToken[] {
  const { layout, findField } = view;
  const path = pathOf(entry);
  const mapKind = findMapKind(layout, path.slice(0, -1));
  if (path.at(-1) === 'needs' && mapKind.kind === 'job') return listMatches(idPattern, text, start, 'namespace');
  if (!/[[<]/.test(text) || findField(path)?.isProse !== true) return [];
  const modality = findFamily(view, layout.hasJobs && path[0] === 'jobs' ? (path[1] ?? null) : null)?.modality;
  if (modality === 'music') return listMatches(sectionPattern, text, start, 'type');
  // The text between the tags of SSML is spoken.
  const tags = modality === 'speech' ? [...text.matchAll(tagPattern)] : [];
  return tags.flatMap(({ 0: tag, index }) => readTag(tag, start + index));
}

function listMatches(pattern: RegExp, text: string, offset: number, type: TokenType): readonly SemanticToken[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: offset + index,
    end: offset + index + found.length,
    type,
  }));
}

function readTag(tag: string, offset: number): readonly SemanticToken[] {
  const name = /^<\/?[\w:.-]+/.exec(tag)?.[0] ?? '<';
  const closing = /\/?>$/.exec(tag)?.[0] ?? '';
  const attributes = [...tag.matchAll(attributePattern)].flatMap(({ 0: all, 1: key = '', 2: value = '', index }) => {
    const end = offset + index + all.length;
    return [
      { start: offset + index, end: offset + index + key.length, type: 'property' },
      { start: end - value.length, end, type: 'string' },
    ] as const;
  });
  const end = offset + tag.length;
  return [
    { start: offset, end: offset + name.length, type: 'type' },
    ...attributes,
    { start: end - closing.length, end, type: 'type' },
  ];
}
