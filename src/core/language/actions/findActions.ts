import { lineStartAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { LanguageProblem, TextAction } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { findFixes } from './findFixes.ts';
import { Broken, type Fix } from './fix.ts';
import { helps, type Reread } from './helps.ts';
import { makeAxis } from './refactor/makeAxis.ts';
import { turnIntoJobs } from './refactor/toJobs.ts';
import { extractVariable, inlineVariable, findTextAt } from './refactor/variables.ts';
import { unwrapText, wrapText } from './refactor/wrapText.ts';

/** More fixes than a list shows are not looked for, because a selection may contain thousands of problems. */
const maxFixed = 100;

/** Each trial reads the text again, up to this many characters in all. The fixes of later problems are not preferred. */
const maxReread = 300_000;
const maxTried = 20;

/** Lists the fixes of the problems in a range, then the refactorings that are possible in the range. */
export function findActions(view: DocumentView, range: TextRange, reread: Reread): readonly TextAction[] {
  // The value of an unknown field can only be right in another field, so its problem is fixed from the value, too.
  const line = { start: lineStartAt(view.text, range.start), end: range.end };
  const touched = view.checked.problems
    .flatMap((problem, index) =>
      touches(problem, problem.code === 'unknown-field' ? line : range)
        ? [{ problem, shown: view.problems.slice(index, index + 1) }]
        : [],
    )
    .slice(0, maxFixed);
  const tried = Math.min(maxTried, Math.ceil(maxReread / (view.text.length + 1)));
  const fixes = touched.flatMap(({ problem, shown }, index) => {
    const broken = new Broken(view, problem);
    const isUsual = (fix: Fix) => fix.opens !== undefined || (index < tried && helps(broken, fix, reread));
    return findFixes(broken).map((fix) =>
      build('quickfix', { ...fix, isPreferred: fix.isPreferred === true && isUsual(fix) }, shown),
    );
  });
  const fixTitles = new Set(fixes.map(({ title }) => title));
  const others = findRefactorings(view, range).filter(({ title }) => !fixTitles.has(title));
  // A fix has no edits if no position is clear, or if a key that it would write exists.
  return [...fixes, ...others].filter(({ edits, opens }) => edits.length > 0 || opens !== undefined);
}

/** Both ends are included, so that a cursor next to a word touches the word. */
function touches({ start, end }: TextRange, range: TextRange): boolean {
  return start <= range.end && range.start <= end;
}

/** Lists other ways to write the same job. The requests stay the same, apart from those that an axis adds. */
function findRefactorings(view: DocumentView, range: TextRange): readonly TextAction[] {
  const at = findTextAt(view, range);
  const rewrites = [
    ...(at ? [...wrapText(at), ...unwrapText(at), ...inlineVariable(at, range.start)] : []),
    ...makeAxis(view, range),
    ...turnIntoJobs(view),
  ];
  return [
    ...(at ? extractVariable(at, range) : []).map((each) => build('refactor.extract', each)),
    ...rewrites.map((each) => build('refactor.rewrite', each)),
  ];
}

function build(kind: TextAction['kind'], fix: Fix, problems: readonly LanguageProblem[] = []): TextAction {
  return { kind, problems, isPreferred: false, ...fix };
}
