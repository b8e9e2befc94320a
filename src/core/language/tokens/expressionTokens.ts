import { findContext } from '../../jobFile/expression/contexts.ts';
import { scanTemplate } from '../../jobFile/expression/scanTemplate.ts';
import { findLastUpTo } from '../../support/findLastUpTo.ts';
import type { SemanticToken, TokenType } from '../languageService.ts';

/** Strings, numbers, names, and the signs between them. Anything else has no color. */
const partPattern = /'[^']*'?|"(?:[^"\\]|\\.)*"?|[\p{L}_][\p{L}\p{M}\p{N}_-]*|\d+(?:\.\d+)?|[|.[(]/gu;

/**
 * Lists the tokens of expressions and escapes in text that starts at an offset. An incomplete expression counts up to
 * its end.
 */
export function listExpressionTokens(text: string, offset: number): readonly SemanticToken[] {
  if (!text.includes('${{')) return [];
  const expressions = scanTemplate(text).filter((piece) => piece.kind === 'expression');
  const tokens = expressions.flatMap(({ start, end, source, sourceStart, isClosed }): readonly SemanticToken[] => [
    { start: offset + start, end: offset + sourceStart, type: 'operator' },
    ...readSource(source, offset + sourceStart),
    ...(isClosed ? [{ start: offset + end - 2, end: offset + end, type: 'operator' } as const] : []),
  ]);
  const isInside = (at: number): boolean => {
    const last = expressions[findLastUpTo(expressions, at)];
    return last !== undefined && last.start <= at && at < last.end;
  };
  const escapes = [...text.matchAll(/\$\$\{\{/g)].filter(({ index }) => !isInside(index));
  return [
    ...tokens,
    ...escapes.map(({ index }): SemanticToken => ({ start: offset + index, end: offset + index + 4, type: 'macro' })),
  ].sort((a, b) => a.start - b.start);
}

function readSource(source: string, offset: number): readonly SemanticToken[] {
  const tokens: SemanticToken[] = [];
  const path: string[] = [];
  let sign = '';
  for (const { 0: part, index } of source.matchAll(partPattern)) {
    const type = typeOf(part, sign, path);
    if (type) tokens.push({ start: offset + index, end: offset + index + part.length, type });
    sign = /^[|.[(]$/.test(part) ? part : sign === '(' ? '(' : '';
  }
  return tokens;
}

/** `sign` is the sign before the part. `path` collects the steps so far. */
function typeOf(part: string, sign: string, path: string[]): TokenType | null {
  if (part === '|') return 'operator';
  if (/^[.[(]$/.test(part)) return null;
  if (sign === '|') return 'function';
  if (sign === '(') return typeOfArgument(part);
  // Two adjacent names are not a path.
  if (path.length > 0 && sign === '') return null;
  path.push(part);
  if (path.length === 1) return findContext(part) ? 'variable' : null;
  // The second step is the id of a job.
  if (path.length === 2 && path[0] === 'jobs') return 'namespace';
  return /^\d/.test(part) && sign === '[' ? 'number' : 'property';
}

function typeOfArgument(part: string): TokenType {
  if (/^["']/.test(part)) return 'string';
  return /^\d/.test(part) ? 'number' : 'keyword';
}
