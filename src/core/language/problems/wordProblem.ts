import type { Problem, RelatedRange } from '../../jobFile/problem.ts';
import type { LanguageProblem, RelatedText, Translate } from '../languageService.ts';
import { describeProblem } from './describeProblem.ts';
import { relatedMessages } from './relatedMessages.ts';

/** Adds messages to a problem and to the ranges that explain it. */
export function wordProblem(problem: Problem, translate: Translate): LanguageProblem {
  const { code, severity, start, end, related } = problem;
  const worded = { code, severity, message: describeProblem(problem, translate), start, end };
  return related ? { ...worded, related: related.map((range) => wordRange(range, translate)) } : worded;
}

function wordRange({ role, args, start, end }: RelatedRange, translate: Translate): RelatedText {
  return { message: translate(relatedMessages[role], args), start, end };
}
