import { EditLog } from '../edits/editLog.ts';
import type { TextEdit } from '../languageService.ts';
import type { DocumentView } from '../view/documentView.ts';
import { findFixes } from './findFixes.ts';
import { Broken, type Fix } from './fix.ts';
import { helps, isBetter, isNoWorse, type Reread } from './helps.ts';

/** One fix may uncover another problem. A file that needs more rounds than this has to be fixed by hand. */
const maxRounds = 8;

/** Returns all safe fixes, repeated until none is left, as one list of edits. None makes the file worse. */
export function findFixAll(view: DocumentView, reread: Reread): readonly TextEdit[] {
  const together = fixRounds(view, reread, { isBold: true });
  // The other fixes of the round may hide that one of them has added problems.
  const others = together.isClean ? together : fixRounds(view, reread, { isBold: false });
  return (isNoWorse(together.view, others.view) ? together : others).log.edits();
}

/** Applies all fixes of a round together, if `isBold` and the text is better then, or else the first that helps. */
function fixRounds(view: DocumentView, reread: Reread, { isBold }: { readonly isBold: boolean }) {
  let done = { log: new EditLog(view.text), view };
  for (let round = 0; round < maxRounds; round += 1) {
    const { log, view: current } = done;
    const apply = (fixes: readonly SafeFix[]) => {
      const next = log.apply(fixes.flatMap(({ fix }) => fix.edits));
      return { log: next, view: reread(next.text) };
    };
    const all = withoutOverlap(listSafe(current));
    let fixed = isBold && all.length > 0 ? apply(all) : done;
    if (!isBetter(fixed.view, current)) {
      const helpful = all.slice(0, maxRounds).find(({ broken, fix }) => helps(broken, fix, reread));
      if (!helpful) break;
      fixed = apply([helpful]);
    }
    done = fixed;
  }
  const known = new Set(view.problems.map(({ message }) => message));
  return { ...done, isClean: done.view.problems.every(({ message }) => known.has(message)) };
}

interface SafeFix {
  readonly broken: Broken;
  readonly fix: Fix;
}

/** Returns the safe fix of each problem, in the order of the text. */
function listSafe(view: DocumentView): readonly SafeFix[] {
  return view.checked.problems.flatMap((problem) => {
    const broken = new Broken(view, problem);
    const fix = findFixes(broken).find(({ isSafe }) => isSafe === true);
    return fix && fix.edits.length > 0 ? [{ broken, fix }] : [];
  });
}

/** Keeps or drops each fix as a whole, so that none is applied by half. */
function withoutOverlap(all: readonly SafeFix[]): readonly SafeFix[] {
  let reached = -1;
  return all.filter(({ fix: { edits } }) => {
    const [start, end] = [edits[0]?.start ?? 0, edits.at(-1)?.end ?? 0];
    if (start <= reached) return false;
    reached = end;
    return true;
  });
}
