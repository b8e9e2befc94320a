import { type LayoutEntry, pathOf } from './layout.ts';
import type { Place } from './place.ts';

/** An open brace or bracket on the way to the cursor. */
interface Bracket {
  readonly isMap: boolean;
  /** Keys seen so far. */
  readonly keys: string[];
  /** The key whose value is being written; null while a key is. */
  key: string | null;
}

/** Quoted text, brackets, separators, comments, and words. */
export const flowTokenPattern =
  /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*(?:''[^']*)*'?|(?<=\s)#[^\n]*|[[\]{},]|:(?=[\s,[\]{}]|$)|(?:[^\s,[\]{}:]+|:(?![\s,[\]{}]|$))+/g;

/** The place inside a value in braces or brackets, by the text between its start and the cursor. */
export function placeInFlow(entry: LayoutEntry, text: string, offset: number): Place {
  const stack: Bracket[] = [];
  let pending: { start: number; end: number } | null = null;
  const from = entry.value.start;
  for (const { 0: token, index } of text.slice(from, offset).matchAll(flowTokenPattern)) {
    const range = { start: from + index, end: from + index + token.length };
    if (token.startsWith('#')) {
      if (range.end === offset) return { kind: 'nothing' };
    } else if (/^[[\]{},:]$/.test(token)) {
      step(stack, token, pending && text.slice(pending.start, pending.end));
      if (stack.length === 0) return { kind: 'nothing' };
      pending = null;
    } else pending = range;
  }
  const bracket = stack.at(-1);
  // A finished word with blanks behind it is neither being typed nor a place for a new one. One over lines is prose.
  if (!bracket || (pending && (pending.end < offset || text.slice(pending.start, pending.end).includes('\n'))))
    return { kind: 'nothing' };
  const range = { start: pending?.start ?? offset, end: wordEnd(text, offset) };
  const path = [...pathOf(entry), ...stack.flatMap(({ key }) => (key === null ? [] : [key]))];
  if (bracket.isMap && bracket.key === null) {
    return {
      kind: 'key',
      path,
      siblings: new Set(bracket.keys),
      range,
      hasColon: isColonNext(text, range.end),
      isFlow: true,
    };
  }
  return { kind: 'value', path, range, needsBlank: text[range.start - 1] === ':' };
}

/** Follows one bracket, comma or colon; `word` is what stands before it. */
function step(stack: Bracket[], token: string, word: string | null): void {
  const bracket = stack.at(-1);
  if (token === '{' || token === '[') stack.push({ isMap: token === '{', keys: [], key: null });
  else if (token === '}' || token === ']') stack.pop();
  else if (token === ',' && bracket) bracket.key = null;
  else if (token === ':' && bracket?.isMap && word !== null) {
    bracket.key = word.replaceAll(/^["']|["']$/g, '');
    bracket.keys.push(bracket.key);
  }
}

/** Where the word under the cursor ends; looks a little way ahead only, as a line may be endless. */
function wordEnd(text: string, offset: number): number {
  return offset + (/^[^\s,[\]{}:"'#]*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0);
}

function isColonNext(text: string, offset: number): boolean {
  return /^\s*:/.test(text.slice(offset, offset + 20));
}
