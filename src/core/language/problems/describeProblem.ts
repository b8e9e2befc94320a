import type { Problem, RelatedRole } from '../../jobFile/problem.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import type { Translate, LanguageProblem } from '../languageService.ts';
import { featureMessages, typeWords } from '../messages.ts';
import { problemTexts } from './problemTexts.ts';

export const relatedMessages: Readonly<Record<RelatedRole, string>> = {
  'first-key': '"{name}" is first written here.',
  'other-field': '"{name}" is defined here.',
  'job-step': '"{name}" waits for "{next}" here.',
  'var-step': '"{name}" needs "{next}" here.',
  model: 'The model is set here.',
  jobs: 'The jobs of this file are here.',
};

/** Describes a problem, with every combination of a matrix that has it. */
export function describeProblem({ code, args }: Pick<Problem, 'code' | 'args'>, translate: Translate): string {
  const text = problemTexts[code];
  const template = typeof text === 'string' ? text : (getOwn(text, String(args['variant'])) ?? text.usual);
  const words = Object.fromEntries(
    ['expected', 'found'].flatMap((name) => {
      const word = getOwn(typeWords, String(args[name]));
      return word === undefined ? [] : [[name, translate(word, {})]];
    }),
  );
  const message = translate(template, { ...args, ...words });
  const { combination, others } = args;
  if (combination === undefined) return message;
  const frame = others === undefined ? featureMessages.inCombination : featureMessages.inCombinations;
  return translate(frame, { ...args, message });
}

/** Adds messages, in the language of the editor, to a problem and to the ranges that explain it. */
export function translateProblem(problem: Problem, translate: Translate): LanguageProblem {
  const { code, severity, start, end } = problem;
  const related = problem.related?.map(({ role, args, ...range }) => ({
    message: translate(relatedMessages[role], args),
    start: range.start,
    end: range.end,
  }));
  return { code, severity, message: describeProblem(problem, translate), start, end, ...(related && { related }) };
}
