import { isSyntaxProblem } from '../../jobFile/check/checkJobFile.ts';
import { isError } from '../../jobFile/problem.ts';
import { applyEdits } from '../edits/editLog.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { Broken, Fix } from './fix.ts';

export type Reread = (text: string) => DocumentView;

/**
 * Whether a fix removes its problem and leaves the file no worse. A fix of YAML is a guess, which another problem in its
 * place refutes. Where the user still has to write a value, the trial writes one letter.
 */
export function helps({ view, problem }: Broken, { edits, cursorAt }: Fix, reread: Reread): boolean {
  const text = applyEdits(view.text, edits);
  const fixed = reread(cursorAt === undefined ? text : `${text.slice(0, cursorAt)}x${text.slice(cursorAt)}`);
  const own = view.problems[view.checked.problems.indexOf(problem)];
  const count = ({ problems }: DocumentView): number =>
    problems.filter(({ code, message }) => code === own?.code && message === own.message).length;
  if (cursorAt === undefined && count(fixed) >= count(view)) return false;
  if (!isSyntaxProblem(problem)) return isNoWorse(fixed, view);
  const at = edits[0]?.start ?? 0;
  return isBetter(fixed, view) && !fixed.problems.some(({ start, end }) => start <= problem.start && end >= at);
}

/** Whether a text has fewer problems or fewer errors than the text before, and not more of the other. */
export function isBetter(fixed: DocumentView, view: DocumentView): boolean {
  return isNoWorse(fixed, view) && !isNoWorse(view, fixed);
}

export function isNoWorse({ checked: fixed }: DocumentView, { checked }: DocumentView): boolean {
  const countErrors = (each: DocumentView['checked']): number => each.problems.filter(isError).length;
  return fixed.problems.length <= checked.problems.length && countErrors(fixed) <= countErrors(checked);
}
