import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { FoundMessage, HostMessage } from '../../protocol/preview.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import {
  countCells,
  defaultSettings,
  mapCells,
  maxCells,
  maxCompared,
  maxQueryLength,
  type SheetSettings,
} from '../../protocol/sheet.ts';
import { roomyWidthPx, type PageContext } from '../context.ts';
import { fill } from '../format.ts';
import { markAction, type MarkAction, type Marking } from '../marks/marking.ts';
import { fittingCellPx, fittingColumns, pageLines, type GridSize } from './gridSize.ts';
import { filterItems, keepOrder, listChoices, sortItems, type FileAxis } from './filters.ts';
import { buildGrid, chooseAxes } from './grid.ts';
import { Prompts } from './prompts.ts';
import {
  extendTo,
  isMove,
  moveFrom,
  nextOf,
  noSelection,
  retain,
  selectAll,
  selectOne,
  toggle,
  type Selection,
  type SelectionMove,
} from './selection.ts';

interface SheetOptions {
  /** Id of a result that is shown whether the filters leave it or not. Null for none. */
  readonly keptId: ReadonlySignal<string | null>;
  readonly settings?: SheetSettings | undefined;
}

/** The state of the contact sheet: which results it shows, in which order, and which of them are selected. */
export class SheetState {
  readonly #page: PageContext;
  readonly #marking: Marking;
  readonly #keptId: ReadonlySignal<string | null>;
  readonly prompts: Prompts;
  readonly settings: Signal<SheetSettings>;
  readonly areFiltersOpen = signal(window.innerWidth >= roomyWidthPx);
  /** Size of the grid in CSS pixels. */
  readonly size = signal<GridSize>({ width: 0, height: 0, outerWidth: 0 });
  /** All results. Null until the host has sent a list. */
  readonly #items = signal<readonly PreviewItem[] | null>(null);
  /** The number of results after which others are not listed. Null if all are. */
  readonly limit = signal<number | null>(null);
  /** The axes with their values as the job file lists them. */
  readonly fileAxes = signal<readonly FileAxis[]>([]);
  /** Ids of new results, which wait, so that nothing moves under the pointer. */
  readonly #waiting = signal<ReadonlySet<string>>(new Set());
  /** What the query finds. Null without one, and until the host has searched. */
  readonly #found = signal<{ readonly query: string; readonly ids: ReadonlySet<string> } | null>(null);
  /** Ids of the shown results, in an order that lasts until the user changes it. */
  #order: readonly string[] = [];
  readonly selection = signal(noSelection);
  /** Whether the user has selected a result here. */
  #isUsed = false;
  /** Why the last key had no effect, until another result is active. */
  readonly explanation = signal<string | null>(null);
  /** Counts the requests to scroll to the active result. */
  readonly reveals = signal(0);
  /** Where a menu for the selected results is open. Null while it is closed. */
  readonly menu = signal<{ readonly item: PreviewItem; readonly x: number; readonly y: number } | null>(null);

  readonly #admitted = computed(() => (this.#items.value ?? []).filter(({ id }) => !this.#waiting.value.has(id)));
  readonly #matching = computed(() =>
    filterItems(this.#items.value ?? [], this.settings.value.query, {
      found: this.#found.value?.ids ?? null,
      keptId: this.#keptId.value,
    }),
  );
  readonly #shown = computed(() => {
    const matching = this.#matching.value.filter(({ id }) => !this.#waiting.value.has(id));
    const sorted = sortItems(matching, this.settings.value.sort).map(({ id }) => id);
    this.#order = keepOrder(this.#order, sorted);
    const byId = new Map(matching.map((item) => [item.id, item]));
    return this.#order.flatMap((id) => byId.get(id) ?? []);
  });
  /** The number of results without the waiting ones. Null until it is known. */
  readonly total = computed(() => (this.#items.value ? this.#admitted.value.length : null));
  /** The number of results that wait and match the filters. */
  readonly fresh = computed(() => this.#matching.value.filter(({ id }) => this.#waiting.value.has(id)).length);
  /** The facts in which the results differ. */
  readonly choices = computed(() => listChoices(this.#admitted.value, this.fileAxes.value));
  /** The axes that are rows and columns. */
  readonly axes = computed(() => {
    const { axes } = this.choices.value;
    const wanted = this.settings.value.axes;
    if (!wanted) return chooseAxes(axes);
    const find = (name: string | null): string | null => (name !== null && axes.has(name) ? name : null);
    return { rows: find(wanted.rows), columns: find(wanted.columns) };
  });
  /** Side of a cell in CSS pixels. */
  readonly cellPx = computed(() => {
    const { rows, columns } = this.axes.value;
    const count = this.choices.value.axes.get(columns ?? '')?.length;
    return this.settings.value.cellPx ?? fittingCellPx(count, this.size.value, rows !== null);
  });
  readonly grid = computed(() => {
    const { rows, columns } = this.axes.value;
    return buildGrid(this.#shown.value, {
      axes: this.choices.value.axes,
      rows,
      columns,
      fittingColumns: fittingColumns(this.cellPx.value, this.size.value, rows !== null),
    });
  });

  constructor(page: PageContext, marking: Marking, { keptId, settings = defaultSettings }: SheetOptions) {
    this.#page = page;
    this.#marking = marking;
    this.#keptId = keptId;
    this.settings = signal(settings);
    this.prompts = new Prompts(page.send);
    if (settings.query !== '') this.#search();
    let before: readonly string[] = [];
    effect(() => {
      // Deselects the results that are no longer shown.
      const { order } = this.grid.value;
      this.selection.value = retain(this.selection.peek(), before, order);
      before = order;
    });
  }

  /** Id of the result that the stage would show. */
  get activeId(): string | null {
    return this.selection.value.activeId;
  }

  /** The result with this id, if it is shown. */
  itemOf(id: string | null): PreviewItem | undefined {
    return this.grid.value.cells.get(id ?? '')?.item;
  }

  /** The shown results, in reading order. */
  get shown(): readonly PreviewItem[] {
    return [...this.grid.value.cells.values()].map(({ item }) => item);
  }

  /** The selected results, in reading order. */
  get selected(): readonly PreviewItem[] {
    const { ids } = this.selection.value;
    return this.grid.value.order.flatMap((id) => (ids.has(id) ? (this.itemOf(id) ?? []) : []));
  }

  /**
   * Receives a new list. New results wait unless there is nothing that could move. Until the user selects a result, the
   * one with the given id is selected, or else the first one.
   */
  show(items: readonly PreviewItem[], id: string | null): void {
    const before = this.#items.value ?? [];
    if (before.length > 0 && items !== before) {
      const known = new Set(before.map((item) => item.id));
      const arrived = items.flatMap((item) => (known.has(item.id) ? [] : [item.id]));
      if (arrived.length > 0) this.#waiting.value = new Set([...this.#waiting.value, ...arrived]);
    }
    this.#items.value = items;
    const { order } = this.grid.value;
    const first = id !== null && order.includes(id) ? id : order[0];
    if (!this.#isUsed && first !== undefined && first !== this.activeId) this.#show(selectOne(first));
  }

  /** Shows the results that have waited, in a fresh order. */
  admitAll(): void {
    this.#order = [];
    this.#waiting.value = new Set();
  }

  receive(message: Extract<HostMessage, { type: 'axes' | 'limit' | 'found' | 'prompts' }>): void {
    if (message.type === 'axes') this.fileAxes.value = message.axes;
    else if (message.type === 'limit') this.limit.value = message.count;
    else if (message.type === 'found') this.#receiveFound(message);
    else this.prompts.receive(message);
  }

  /** Receives the results that the host has found. Until then, the sheet shows the results of the earlier query. */
  #receiveFound({ query, ids }: FoundMessage): void {
    if (query === '' || query !== this.settings.value.query) return;
    const isFirst = query !== this.#found.value?.query;
    this.#found.value = { query, ids: new Set(ids) };
    if (isFirst) this.#rearrange();
  }

  setQuery(query: string): void {
    this.configure({ ...this.settings.value, query: query.slice(0, maxQueryLength) });
  }

  /** The user has changed what is shown, so everything may move. */
  configure(settings: SheetSettings): void {
    const before = this.settings.value;
    this.settings.value = settings;
    if (settings.cellPx !== before.cellPx) return;
    if (settings.query !== before.query) this.#search();
    this.#rearrange();
  }

  #search(): void {
    const { query } = this.settings.value;
    this.#page.send({ type: 'search', query });
    if (query === '') this.#found.value = null;
  }

  #rearrange(): void {
    this.admitAll();
    this.reveal();
  }

  /** Scrolls as little as needed to show the active result. */
  reveal(): void {
    this.reveals.value += 1;
  }

  /** Clears the filters and gives the focus to a result, because the button that had it disappears. */
  clearFilters(): void {
    this.setQuery('');
    this.activate(null);
  }

  /** Makes a result active, such as the one that the stage has shown, and gives it the focus. */
  activate(id: string | null): void {
    const { order } = this.grid.value;
    const target = id !== null && order.includes(id) ? id : (this.activeId ?? order[0] ?? null);
    if (target === null) return;
    this.select(selectOne(target));
    this.#page.focus('sheet');
  }

  select(selection: Selection): void {
    this.#isUsed = true;
    this.#show(selection);
  }

  #show(selection: Selection): void {
    if (selection.activeId !== this.activeId) this.explanation.value = null;
    this.selection.value = selection;
    this.reveal();
  }

  /** Returns true if the key belongs to the sheet, and not to the workbench. */
  pressKey(event: KeyboardEvent): boolean {
    if (event.target instanceof HTMLElement && event.target.closest('input, select, button')) {
      if (event.target.matches('.search')) return this.#pressInSearch(event);
      if (event.key === 'Escape') this.#page.focus('sheet');
      return event.key === 'Escape';
    }
    if (event.altKey) return false;
    return event.ctrlKey || event.metaKey ? this.#pressWithControl(event) : this.#press(event);
  }

  /** The arrow down leaves the search for the grid. Escape empties it first. */
  #pressInSearch({ key }: KeyboardEvent): boolean {
    if (key === 'Escape' && this.settings.value.query !== '') this.setQuery('');
    else if (key === 'ArrowDown' || key === 'Enter' || key === 'Escape') this.activate(null);
    else return false;
    return true;
  }

  #pressWithControl({ key }: KeyboardEvent): boolean {
    const { activeId } = this;
    if (key === 'a') this.select(selectAll(this.selection.value, this.grid.value.order));
    else if (key !== ' ') return false;
    else if (activeId !== null) this.select(toggle(this.selection.value, activeId));
    this.#page.focus('sheet');
    return true;
  }

  #press({ key, shiftKey }: KeyboardEvent): boolean {
    const action = markAction(key);
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) this.#page.focus('menu');
    else if (isMove(key)) return this.#move(key, shiftKey);
    else if (key === 'Enter' || key === ' ') this.#page.turnTo('stage', this.activeId);
    else if (key === '/') this.#page.focus('search');
    else if (key === 'f') {
      this.areFiltersOpen.value = true;
      this.#page.focus('filters');
    } else if (key === 'r') {
      this.admitAll();
      this.#page.focus('sheet');
    } else if (key === 'c') this.compare();
    else if (action) {
      this.mark(action);
      this.#page.focus('sheet');
    } else return false;
    return true;
  }

  /** Returns false if there is nothing to select. */
  #move(move: SelectionMove, isExtending: boolean): boolean {
    const grid = this.grid.value;
    const target = moveFrom(grid, this.activeId, move, pageLines(this.cellPx.value, this.size.value));
    if (target === null) return false;
    this.select(isExtending ? extendTo(this.selection.value, target, grid.order) : selectOne(target));
    this.#page.focus('sheet');
    return true;
  }

  /** Compares the selected files, if there are two to four of them. */
  compare(): void {
    const ids = this.selected.flatMap(({ kind, id }) => (kind === 'artifact' ? [id] : []));
    if (ids.length >= 2 && ids.length <= maxCompared) this.#page.compare(ids);
    else this.#explain(this.#page.strings.selectToCompare);
  }

  /** Exports the shown files as they are arranged. */
  export(): void {
    const { strings, send } = this.#page;
    if (countCells(this.grid.value) > maxCells)
      return this.#explain(fill(strings.tooManyToExport, { count: maxCells }));
    const sheet = mapCells(this.grid.value, ({ kind, id }) => (kind === 'artifact' ? id : null));
    send({ type: 'export', sheet, isFiltered: this.settings.value.query !== '' });
  }

  /** Marks the selected results. If there is only one, the next one is then selected. */
  mark(action: MarkAction): void {
    const { order } = this.grid.value;
    const next = this.selection.value.ids.size === 1 ? nextOf(this.selection.value, order) : null;
    const outcome = this.#marking.run(action, this.selected);
    const target = outcome.kind === 'select' ? outcome.id : outcome.kind === 'decided' ? next : null;
    if (target !== null && order.includes(target)) this.select(selectOne(target));
    if (outcome.kind === 'unusable') this.#explain(this.#page.strings.selectToUse);
  }

  /** Says why a key has no effect, to screen readers too. */
  #explain(reason: string): void {
    this.explanation.value = reason;
    this.#page.say(reason);
  }
}
