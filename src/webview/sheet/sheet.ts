import { maxCompared } from '../../protocol/compared.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import { defaultSettings, noFilter, type SheetFilter, type SheetSettings } from '../../protocol/sheet.ts';
import { element, textButton } from '../dom.ts';
import { fill } from '../format.ts';
import type { MarkKey } from '../marks/marking.ts';
import type { ViewContext } from '../view.ts';
import { openCellMenu } from './cellMenu.ts';
import { startDrag } from './drag.ts';
import { FilterBar } from './filterBar.ts';
import { filterItems, listChoices, sortItems, type Choices } from './filters.ts';
import { buildGrid, chooseAxes, type Grid } from './grid.ts';
import { GridView } from './gridView.ts';
import { showInfo } from './infoLine.ts';
import { keepOrder } from './liveOrder.ts';
import {
  extendTo,
  findTarget,
  nextOf,
  noSelection,
  retain,
  selectAll,
  selectOne,
  toggle,
  type Selection,
} from './selection.ts';
import { SheetBar } from './sheetBar.ts';
import { readSheetKey } from './sheetKeys.ts';

interface SheetActions {
  /** Shows a result on the stage. */
  readonly open: (id: string) => void;
  /** Shows two to four results beside each other. */
  readonly compare: (ids: readonly string[]) => void;
  readonly showStage: () => void;
  /** The settings have changed and are to be kept. */
  readonly save: () => void;
}

/** From this width on, the filters are open by default. */
const roomyWidthPx = 720;

/** All results of the job file in a grid. */
export class Sheet {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #actions: SheetActions;
  readonly #bar: SheetBar;
  readonly #filterBar: FilterBar;
  readonly #view: GridView;
  readonly #empty = element('div', { class: 'notice sheet-empty' });
  readonly #info = element('div', { class: 'sheet-info', attributes: { 'aria-hidden': true } });
  #settings: SheetSettings;
  #areFiltersOpen = window.innerWidth >= roomyWidthPx;
  #items: ReadonlyMap<string, PreviewItem> = new Map();
  #choices: Choices = { models: [], jobs: [], runs: [], axes: new Map() };
  /** Items that may be shown. Newer ones wait, so that nothing moves under the pointer. */
  #admitted: ReadonlySet<string> = new Set();
  /** Ids of the shown items, in an order that lasts until the user changes it. */
  #order: readonly string[] = [];
  #grid: Grid = buildGrid([], { axes: new Map(), rows: null, columns: null, fittingColumns: 1 });
  #selection: Selection = noSelection;
  #fresh = 0;

  constructor(context: ViewContext, actions: SheetActions, settings: SheetSettings = defaultSettings) {
    this.#context = context;
    this.#actions = actions;
    this.#settings = settings;
    this.#bar = new SheetBar(context, {
      showStage: actions.showStage,
      compare: () => this.#compare(),
      search: (words) => this.setFilter({ ...this.#settings.filter, words }),
      toggleFilters: () => this.#toggleFilters(),
      clearFilters: () => this.setFilter(noFilter),
      showNew: () => this.admitAll(),
      resize: (cellPx) => this.#configure({ ...this.#settings, cellPx }),
      showKeys: () => this.#mark({ kind: 'help' }),
    });
    this.#filterBar = new FilterBar(context, (changed) => this.#configure(changed));
    this.#view = new GridView(context, () => this.#arrange());
    const clear = textButton({
      icon: 'clear-all',
      label: context.strings.clearFilters,
      press: () => this.setFilter(noFilter),
    });
    this.#empty.append(element('h2', { text: context.strings.noMatchTitle }), element('p'), clear);
    this.element = element('div', { class: 'sheet', role: 'main' }, [
      this.#bar.element,
      this.#filterBar.element,
      this.#view.element,
      this.#empty,
      this.#info,
    ]);
    this.#listen(this.#view.element);
  }

  get settings(): SheetSettings {
    return this.#settings;
  }

  /** Id of the item that the stage would show. */
  get activeId(): string | null {
    return this.#selection.activeId;
  }

  /** The selected items, in reading order. */
  get selected(): readonly PreviewItem[] {
    return this.#grid.order.flatMap((id) => (this.#selection.ids.has(id) ? (this.#items.get(id) ?? []) : []));
  }

  setFilter(filter: SheetFilter): void {
    this.#configure({ ...this.#settings, filter });
  }

  /** Takes a new list. New items wait unless there is nothing that could move. */
  show(items: readonly PreviewItem[]): void {
    const isFirst = this.#items.size === 0;
    this.#items = new Map(items.map((item) => [item.id, item]));
    if (isFirst) this.#admitted = new Set(this.#items.keys());
    this.#refresh();
  }

  /** Shows the items that have waited. */
  admitAll(): void {
    this.#admitted = new Set(this.#items.keys());
    this.#order = [];
    this.#refresh();
  }

  /** Makes an item active, such as the one that the stage has shown, and gives it the focus. */
  activate(id: string | null): void {
    const target =
      id !== null && this.#grid.places.has(id) ? id : (this.#selection.activeId ?? this.#grid.order[0] ?? null);
    if (target !== null) this.#select(selectOne(target));
    this.#view.focus();
  }

  /** Returns true if the key belongs to the sheet. */
  pressKey(event: KeyboardEvent): boolean {
    if (event.target === this.#bar.searchElement) return this.#pressInSearch(event);
    if (event.target instanceof HTMLElement && event.target.closest('input, select, button')) {
      if (event.key !== 'Escape') return false;
      this.#view.focus();
      return true;
    }
    const pressed = readSheetKey(event);
    if (!pressed) return false;
    const { activeId } = this.#selection;
    switch (pressed.kind) {
      case 'move': {
        const target = findTarget(this.#grid, activeId, pressed.move, this.#view.pageLines);
        if (target === null) return false;
        this.#select(pressed.isExtending ? extendTo(this.#selection, target, this.#grid.order) : selectOne(target));
        break;
      }
      case 'open':
        if (activeId !== null) this.#actions.open(activeId);
        return true;
      case 'selectAll':
        this.#select(selectAll(this.#selection, this.#grid.order));
        break;
      case 'toggle':
        if (activeId !== null) this.#select(toggle(this.#selection, activeId));
        break;
      case 'search':
        this.#bar.focusSearch();
        return true;
      case 'filter':
        if (!this.#areFiltersOpen) this.#toggleFilters();
        this.#filterBar.focus();
        return true;
      case 'showNew':
        this.admitAll();
        break;
      case 'compare':
        this.#compare();
        return true;
      case 'menu':
        if (activeId !== null) this.#openMenu(activeId, this.#view.centerOf(activeId));
        return true;
      case 'mark':
        this.#mark(pressed.key);
        break;
    }
    this.#view.focus();
    return true;
  }

  /** The arrow down leaves the search for the grid. Escape empties it. */
  #pressInSearch({ key }: KeyboardEvent): boolean {
    if (key === 'ArrowDown' || key === 'Enter') this.activate(null);
    else if (key === 'Escape' && this.#settings.filter.words !== '')
      this.setFilter({ ...this.#settings.filter, words: '' });
    else return false;
    return true;
  }

  /** The results that can be compared: the selected files, if there are two to four of them. */
  get #compared(): readonly string[] {
    const ids = this.selected.flatMap(({ kind, id }) => (kind === 'artifact' ? [id] : []));
    return ids.length >= 2 && ids.length <= maxCompared ? ids : [];
  }

  #compare(): void {
    const ids = this.#compared;
    if (ids.length > 0) this.#actions.compare(ids);
    else this.#context.say(this.#context.strings.selectToCompare);
  }

  /** A single result that was marked gives way to the next one. */
  #mark(key: MarkKey): void {
    const next = this.#selection.ids.size === 1 ? nextOf(this.#selection, this.#grid.order) : null;
    const outcome = this.#context.marking.run(key, this.selected);
    const target = outcome.kind === 'select' ? outcome.id : outcome.kind === 'decided' ? next : null;
    if (target !== null && this.#grid.places.has(target)) this.#select(selectOne(target));
  }

  /** The menu is about the selection, of which the result at the pointer becomes a part. */
  #openMenu(id: string, { x, y }: { readonly x: number; readonly y: number }): void {
    const item = this.#items.get(id);
    if (!item) return;
    if (!this.#selection.ids.has(id)) this.#select(selectOne(id));
    this.#view.focus();
    const open = (): void => this.#actions.open(id);
    openCellMenu({ item, parent: this.element, x, y, open, mark: (key) => this.#mark(key) }, this.#context);
  }

  #listen(grid: HTMLElement): void {
    grid.addEventListener('click', ({ target, shiftKey, ctrlKey, metaKey }) => {
      const id = this.#view.idAt(target);
      if (id === null) return;
      const { order } = this.#grid;
      if (shiftKey) this.#select(extendTo(this.#selection, id, order));
      else this.#select(ctrlKey || metaKey ? toggle(this.#selection, id) : selectOne(id));
      this.#view.focus();
    });
    grid.addEventListener('dblclick', ({ target }) => {
      const id = this.#view.idAt(target);
      if (id !== null) this.#actions.open(id);
    });
    grid.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      const id = this.#view.idAt(event.target);
      if (id !== null) this.#openMenu(id, event);
    });
    grid.addEventListener('dragstart', (event) => {
      const id = this.#view.idAt(event.target) ?? '';
      startDrag(event, this.#selection.ids.has(id) ? this.selected : [this.#items.get(id)]);
    });
  }

  #toggleFilters(): void {
    this.#areFiltersOpen = !this.#areFiltersOpen;
    this.#draw();
  }

  /** The user has changed what is shown, so everything may move. */
  #configure(settings: SheetSettings): void {
    const isSizeOnly = settings.cellPx !== this.#settings.cellPx;
    this.#settings = settings;
    this.#actions.save();
    if (isSizeOnly) return this.#arrange();
    this.admitAll();
    const { activeId } = this.#selection;
    if (activeId !== null) this.#view.reveal(activeId);
  }

  /** Decides again what is shown, and where. */
  #refresh(): void {
    const all = [...this.#items.values()];
    const admitted = all.filter(({ id }) => this.#admitted.has(id));
    this.#choices = listChoices(admitted);
    const { filter, sort } = this.#settings;
    const matching = filterItems(all, filter);
    const shown = matching.filter(({ id }) => this.#admitted.has(id));
    this.#fresh = matching.length - shown.length;
    this.#order = keepOrder(
      this.#order,
      sortItems(shown, sort).map(({ id }) => id),
    );
    if (this.#settings.areAxesAutomatic) {
      this.#settings = { ...this.#settings, ...chooseAxes(this.#choices.axes) };
    }
    const maxUsd = all.reduce((largest, { amountUsd }) => Math.max(largest, amountUsd ?? 0), 0);
    this.#filterBar.show({ settings: this.#settings, choices: this.#choices, maxUsd });
    this.#arrange();
  }

  /** Lays the shown items out again: after a change of them, of the width or of the size of a cell. */
  #arrange(): void {
    const { cellPx } = this.#settings;
    const { axes } = this.#choices;
    const [rows, columns] = [this.#settings.rows, this.#settings.columns].map((name) =>
      name !== null && axes.has(name) ? name : null,
    );
    const before = this.#grid.order;
    const items = this.#order.flatMap((id) => this.#items.get(id) ?? []);
    this.#grid = buildGrid(items, {
      axes,
      rows: rows ?? null,
      columns: columns ?? null,
      fittingColumns: this.#view.fittingColumns(cellPx, rows !== null),
    });
    this.#selection = retain(this.#selection, before, this.#grid.order);
    this.#draw();
  }

  #select(selection: Selection): void {
    this.#selection = selection;
    if (selection.activeId !== null) this.#view.reveal(selection.activeId);
    this.#draw();
  }

  #draw(): void {
    const { filter, cellPx } = this.#settings;
    const hadFocus = this.#view.hasFocus;
    const { length: shown } = this.#grid.order;
    const total = this.#admitted.size;
    this.#bar.show({
      words: filter.words,
      shown,
      total,
      selected: this.#selection.ids.size,
      canCompare: this.#compared.length > 0,
      fresh: this.#fresh,
      cellPx,
      areFiltersOpen: this.#areFiltersOpen,
      isFiltered: JSON.stringify(filter) !== JSON.stringify(noFilter),
    });
    this.#filterBar.element.hidden = !this.#areFiltersOpen;
    this.#view.show({ grid: this.#grid, items: this.#items, selection: this.#selection, cellPx });
    this.#view.element.hidden = shown === 0;
    this.#empty.hidden = shown > 0 || total === 0;
    const hidden = this.#empty.querySelector('p');
    if (hidden) hidden.textContent = fill(this.#context.strings.noMatchText, { count: total });
    showInfo(this.#info, this.#items.get(this.#selection.activeId ?? ''), this.#context.formats);
    // The element with the focus may have been drawn again.
    if (hadFocus && !this.#view.hasFocus) this.#view.focus();
  }
}
