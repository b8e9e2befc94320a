/** A group of editors, as far as it matters for where a preview is shown. */
export interface EditorGroup {
  readonly column: number;
  /** Whether what the user types goes to this group. */
  readonly isActive: boolean;
  /** What the visible tab of the group is. */
  readonly shows: 'nothing' | 'preview' | 'other';
}

/** The best kind of group first: in an empty group a preview covers nothing. */
const order: readonly EditorGroup['shows'][] = ['preview', 'nothing', 'other'];

/**
 * Returns the column in which a preview may become the visible tab: `home`, where this preview or another one is
 * already, as long as the user does not type there. Null if none fits, so that a column beside the active one is
 * needed.
 */
export function choosePreviewColumn(groups: readonly EditorGroup[], home: number | undefined): number | null {
  const free = groups.filter(({ isActive, shows }) => !isActive || shows !== 'other');
  if (free.some(({ column }) => column === home)) return home ?? null;
  // The first preview never covers an editor, except the one that the workbench selects beside the active one.
  const fitting = home === undefined ? free.filter(({ shows }) => shows !== 'other') : free;
  const [best] = fitting.toSorted((a, b) => order.indexOf(a.shows) - order.indexOf(b.shows));
  return best?.column ?? null;
}
