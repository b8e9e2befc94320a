import type { CompletionContext } from './completionContext.ts';
import { type LayoutEntry, pathOf } from './layout.ts';

/** A brace or bracket that is open at the cursor. */
interface Bracket {
  readonly isMap: boolean;
  /** The keys before the offset. */
  readonly keys: string[];
  /** The key whose value is being written. Null while a key is being written. */
  key: string | null;
}

/** Quoted strings, brackets, separators, comments, and words. */
export const flowTokenPattern =
  /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*(?:''[^']*)*'?|(?<=\s)#[^\n]*|[[\]{},]|:(?=[\s,[\]{}]|$)|(?:[^\s,[\]{}:]+|:(?![\s,[\]{}]|$))+/g;

/** Returns the context inside a value in braces or brackets, from the text between its start and the cursor. */
export function contextInFlow(entry: LayoutEntry, text: string, offset: number): CompletionContext {
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
  // A finished word with spaces after it is not being typed, and no new word can follow it. A word over several lines
  // is prose.
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
  return { kind: 'value', path, range, needsSpace: text[range.start - 1] === ':' };
}

/** Processes one bracket, comma or colon. `word` is the word before it. */
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

/** Returns the end of the word at the cursor. Looks only a short distance ahead, because a line may be very long. */
function wordEnd(text: string, offset: number): number {
  return offset + (/^[^\s,[\]{}:"'#]*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0);
}

function isColonNext(text: string, offset: number): boolean {
  return /^\s*:/.test(text.slice(offset, offset + 20));
}
