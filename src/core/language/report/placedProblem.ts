import type { Severity } from '../../jobFile/problem.ts';
import { createLineFinder } from '../../support/text/lineFinder.ts';
import type { LanguageProblem } from '../languageService.ts';

/** A position counts from 1. Columns are UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A problem of a file for a reader without the editor. */
export interface PlacedProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly start: Position;
  readonly end: Position;
}

/** Places the problems of a text. */
export function placeProblems(problems: readonly LanguageProblem[], text: string): readonly PlacedProblem[] {
  const findPosition = createPositionFinder(text);
  return problems.map(({ code, severity, message, start, end }) => {
    return { code, severity, message, start: findPosition(start), end: findPosition(end) };
  });
}

export function createPositionFinder(text: string): (offset: number) => Position {
  const findLine = createLineFinder(text);
  return (offset) => {
    const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
    return { line: findLine(offset) + 1, column: offset - lineStart + 1 };
  };
}
