import { fileMends } from './fileFixes.ts';
import { matrixMends } from './matrixFixes.ts';
import { textMends } from './textFixes.ts';
import { valueMends } from './valueFixes.ts';
import type { ProblemCode } from '../../../../../src/core/jobFile/problem.ts';

/** One mend: the file before, what is chosen, the file after. `written` goes where the cursor is left. */
export interface MendCase {
  readonly code: ProblemCode;
  readonly text: string;
  readonly title: string;
  readonly after: string;
  readonly written?: string;
}

export type MendRow = readonly [code: ProblemCode, text: string, title: string, after: string, written?: string];

export const mendCases: readonly MendCase[] = [...fileMends, ...valueMends, ...matrixMends, ...textMends].map(
  ([code, text, title, after, written]) => ({
    code,
    text,
    title,
    after,
    ...(written === undefined ? {} : { written }),
  }),
);
