import type { MarkChange } from '../../core/artifact/marks.ts';
import type { ArtifactItem, PreviewItem } from '../../protocol/previewItem.ts';
import type { PageContext } from '../context.ts';

/** An action on the selected results that a key or a menu runs. */
export type MarkAction = ChangeAction | { readonly kind: 'undo' | 'note' | 'delete' | 'use' | 'help' };

type ChangeAction = { readonly kind: 'star' | 'reject' | 'clear' } | { readonly kind: 'rate'; readonly rating: number };

/**
 * What follows: the user has decided about the results, is asked whether to delete them, has to select one result of a
 * matrix first, or turns to another one.
 */
type MarkOutcome =
  { readonly kind: 'decided' | 'deleting' | 'unusable' | 'nothing' } | { readonly kind: 'select'; readonly id: string };

const kinds = {
  s: 'star',
  x: 'reject',
  0: 'clear',
  u: 'undo',
  n: 'note',
  w: 'use',
  delete: 'delete',
  backspace: 'delete',
  '?': 'help',
} as const;
/** Changes to whose results Undo returns. */
const maxSteps = 100;

/** Returns what a key does to marks. Null for any other key. */
export function markAction(key: string): MarkAction | null {
  if (/^[1-5]$/.test(key)) return { kind: 'rate', rating: Number(key) };
  const lower = key.toLowerCase();
  return Object.hasOwn(kinds, lower) ? { kind: kinds[lower as keyof typeof kinds] } : null;
}

/** Marks results, deletes them, and carries one back into the job: on the stage, in the sheet and in the comparison. */
export class Marking {
  readonly #page: PageContext;
  /** Ids of the results of each change, the last change last. */
  readonly #steps: (readonly string[])[] = [];

  constructor(page: PageContext) {
    this.#page = page;
  }

  /** Runs an action on the selected results. Only files can be marked. */
  run(action: MarkAction, items: readonly PreviewItem[]): MarkOutcome {
    const files = items.filter((item) => item.kind === 'artifact');
    const [first] = files;
    switch (action.kind) {
      case 'help':
        this.#page.dialog.value = { kind: 'keys' };
        return { kind: 'nothing' };
      case 'undo':
        return this.#undo();
      case 'note':
        if (first) this.#askForNote(first, files);
        return { kind: 'nothing' };
      case 'use':
        if (!first || files.length > 1 || !isOfMatrix(first)) return { kind: 'unusable' };
        this.#page.send({ type: 'act', id: first.id, action: 'useCombination' });
        return { kind: 'nothing' };
      case 'delete':
        if (!first) return { kind: 'nothing' };
        this.#page.send({ type: 'delete', ids: files.map(({ id }) => id) });
        return { kind: 'deleting' };
      default:
        if (!first) return { kind: 'nothing' };
        this.#change(files, buildChange(action, files));
        return { kind: 'decided' };
    }
  }

  #change(files: readonly ArtifactItem[], change: MarkChange): void {
    const ids = files.map(({ id }) => id);
    this.#steps.push(ids);
    if (this.#steps.length > maxSteps) this.#steps.shift();
    this.#page.send({ type: 'mark', ids, change });
  }

  #undo(): MarkOutcome {
    this.#page.send({ type: 'undoMark' });
    const [id] = this.#steps.pop() ?? [];
    return id === undefined ? { kind: 'nothing' } : { kind: 'select', id };
  }

  #askForNote({ name, note }: ArtifactItem, files: readonly ArtifactItem[]): void {
    const save = (text: string | null): void => this.#change(files, { note: text });
    this.#page.dialog.value = { kind: 'note', name, text: note, save };
  }
}

/** Whether the result is one combination of a matrix, which the job can be set to. */
export function isOfMatrix({ axes }: PreviewItem): boolean {
  return axes.length > 0;
}

/** Returns the change of the marks. An action for a mark that all items have already removes that mark. */
function buildChange(action: ChangeAction, items: readonly ArtifactItem[]): MarkChange {
  const { kind } = action;
  if (kind === 'clear') return { mark: null, rating: null };
  if (kind === 'rate') return { rating: items.every(({ rating }) => rating === action.rating) ? null : action.rating };
  return { mark: items.every(({ mark }) => mark === kind) ? null : kind };
}
