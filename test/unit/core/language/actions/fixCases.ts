import type { ProblemCode } from '../../../../../src/core/jobFile/problem.ts';
import { fileFixes } from './fileFixes.ts';
import { matrixFixes } from './matrixFixes.ts';
import { textFixes } from './textFixes.ts';
import { valueFixes } from './valueFixes.ts';

/** One mend: the file before, what is chosen, the file after. `written` goes where the cursor is left. */
export interface FixCase {
  readonly code: ProblemCode;
  readonly text: string;
  readonly title: string;
  readonly after: string;
  readonly written?: string;
}

export const fixCases: readonly FixCase[] = [...fileFixes, ...valueFixes, ...matrixFixes, ...textFixes].map(
  ([code, text, title, after, written]) => ({
    code,
    text,
    title,
    after,
    ...(written === undefined ? {} : { written }),
  }),
);
