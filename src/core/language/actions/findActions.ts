import type { Problem } from '../../jobFile/problem.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { DocumentView } from '../documentView.ts';
import type { LanguageProblem, TextAction } from '../languageService.ts';
import { findFixes } from './findFixes.ts';
import { findRefactorings } from './refactor/findRefactorings.ts';

export { findFixAll } from './findFixAll.ts';

/** What mends the problems in a range, then what else can be done with the text there. */
export function findActions(view: DocumentView, range: TextRange): readonly TextAction[] {
  const fixes = view.checked.problems.flatMap((problem, index) => {
    const shown = view.problems[index];
    return shown && touches(problem, range) ? buildActions(view, problem, shown) : [];
  });
  // In a file that can not be read there may be no clear place to edit.
  return [...fixes, ...findRefactorings(view, range)].filter(
    ({ edits, opens }) => edits.length > 0 || opens !== undefined,
  );
}

function buildActions(view: DocumentView, problem: Problem, shown: LanguageProblem): readonly TextAction[] {
  return findFixes({ view, problem }).map(({ isPreferred = false, isSafe = false, ...fix }) => ({
    kind: 'quickfix',
    ...fix,
    problems: [shown],
    isPreferred,
    isSafe,
  }));
}

/** Both ends count in, so that a cursor beside a word is at it. */
function touches({ start, end }: TextRange, range: TextRange): boolean {
  return start <= range.end && range.start <= end;
}
