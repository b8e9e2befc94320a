import type { ProblemCode } from '../../../../../src/core/jobFile/problem.ts';
import { fileFixes } from './fileFixes.ts';
import { layoutFixes } from './layoutFixes.ts';
import { matrixFixes } from './matrixFixes.ts';
import { textFixes } from './textFixes.ts';
import { valueFixes } from './valueFixes.ts';

/** One fix: the file before, the selected fix, and the file after. `written` is entered at the cursor. */
export interface FixCase {
  readonly code: ProblemCode;
  readonly text: string;
  readonly title: string;
  readonly after: string;
  readonly written?: string;
}

export const fixCases: readonly FixCase[] = [
  ...fileFixes,
  ...valueFixes,
  ...matrixFixes,
  ...textFixes,
  ...layoutFixes,
].map(([code, text, title, after, written]) => ({
  code,
  text,
  title,
  after,
  ...(written === undefined ? {} : { written }),
}));
