import { lineEndAt, lineStartAt, nextLineAt, spaces } from '../../../support/text/lines.ts';
import type { TextRange } from '../../../support/textRange.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { argOf, type Broken, type FindFixes, type Fix, usualFix } from '../fix.ts';
import { keepText } from '../keepText.ts';

/**
 * Fixes YAML errors that one character or a pair of quotes repairs. They are never safe, because the intention is
 * unknown.
 */
export const fixSyntax: FindFixes = (broken) => {
  const { view, problem } = broken;
  switch (argOf(problem, 'variant')) {
    case 'tab':
      return useSpaces(broken);
    case 'missing-space':
      return insert(broken, titles.spaceAfter, { at: view.text.indexOf(':', problem.start) + 1, newText: ' ' });
    case 'missing-colon':
      return addColonOrIndent(broken);
    case 'comment-without-space':
      return insert(broken, titles.spaceBefore, { at: problem.start, newText: ' ' });
    case 'bad-escape':
      return insert(broken, titles.doubleBackslash, { at: view.text.indexOf('\\', problem.start), newText: '\\' });
    case 'unknown-alias':
      return keepText(broken, problem);
    case 'bad-start': {
      const value = valueOnLine(view.text, problem.start);
      return keepText(broken, value?.start === problem.start ? value : itemAt(view.text, problem.start));
    }
    case 'two-colons': {
      const value = valueOnLine(view.text, problem.start);
      return value ? keepText(broken, value) : [];
    }
    case 'unclosed-quote':
      return closeQuote(broken);
    case 'unclosed-bracket':
      return closeBracket(broken);
    default:
      return [];
  }
};

/** `at` is negative if the position was not found. */
function insert(
  { view }: Broken,
  title: string,
  { at, newText }: { readonly at: number; readonly newText: string },
): readonly Fix[] {
  return usualFix(view.translate(title, {}), at < 0 ? null : { start: at, end: at, newText });
}

/** Changes the whole file, because spaces and tabs cannot be mixed. */
function useSpaces({ view }: Broken): readonly Fix[] {
  const edits = [...view.text.matchAll(/^[ \t]*\t[ \t]*/gm)].map(({ index, 0: indent }) => ({
    start: index,
    end: index + indent.length,
    newText: indent.replaceAll('\t', '  '),
  }));
  return edits.length === 0 ? [] : [{ title: view.translate(titles.useSpaces, {}), edits, isPreferred: true }];
}

/** A line of several words is text, unless it starts with the name of a field. */
function addColonOrIndent(broken: Broken): readonly Fix[] {
  const { view, problem } = broken;
  const word = /^[\w$-]+/.exec(view.text.slice(problem.start, problem.end))?.[0];
  const isField = view.catalog.families.some(({ fields }) => fields.some(({ name }) => name === word));
  const [colon, indent] = [addColon(broken), continueText(broken)];
  if (isField || indent.length === 0) return [...colon, ...indent];
  return [
    ...indent.map((fix) => ({ ...fix, isPreferred: true })),
    ...colon.map((fix) => ({ ...fix, isPreferred: false })),
  ];
}

/** Adds a colon after a word alone on its line, or between a key and its value. */
function addColon(broken: Broken): readonly Fix[] {
  const { text } = broken.view;
  const { start } = broken.problem;
  const line = text.slice(start, lineEndAt(text, start));
  const [, key = '', rest = ''] = /^([\w$-]+)(.*)/.exec(line) ?? [];
  if (key === '' || rest.startsWith(':')) return [];
  return insert(broken, titles.addColon, { at: start + key.length, newText: ':' });
}

/** Whether the line is several words, which YAML can read as a part of the value above. */
function isTextLine(line: string): boolean {
  const words = line.trim();
  return /\s/.test(words) && !/^[-?]|[:#]/.test(words);
}

/**
 * Indents lines of text, so that they continue the value above, such as a prompt. A value that ends with a quote or a
 * bracket, or has a comment, cannot be continued.
 */
function continueText({ view, problem }: Broken): readonly Fix[] {
  const { text } = view;
  const start = lineStartAt(text, problem.start);
  if (start === 0) return [];
  const above = text.slice(lineStartAt(text, start - 1), lineEndAt(text, start - 1));
  if (above.trim() === '' || /[\]}"']\s*$|#/.test(above)) return [];
  const indent = spaces(Math.max(/^ */.exec(above)?.[0].length ?? 0, problem.start - start + 2));
  const edits: TextEdit[] = [];
  let at = start;
  while (at < text.length) {
    const end = lineEndAt(text, at);
    const line = text.slice(at, end);
    if (!isTextLine(line)) break;
    edits.push({ start: at, end: end - line.trimStart().length, newText: indent });
    at = nextLineAt(text, end);
  }
  return edits.length === 0 ? [] : [{ title: view.translate(titles.continueText, {}), edits }];
}

/** Adds the quote at the end of the line. Only the user knows where a string of several lines ends. */
function closeQuote(broken: Broken): readonly Fix[] {
  const { text } = broken.view;
  const quote = text[broken.problem.start] ?? '';
  if (quote !== '"' && quote !== "'") return [];
  const lineEnd = lineEndAt(text, broken.problem.start);
  const at = broken.problem.start + text.slice(broken.problem.start, lineEnd).trimEnd().length;
  return insert(broken, titles.closeQuote, { at, newText: quote });
}

const closings: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** Adds the bracket after the last word of the line, before a comment. */
function closeBracket(broken: Broken): readonly Fix[] {
  const { text } = broken.view;
  const start = valueOnLine(text, broken.problem.start)?.start ?? broken.problem.start;
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

/** Returns the range of an item between brackets, up to the next comma or bracket. */
function itemAt(text: string, start: number): TextRange {
  const length = /^[^,[\]{}\r\n]*/.exec(text.slice(start, lineEndAt(text, start)))?.[0].trimEnd().length ?? 0;
  return { start, end: start + length };
}

/** `!wow` is a tag, or the first word of a text. */
export const fixTag: FindFixes = (broken) => {
  const { text, translate } = broken.view;
  const { start, end } = broken.problem;
  const tag = text.slice(start, end);
  const value = valueOnLine(text, start);
  const kept = value && value.start === start ? keepText(broken, value) : [];
  const spaces = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return [
    ...kept,
    { title: translate(titles.removeTag, { name: tag }), edits: [{ start, end: end + spaces, newText: '' }] },
  ];
};

/** If nothing follows the document marker, only the marker is removed. */
export const fixDocuments: FindFixes = ({ view, problem }) => {
  const { text, translate } = view;
  const start = lineStartAt(text, problem.start);
  const behind = text.slice(nextLineAt(text, lineEndAt(text, start)));
  const isEmpty = behind.split(/\r?\n/).every((line) => /^\s*(?:#.*)?$/.test(line));
  const end = isEmpty ? nextLineAt(text, lineEndAt(text, start)) : text.length;
  const edits = [{ start, end, newText: '' }];
  return [
    {
      title: translate(isEmpty ? titles.removeLine : titles.removeRest, {}),
      edits,
      isSafe: isEmpty,
      isPreferred: isEmpty,
    },
  ];
};
