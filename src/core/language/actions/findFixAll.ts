import { EditLog } from '../edits/editLog.ts';
import type { TextEdit } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { findFixes } from './findFixes.ts';
import { Broken } from './fix.ts';
import { isBetter, type Reread } from './helps.ts';

/** One fix may uncover another problem. A file that needs more rounds than this has to be fixed by hand. */
const maxRounds = 8;

/** Returns all safe fixes, repeated until none is left, as one list of edits. None makes the file worse. */
export function findFixAll(view: DocumentView, reread: Reread): readonly TextEdit[] {
  let log = new EditLog(view.text);
  let current = view;
  for (let round = 0; round < maxRounds; round += 1) {
    const fixed = fixOnce(log, current, reread);
    if (!fixed) break;
    ({ log, view: current } = fixed);
  }
  return log.edits();
}

/** Applies all fixes together, or else the first one that does no harm. Returns null if there is none. */
function fixOnce(log: EditLog, view: DocumentView, reread: Reread) {
  const all = withoutOverlap(listSafeEdits(view));
  const [first] = all;
  if (!first) return null;
  for (const edits of all.length > 1 ? [all.flat(), ...all.slice(0, maxRounds)] : all) {
    const next = log.apply(edits);
    const fixed = reread(next.text);
    if (next.text !== log.text && isBetter(fixed, view)) return { log: next, view: fixed };
  }
  return null;
}

/** Returns the edits of each safe fix, in the order of the text. */
function listSafeEdits(view: DocumentView): readonly (readonly TextEdit[])[] {
  return view.checked.problems.flatMap((problem) => {
    const fix = findFixes(new Broken(view, problem)).find(({ isSafe }) => isSafe === true);
    return fix && fix.edits.length > 0 ? [fix.edits] : [];
  });
}

/** Keeps or drops each fix as a whole, so that none is applied by half. */
function withoutOverlap(all: readonly (readonly TextEdit[])[]): readonly (readonly TextEdit[])[] {
  let reached = -1;
  return all.filter((edits) => {
    const [start, end] = [edits[0]?.start ?? 0, edits.at(-1)?.end ?? 0];
    if (start <= reached) return false;
    reached = end;
    return true;
  });
}
