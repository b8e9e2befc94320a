import { computed, signal, type Signal } from '@preact/signals';
import type { ArtifactItem, PreviewDetails } from '../../protocol/previewItem.ts';
import type { PageContext } from '../context.ts';
import { markAction, type MarkAction, type Marking } from '../marks/marking.ts';
import type { ViewHandle, ZoomHolder } from '../media/mediaProps.ts';
import type { PreviewState } from '../state.ts';

/** Keys that a focused slider uses itself. */
const sliderKey = /^(?:Arrow|Page|Home|End)/;

/** Two to four results beside each other. Keys act on one of them. */
export class Comparison {
  readonly #page: PageContext;
  readonly #marking: Marking;
  readonly #state: Signal<PreviewState>;
  readonly ids = signal<readonly string[]>([]);
  /** The compared results, in their newest state, without those that were deleted. */
  readonly items = computed(() => this.#find(this.ids.value));
  readonly #active = signal(0);
  /** Index of the result that keys act on, and that is heard. */
  readonly active = computed(() => Math.min(this.#active.value, this.items.value.length - 1));
  /** Whether two images are shown in one view. */
  readonly isJoined = signal(false);
  /** Why the last key had no effect. */
  readonly explanation = signal<string | null>(null);
  /** By item id. */
  readonly details = signal<ReadonlyMap<string, PreviewDetails>>(new Map());
  /** The zoom that all images follow. Null until the user zooms one. */
  readonly zoom: ZoomHolder['zoom'] = signal(null);
  /** The view of each result, by item id. */
  readonly views = new Map<string, { current: ViewHandle | null }>();

  constructor(page: PageContext, marking: Marking, state: Signal<PreviewState>) {
    this.#page = page;
    this.#marking = marking;
    this.#state = state;
  }

  /** Compares these results. Returns false if fewer than two of them are left. */
  open(ids: readonly string[]): boolean {
    if (this.#find(ids).length < 2) return false;
    this.ids.value = ids;
    this.#active.value = 0;
    this.isJoined.value = false;
    this.explanation.value = null;
    this.details.value = new Map();
    this.zoom.value = null;
    this.views.clear();
    for (const id of ids) {
      this.views.set(id, { current: null });
      this.#page.send({ type: 'readDetails', id });
    }
    return true;
  }

  #find(ids: readonly string[]): readonly ArtifactItem[] {
    const wanted = new Set(ids);
    const found = (this.#state.value.items ?? []).filter(({ id }) => wanted.has(id));
    const byId = new Map(found.map((item) => [item.id, item]));
    return ids.flatMap((id) => {
      const item = byId.get(id);
      return item?.kind === 'artifact' && item.uri !== null ? [item] : [];
    });
  }

  get activeItem(): ArtifactItem | undefined {
    return this.items.value[this.active.value];
  }

  /** The active result and the next one, or the last two. */
  get pair(): readonly ArtifactItem[] {
    const start = Math.max(0, Math.min(this.active.value, this.items.value.length - 2));
    return this.items.value.slice(start, start + 2);
  }

  /** Whether the pair are images, which a line can divide, or texts, which the diff editor shows. */
  get pairKind(): 'images' | 'texts' | null {
    const items = this.pair;
    if (items.length < 2) return null;
    if (items.every(({ media }) => media === 'image')) return 'images';
    return items.every(({ media }) => media === 'markdown' || media === 'text') ? 'texts' : null;
  }

  receive(details: PreviewDetails): void {
    if (this.ids.value.includes(details.id)) this.details.value = new Map(this.details.value).set(details.id, details);
  }

  /** Makes the result with this index the active one. */
  lead(at: number): void {
    this.#active.value = at;
  }

  #step(offset: number): void {
    const at = this.active.value + offset;
    if (!this.items.value[at]) return;
    this.lead(at);
    this.#page.focus('compare');
  }

  /** Divides two images by a line, or opens two texts in the diff editor. */
  join(): void {
    const [first, second] = this.pair;
    if (!first || !second || this.pairKind === null) return this.#explain(this.#page.strings.cannotJoin);
    if (this.pairKind === 'texts') return this.#page.send({ type: 'openDiff', ids: [first.id, second.id] });
    this.isJoined.value = !this.isJoined.value;
    this.#page.focus('compare');
  }

  /** Marks the active result. */
  mark(action: MarkAction): void {
    const { kind } = this.#marking.run(action, this.activeItem ? [this.activeItem] : []);
    if (kind === 'unusable') this.#explain(this.#page.strings.selectToUse);
  }

  /** Says why a key has no effect, to screen readers too. */
  #explain(reason: string): void {
    this.explanation.value = reason;
    this.#page.say(reason);
  }

  /** Returns true if the key belongs to the comparison. */
  pressKey(event: KeyboardEvent): boolean {
    const { activeItem: item } = this;
    this.explanation.value = null;
    if (!item || (event.target instanceof HTMLInputElement && sliderKey.test(event.key))) return false;
    if (this.views.get(item.id)?.current?.pressKey(event)) return true;
    const action = markAction(event.key);
    if (action) this.mark(action);
    else if (event.key === 'ArrowRight') this.#step(1);
    else if (event.key === 'ArrowLeft') this.#step(-1);
    else if (event.key.toLowerCase() === 'd') this.join();
    else return false;
    return true;
  }
}
