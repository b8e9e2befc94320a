import type { ItemsMessage } from '../../../protocol/preview.ts';
import type { PreviewItem } from '../../../protocol/previewItem.ts';

/** A message about the list without the time at which it is sent. */
type ItemsPart = Omit<ItemsMessage, 'now'>;

/** More items than the widest filmstrip shows. */
const firstPartLength = 200;
const restPartLength = 2000;

/** Keeps the page's copy of the list complete by sending only what has changed. */
export class ItemsFeed {
  /** The items that the page has, as sent, by id. Null while no page listens. */
  #sent: ReadonlyMap<string, string> | null = null;

  get isListening(): boolean {
    return this.#sent !== null;
  }

  /** Whether the page has a list with at least one item. */
  get hasItems(): boolean {
    return this.#sent !== null && this.#sent.size > 0;
  }

  /** Forgets what the page has, so that it gets the whole list. */
  restart(): void {
    this.#sent = new Map();
  }

  /** Sends nothing until the next restart. */
  stop(): void {
    this.#sent = null;
  }

  /** Returns what the page lacks of this list, in the order of display. The first list is sent even if it is empty. */
  next(items: readonly PreviewItem[]): readonly ItemsPart[] {
    const before = this.#sent;
    if (!before) return [];
    const now = new Map(items.map((item) => [item.id, JSON.stringify(item)]));
    this.#sent = now;
    const changed = items.filter(({ id }) => before.get(id) !== now.get(id));
    if (before.size === 0) return splitList(changed);
    const removed = [...before.keys()].filter((id) => !now.has(id));
    return changed.length + removed.length > 0 ? [{ type: 'items', part: 'change', changed, removed }] : [];
  }
}

function splitList(items: readonly PreviewItem[]): readonly ItemsPart[] {
  const parts: ItemsPart[] = [{ type: 'items', part: 'first', changed: items.slice(0, firstPartLength), removed: [] }];
  for (let start = firstPartLength; start < items.length; start += restPartLength) {
    const changed = items.slice(start, start + restPartLength);
    parts.push({ type: 'items', part: 'rest', changed, removed: [] });
  }
  return parts;
}
