import { isSyntaxProblem } from '../../jobFile/check/checkJobFile.ts';
import { isError, type Problem } from '../../jobFile/problem.ts';
import { applyEdits } from '../edits/editLog.ts';
import type { LanguageProblem } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { Fix } from './fix.ts';

interface Trial {
  readonly fix: Fix;
  readonly shown: readonly LanguageProblem[];
  readonly reread: Reread;
}

/**
 * Whether a fix removes its problem and leaves the file no worse. A fix of YAML is a guess, which another problem in its
 * place refutes. With a cursor, the user still has to write a value.
 */
export function helps(view: DocumentView, problem: Problem, { fix, shown: [own], reread }: Trial): boolean {
  const fixed = reread(applyEdits(view.text, fix.edits));
  const count = ({ problems }: DocumentView): number =>
    problems.filter(({ code, message }) => code === own?.code && message === own.message).length;
  const isFine = isSyntaxProblem(problem) ? isBetter : isNoWorse;
  return isFine(fixed, view) && (fix.cursorAt !== undefined || count(fixed) < count(view));
}

export type Reread = (text: string) => DocumentView;

/** Whether a text has fewer problems or fewer errors than the text before, and not more of the other. */
export function isBetter(fixed: DocumentView, view: DocumentView): boolean {
  return isNoWorse(fixed, view) && !isNoWorse(view, fixed);
}

function isNoWorse({ checked: fixed }: DocumentView, { checked }: DocumentView): boolean {
  const countErrors = (each: DocumentView['checked']): number => each.problems.filter(isError).length;
  return fixed.problems.length <= checked.problems.length && countErrors(fixed) <= countErrors(checked);
}
