import { isReservedKey } from '../../../catalog/reservedKeys.ts';
import { columnAt, lineEndAt, lineStartAt, nextLineAt, spaces, withLineBreaksOf } from '../../../support/text/lines.ts';
import { listConflicts } from '../../../jobFile/syntax/mergeConflicts.ts';
import { anyQuote, formOf, listStrangeSigns, signOf } from '../../../jobFile/syntax/strangeSigns.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { complete } from '../../completion/complete.ts';
import { orderEdits } from '../../edits/editLog.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import { type Broken, demote, type FindFixes, type Fix, offer, prefer } from '../fix.ts';
import { keepText } from '../keepText.ts';
import { isFieldName, isInBrackets, itemAt, keepColon } from './traps.ts';

/** Fixes YAML errors that one character or a pair of quotes repairs. None is safe, because the intention is unknown. */
export const fixSyntax: FindFixes = (broken) => syntaxFixes[broken.variant]?.(broken) ?? [];

const syntaxFixes: Readonly<Record<string, FindFixes>> = {
  tab: useSpaces,
  'missing-space': (broken) =>
    insert(broken, titles.spaceAfter, { at: broken.text.indexOf(':', broken.start) + 1, newText: ' ' }),
  'missing-colon': addColonOrIndent,
  'not-indented': indentText,
  'comment-without-space': (broken) => {
    const added = insert(broken, titles.spaceBefore, { at: broken.start, newText: ' ' });
    return isInBrackets(broken) ? [...keepText(broken, itemAt(broken)), ...demote(added)] : added;
  },
  'bad-escape': (broken) =>
    insert(broken, titles.doubleBackslash, { at: broken.text.indexOf('\\', broken.start), newText: '\\' }),
  'unknown-alias': (broken) => keepText(broken, broken.problem),
  'bad-start': (broken) => {
    const value = valueOnLine(broken.text, broken.start);
    return keepText(broken, value?.start === broken.start ? value : itemAt(broken));
  },
  'two-colons': (broken) => {
    const value = valueOnLine(broken.text, broken.start);
    return value ? keepColon(broken, value) : [];
  },
  'unclosed-quote': closeQuote,
  'unclosed-bracket': closeBracket,
};

/** `at` is negative if the position was not found. */
function insert(
  broken: Broken,
  title: string,
  { at, newText }: { readonly at: number; readonly newText: string },
): readonly Fix[] {
  return prefer(broken.title(title), at < 0 ? null : { start: at, end: at, newText });
}

/** Changes the whole file, because spaces and tabs cannot be mixed. */
function useSpaces(broken: Broken): readonly Fix[] {
  const edits = [...broken.text.matchAll(/^[ \t]*\t[ \t]*/gm)].map(({ index, 0: indent }) => ({
    start: index,
    end: index + indent.length,
    newText: indent.replaceAll('\t', '  '),
  }));
  return [{ title: broken.title(titles.useSpaces), edits, isPreferred: true }];
}

/** Changes the whole file, apart from texts. YAML needs a space after its signs. A list can also be meant as a text. */
export const fixStrangeSigns: FindFixes = (broken) => {
  const { view, text, problem, nodePath } = broken;
  const lines = view.layout.lines
    .filter(({ kind, isInsideValue }) => kind !== 'continuation' && !isInsideValue)
    .map(({ start, end }) => ({ start, end: start + formOf(text.slice(start, end)).length }));
  const reported = view.checked.problems.filter(({ code }) => code === problem.code);
  const edits = [...lines, ...reported].flatMap((range) =>
    listStrangeSigns(text.slice(range.start, range.end)).map(({ start, end }): TextEdit => {
      const at = { start: range.start + start, end: range.start + end };
      const sign = signOf(text[at.start] ?? '') ?? '';
      const needsSpace = /[:,#-]/.test(sign || (text[at.start - 1] ?? '')) && /\S/.test(text[at.end] ?? '\n');
      return { ...at, newText: sign + (needsSpace ? ' ' : '') };
    }),
  );
  const own = edits.filter(({ start, newText }) => {
    const isMark = start === 0 && text.startsWith('\ufeff');
    return !isMark && (newText.trim() === '') === (problem.code === 'odd-space');
  });
  const unique = [...new Map(own.map((edit) => [edit.start, edit])).values()].sort((a, b) => a.start - b.start);
  // A quote after a comma would stay in the text.
  const isClear = unique.every(
    ({ end, newText }, at) => newText !== ', ' || unique[at + 1]?.start === end || !anyQuote.includes(text.charAt(end)),
  );
  const isList = broken.variant === 'text' && broken.arg('sign') === ',';
  return [
    { title: view.translate(titles.replaceSigns, {}), edits: unique, isPreferred: isClear },
    ...(isList && nodePath ? demote(keepText(broken, nodePath.node)) : []),
  ];
};

/** A line of several words is text, unless it starts with the name of a field. A word may be the start of a field. */
function addColonOrIndent(broken: Broken): readonly Fix[] {
  const begun = completeWord(broken);
  if (begun.length > 0) return [...begun, ...demote(addColon(broken))];
  const word = /^[\w$-]+/.exec(broken.source)?.[0];
  const isField = isFieldName(broken, word);
  const [colon, indent] = [addColon(broken), continueText(broken)];
  if (isField || indent.length === 0) return [...colon, ...indent];
  return [...indent.map((fix) => ({ ...fix, isPreferred: true })), ...demote(colon)];
}

/** Returns the fields that begin with the word, as completion writes them. None for the whole name of a field. */
function completeWord({ view, text, start, end, source }: Broken): readonly Fix[] {
  const lead = `\n${spaces(columnAt(text, start))}`;
  const fields = complete(view, end).filter(({ kind }) => kind === 'field');
  if (fields.some(({ label }) => label === source)) return [];
  return fields
    .filter(({ label, filterText = label }) => filterText.startsWith(source))
    .map(({ label, insertText, edits = [], cursorAt }, index) => {
      const [before = '', after = ''] = withLineBreaksOf(text, insertText.replaceAll('\n', lead)).split('$0');
      return {
        title: view.translate(titles.changeTo, { name: label }),
        edits: orderEdits([...edits, { start, end, newText: before + after }]),
        cursorAt: cursorAt ?? start + before.length,
        isPreferred: index === 0,
      };
    });
}

/** Adds a colon after a word alone on its line, or between a key and its value. `key :value` has one already. */
function addColon(broken: Broken): readonly Fix[] {
  const { text, start } = broken;
  const [, key = '', rest = ''] = /^([\w$-]+)(.*)/.exec(text.slice(start, lineEndAt(text, start))) ?? [];
  if (key === '') return [];
  const at = start + key.length;
  const colon = /^\s+:/.exec(rest)?.[0].length;
  if (colon !== undefined) return insert(broken, titles.spaceAfter, { at: at + colon, newText: ' ' });
  return insert(broken, titles.addColon, { at, newText: ':' });
}

/** Whether the line is several words, which YAML can read as a part of the value above. */
function isTextLine(line: string): boolean {
  const words = line.trim();
  return /\s/.test(words) && !/^[-?]|[:#]/.test(words);
}

/** Indents text to continue the value above, unless that ends with a quote or a bracket, or has a comment. */
function continueText(broken: Broken): readonly Fix[] {
  const { text } = broken;
  const start = lineStartAt(text, broken.start);
  if (start === 0) return [];
  const above = text.slice(lineStartAt(text, start - 1), lineEndAt(text, start - 1));
  if (above.trim() === '' || /[\]}"']\s*$|#/.test(above)) return [];
  const indent = spaces(Math.max(/^ */.exec(above)?.[0].length ?? 0, broken.start - start + 2));
  const edits: TextEdit[] = [];
  let at = start;
  while (at < text.length) {
    const end = lineEndAt(text, at);
    const line = text.slice(at, end);
    if (!isTextLine(line)) break;
    edits.push({ start: at, end: end - line.trimStart().length, newText: indent });
    at = nextLineAt(text, end);
  }
  return edits.length === 0 ? [] : [{ title: broken.title(titles.continueText), edits }];
}

/** Indents the lines up to the next key of the job below the start of their block scalar. */
function indentText(broken: Broken): readonly Fix[] {
  const { text } = broken;
  const start = lineStartAt(text, broken.start);
  const [lead = ''] = /^[\s-]*/.exec(text.slice(lineStartAt(text, start - 1), start)) ?? [];
  const newText = spaces(lead.length + 2 - (broken.start - start));
  const edits: TextEdit[] = [];
  for (let at = start; at < text.length; at = nextLineAt(text, lineEndAt(text, at))) {
    const line = text.slice(at, lineEndAt(text, at));
    const key = /^\s*([\w$-]+):(?:\s|$)/.exec(line)?.[1];
    const isOutside = line.search(/\S|$/) < broken.start - start;
    if (line.trim() === '') continue;
    if (isOutside || (key !== undefined && (key === 'model' || isReservedKey(key) || isFieldName(broken, key)))) break;
    edits.push({ start: at, end: at, newText });
  }
  return [{ title: broken.title(titles.indentText), edits, isPreferred: true }];
}

/**
 * Adds the quote at the end of the line, inside the brackets of a list. Only the user knows where a string of several
 * lines ends.
 */
function closeQuote(broken: Broken): readonly Fix[] {
  const { text, start } = broken;
  const quote = text[start] ?? '';
  if (quote !== '"' && quote !== "'") return [];
  const isItem = isInBrackets(broken);
  let at = lineEndAt(text, start);
  while (at > start + 1 && (isItem ? /[\s,\]}]/ : /\s/).test(text[at - 1] ?? '')) at -= 1;
  const end = at;
  if (otherQuote.test(text.slice(start, at))) at -= 1;
  // A backslash would make the quote a part of the string.
  if (quote === '"' && /(?<!\\)(?:\\\\)*\\$/.test(text.slice(start, at))) return [];
  return prefer(broken.title(titles.closeQuote), { start: at, end, newText: quote });
}

/** A string with the wrong quote at its end, unless that is one of a pair, an apostrophe, or the sign of inches. */
const otherQuote = new RegExp(`^(["'])(?:\\1|[^${anyQuote}])+(?<![\\ds])(?!\\1)[${anyQuote}]$`);

const closings: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** Adds the bracket after the last word of the line, before a comment. */
function closeBracket(broken: Broken): readonly Fix[] {
  const { text } = broken;
  const start = valueOnLine(text, broken.start)?.start ?? broken.start;
  const line = text.slice(start, lineEndAt(text, start)).replace(/\s#.*/, '').trimEnd();
  const open: string[] = [];
  for (const [token] of line.matchAll(/(?<=[\s,[{:])(?:"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*'?)|[[\]{}]/g)) {
    if (closings[token] !== undefined) open.push(closings[token]);
    else if (token === open.at(-1)) open.pop();
  }
  if (open.length === 0) return [];
  return insert(broken, titles.closeBracket, { at: start + line.length, newText: open.toReversed().join('') });
}

/** Returns the range after the key or the dash of a line, without a comment: a `#` with a space on both sides. */
function valueOnLine(text: string, offset: number): TextRange | null {
  const lineStart = lineStartAt(text, offset);
  const [line = ''] = text.slice(lineStart, lineEndAt(text, offset)).split(/\s#(?:\s|$)/, 1);
  const lead = /^\s*(?:-\s+)*(?:[\w$-]+\s*:\s+)?/.exec(line)?.[0].length ?? 0;
  const length = line.trimEnd().length;
  return lead > 0 && length > lead ? { start: lineStart + lead, end: lineStart + length } : null;
}

/** `!wow` is a tag, or the first word of a text. */
export const fixTag: FindFixes = (broken) => {
  const { text, start, end } = broken;
  const value = valueOnLine(text, start);
  const behind = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return [
    ...(value?.start === start ? keepText(broken, value) : []),
    ...offer(broken.title(titles.removeTag, { name: broken.source }), { start, end: end + behind, newText: '' }),
  ];
};

/** Keeps one version. A base, which some tools write between the two, is in neither. */
export const fixConflict: FindFixes = (broken) => {
  const { text } = broken;
  const markers = listConflicts(text).find(({ start }) => start === broken.start)?.markers ?? [];
  const [first, second] = markers;
  const separator = markers.find(({ start }) => text[start] === '=');
  const last = markers.at(-1);
  if (!first || !last) return [];
  const cut = (from: TextRange, to: TextRange): TextEdit => ({
    start: from.start,
    end: nextLineAt(text, to.end),
    newText: '',
  });
  if (!second || !separator) return offer(broken.title(titles.removeLine), cut(first, last));
  const after = markers.filter(({ start }) => start > separator.start);
  return [
    { title: broken.title(titles.keepFirstVersion), edits: [cut(first, first), cut(second, last)] },
    {
      title: broken.title(titles.keepSecondVersion),
      edits: [cut(first, separator), ...after.map((each) => cut(each, each))],
    },
  ];
};

/** If nothing follows the document marker, only the marker is removed. */
export const fixDocuments: FindFixes = (broken) => {
  const { text } = broken;
  const start = lineStartAt(text, broken.start);
  const next = nextLineAt(text, lineEndAt(text, start));
  const isEmpty = text
    .slice(next)
    .split(/\r?\n/)
    .every((line) => /^\s*(?:#.*)?$/.test(line));
  const edit = { start, end: isEmpty ? next : text.length, newText: '' };
  const title = broken.title(isEmpty ? titles.removeLine : titles.removeRest);
  return offer(title, edit, { isSafe: isEmpty, isPreferred: isEmpty });
};
