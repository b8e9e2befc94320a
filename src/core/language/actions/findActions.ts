import type { Problem } from '../../jobFile/problem.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { DocumentView } from '../view/documentView.ts';
import type { LanguageProblem, TextAction } from '../languageService.ts';
import { findFixes } from './findFixes.ts';
import { findRefactorings } from './refactor/findRefactorings.ts';

export { findFixAll } from './findFixAll.ts';

/** Lists the fixes of the problems in a range, then the refactorings that are possible in the range. */
export function findActions(view: DocumentView, range: TextRange): readonly TextAction[] {
  const fixes = view.checked.problems.flatMap((problem, index) => {
    const shown = view.problems[index];
    return shown && touches(problem, range) ? buildActions(view, problem, shown) : [];
  });
  // A file that cannot be parsed may have no clear position for an edit.
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

/** Both ends are included, so that a cursor next to a word touches the word. */
function touches({ start, end }: TextRange, range: TextRange): boolean {
  return start <= range.end && range.start <= end;
}
