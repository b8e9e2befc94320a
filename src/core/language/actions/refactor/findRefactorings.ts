import type { TextRange } from '../../../support/textRange.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { TextAction } from '../../languageService.ts';
import type { Fix } from '../fix.ts';
import { extractVariable } from './extractVariable.ts';
import { inlineVariable } from './inlineVariable.ts';
import { unwrapText, wrapText } from './reflow.ts';
import { findTextAt } from './textAt.ts';
import { makeAxis } from './toAxis.ts';
import { turnIntoJobs } from './toJobs.ts';

/** Lists other ways to write the same job. The requests stay the same, apart from those that an axis adds. */
export function findRefactorings(view: DocumentView, range: TextRange): readonly TextAction[] {
  const at = findTextAt(view, range);
  const rewrites = [
    ...(at ? [...wrapText(at), ...unwrapText(at), ...inlineVariable(at, range.start)] : []),
    ...makeAxis(view, range),
    ...turnIntoJobs(view),
  ];
  return [
    ...(at && range.end > range.start ? extractVariable(at, range) : []).map((each) => build('refactor.extract', each)),
    ...rewrites.map((each) => build('refactor.rewrite', each)),
  ];
}

function build(kind: TextAction['kind'], fix: Fix): TextAction {
  return { kind, problems: [], isPreferred: false, isSafe: false, ...fix };
}
