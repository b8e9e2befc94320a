import type { ProblemCode } from '../../jobFile/problem.ts';
import { expressionProblems } from './expressionProblems.ts';
import { fieldProblems } from './fieldProblems.ts';
import { fileProblems } from './fileProblems.ts';
import { jobProblems } from './jobProblems.ts';
import type { ProblemText } from './problemText.ts';
import { syntaxProblems } from './syntaxProblems.ts';
import { trapProblems } from './trapProblems.ts';

/** What the user reads about each code. The English templates are also the keys of the translations. */
export const allProblems: Readonly<Record<ProblemCode, ProblemText>> = {
  ...syntaxProblems,
  ...trapProblems,
  ...jobProblems,
  ...fieldProblems,
  ...expressionProblems,
  ...fileProblems,
};
