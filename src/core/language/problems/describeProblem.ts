import type { Problem } from '../../jobFile/problem.ts';
import { getOwn } from '../../support/getOwn.ts';
import type { Translate } from '../languageService.ts';
import { featureMessages, typeWords } from '../messages.ts';
import { problemMessages } from './problemMessages.ts';

/** Describes a problem, with every combination of a matrix that has it. */
export function describeProblem({ code, args }: Problem, translate: Translate): string {
  const variant = args['variant'];
  const template = problemMessages[`${code}/${variant}`] ?? problemMessages[code];
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
