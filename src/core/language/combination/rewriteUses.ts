import { NotEditableError } from '../edits/setKeys.ts';
import type { TextEdit } from '../languageService.ts';
import { listVars } from '../names/declaredNames.ts';
import type { NameRange } from '../view/nameRange.ts';
import { writeName } from '../names/writeName.ts';
import type { DocumentView } from '../view/documentView.ts';

/** A variable that takes the place of an axis. */
export interface AxisVariable {
  readonly axis: string;
  /** The name of the axis, unless a variable has it already. */
  readonly name: string;
  /** The references to the axis. */
  readonly uses: readonly NameRange[];
}

/**
 * Returns the variable for an axis that expressions reference. Null if none does. Throws a NotEditableError if another
 * job has the same reference, such as in `gen.defaults`.
 */
export function findVariable(
  view: DocumentView,
  { job, name }: { readonly job: string | null; readonly name: string },
): AxisVariable | null {
  const group = view.names.find((each) => each.kind === 'axis' && each.name === name && each.jobs.has(job));
  const uses = group?.nameRanges.filter(({ role }) => role === 'use') ?? [];
  if (!group || uses.length === 0) return null;
  if (group.jobs.size > 1) throw new NotEditableError(name);
  return { axis: name, name: freeName(view, job, name), uses };
}

function freeName(view: DocumentView, job: string | null, name: string): string {
  const used = view.names.filter(({ kind }) => kind === 'var').map((each) => each.name);
  const taken = new Set([...used, ...listVars(view, job).map((each) => each.name)]);
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** Writes `vars.x` for `matrix.x`, in either spelling. Throws a NotEditableError for a reference that is hidden. */
export function rewriteUses(text: string, { axis, name, uses }: AxisVariable): readonly TextEdit[] {
  return uses.flatMap((use) => {
    const context = /\bmatrix(?=\s*[.[]\s*$)/.exec(text.slice(0, use.start));
    if (!context || use.writing === 'hidden') throw new NotEditableError(axis);
    const start = context.index;
    const renamed = name === axis ? [] : [writeName(use, name)];
    if (renamed.includes(null)) throw new NotEditableError(axis);
    return [{ start, end: start + context[0].length, newText: 'vars' }, ...renamed.filter((each) => each !== null)];
  });
}
