import type { Mark, MarkChange } from '../../core/artifact/marks.ts';
import type { WebviewMessage } from '../../protocol/preview.ts';
import type { ArtifactItem, PreviewItem } from '../../protocol/previewItem.ts';

type MarkMessage = Extract<WebviewMessage, { type: 'mark' }>;

/** What a key does to the marks of the selected results. */
export type MarkKey = ChangeKey | { readonly kind: 'undo' };

type ChangeKey =
  | { readonly kind: 'star' | 'reject' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'rate'; readonly rating: number };

/** Changes that can be undone. */
const maxUndo = 100;

/** Returns what a key does to marks. Null for any other key. */
export function readMarkKey(key: string): MarkKey | null {
  if (/^[1-5]$/.test(key)) return { kind: 'rate', rating: Number(key) };
  const kinds = { s: 'star', x: 'reject', 0: 'clear', u: 'undo' } as const;
  const lower = key.toLowerCase();
  return Object.hasOwn(kinds, lower) ? { kind: kinds[lower as keyof typeof kinds] } : null;
}

/** Marks results, and remembers how they were. */
export class Marking {
  readonly #send: (message: MarkMessage) => void;
  /** The last change is last. */
  readonly #undo: (readonly ArtifactItem[])[] = [];

  constructor(send: (message: MarkMessage) => void) {
    this.#send = send;
  }

  /** Whether any of the items can be marked: only a file can. */
  change(items: readonly PreviewItem[], changeOf: (items: readonly ArtifactItem[]) => MarkChange): boolean {
    const files = items.filter((item) => item.kind === 'artifact');
    if (files.length === 0) return false;
    this.#undo.push(files);
    if (this.#undo.length > maxUndo) this.#undo.shift();
    this.#send({ type: 'mark', ids: files.map(({ id }) => id), change: changeOf(files) });
    return true;
  }

  /** Restores the marks before the last change. Returns the ids of the results that it had changed. */
  undo(): readonly string[] {
    const before = this.#undo.pop() ?? [];
    const idsByMark = new Map<string, { readonly mark: Mark; readonly ids: string[] }>();
    for (const { id, mark, rating, note } of before) {
      const earlier = { mark, rating, note };
      const key = JSON.stringify(earlier);
      const group = idsByMark.get(key) ?? { mark: earlier, ids: [] };
      group.ids.push(id);
      idsByMark.set(key, group);
    }
    for (const { mark, ids } of idsByMark.values()) this.#send({ type: 'mark', ids, change: mark });
    return before.map(({ id }) => id);
  }
}

/** Returns the change that a key makes. A key that changes nothing takes its mark away. */
export function changeByKey(key: ChangeKey, items: readonly ArtifactItem[]): MarkChange {
  switch (key.kind) {
    case 'rate':
      return { rating: items.every(({ rating }) => rating === key.rating) ? null : key.rating };
    case 'clear':
      return { mark: null, rating: null };
    default:
      return { mark: items.every(({ mark }) => mark === key.kind) ? null : key.kind };
  }
}
