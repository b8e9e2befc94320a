import type { ProblemCode } from '../../../../../src/core/jobFile/problem.ts';

/** A fix: the problem, the file before, the title that is selected, the file after, and what is typed at the cursor. */
export type FixRow = readonly [code: ProblemCode, text: string, title: string, after: string, written?: string];

/** The titles of all fixes that are offered for the problems with a code. The preferred ones have a star. */
export type OfferRow = readonly [code: ProblemCode, text: string, titles: string];
