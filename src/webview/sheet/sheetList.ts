import type { FoundMessage } from '../../protocol/preview.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { SheetSettings } from '../../protocol/sheet.ts';
import { filterItems, listChoices, sortItems, type Choices } from './filters.ts';
import { keepOrder } from './keepOrder.ts';

/** Which items the sheet shows, and in which order. */
export class SheetList {
  #items: readonly PreviewItem[] = [];
  /** Ids of new items, which wait, so that nothing moves under the pointer. */
  #waiting: ReadonlySet<string> = new Set();
  /** Ids of the items that the words of the filter find. Null without words, and until the host has searched. */
  #found: ReadonlySet<string> | null = null;
  /** The words to which `#found` belongs. */
  #foundWords = '';
  /** Ids of the shown items, in an order that lasts until the user changes it. */
  #order: readonly string[] = [];
  /** The facts in which the items differ. Waiting items are not included. */
  choices: Choices = { models: [], jobs: [], runs: [], axes: new Map() };
  /** The number of items without the waiting ones. */
  total = 0;
  /** The number of items that wait and match the filters. */
  fresh = 0;

  /** Receives a new list. New items wait unless there is nothing that could move. */
  take(items: readonly PreviewItem[]): void {
    if (this.#items.length > 0 && items !== this.#items) {
      const known = new Set(this.#items.map(({ id }) => id));
      const arrived = items.flatMap(({ id }) => (known.has(id) ? [] : [id]));
      this.#waiting = new Set([...this.#waiting, ...arrived]);
    }
    this.#items = items;
  }

  /** Admits all waiting items and forgets the order. */
  admitAll(): void {
    this.#waiting = new Set();
    this.#order = [];
  }

  /** Receives what the host has found, and returns whether the words are new. */
  receiveFound({ words, ids }: FoundMessage): boolean {
    const isFirst = words !== this.#foundWords;
    this.#foundWords = words;
    this.#found = new Set(ids);
    return isFirst;
  }

  forgetFound(): void {
    this.#foundWords = '';
    this.#found = null;
  }

  /** Decides again what is shown. */
  refresh({ filter, sort }: SheetSettings): void {
    const admitted = this.#items.filter(({ id }) => !this.#waiting.has(id));
    this.total = admitted.length;
    this.choices = listChoices(admitted);
    const matching = filterItems(this.#items, filter, this.#found);
    const shown = matching.filter(({ id }) => !this.#waiting.has(id));
    this.fresh = matching.length - shown.length;
    this.#order = keepOrder(
      this.#order,
      sortItems(shown, sort).map(({ id }) => id),
    );
  }

  /** The shown items, in their order. */
  get shown(): readonly PreviewItem[] {
    const byId = new Map(this.#items.map((item) => [item.id, item]));
    return this.#order.flatMap((id) => byId.get(id) ?? []);
  }

  /** The largest known cost of an item in USD. 0 for none. */
  get maxUsd(): number {
    return this.#items.reduce((largest, { amountUsd }) => Math.max(largest, amountUsd ?? 0), 0);
  }
}
