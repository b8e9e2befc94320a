import type { TextRange } from '../../support/textRange.ts';
import { flowTokenPattern } from './contextInFlow.ts';
import type { LayoutEntry } from './layout.ts';
import { styleOf } from './parseLine.ts';

/**
 * Lists the keys directly inside the brace at `start`, closed or not. Their values are not entered, like those of other
 * values in braces.
 */
export function listFlowEntries(text: string, start: number): readonly LayoutEntry[] {
  const entries: LayoutEntry[] = [];
  let depth = 0;
  let word: TextRange | null = null;
  let key: TextRange | null = null;
  let value: TextRange | null = null;
  const finish = (): void => {
    if (key) entries.push(buildEntry(text, key, value));
    word = key = value = null;
  };
  for (const { 0: token, index } of text.slice(start).matchAll(flowTokenPattern)) {
    const range: TextRange = { start: start + index, end: start + index + token.length };
    if (token.startsWith('#')) continue;
    const isOpening = token === '{' || token === '[';
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0 && !isOpening) break;
    if (depth === 1 && token === ',') finish();
    else if (depth === 1 && token === ':' && !key) key = word;
    else if (key) value = { start: (value ?? range).start, end: range.end };
    else word = range;
    if (isOpening) depth += 1;
  }
  finish();
  return entries;
}

function buildEntry(text: string, key: TextRange, value: TextRange | null): LayoutEntry {
  const written = value ?? { start: key.end, end: key.end };
  return {
    key: text.slice(key.start, key.end).replaceAll(/^["']|["']$/g, ''),
    indent: 0,
    keyRange: key,
    value: { ...written, style: value ? styleOf(text.slice(value.start, value.end)) : 'none' },
    parent: null,
    children: [],
  };
}
