import type { FoundMessage } from '../../protocol/preview.ts';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import { defaultSettings, noFilter, type SheetFilter, type SheetSettings } from '../../protocol/sheet.ts';
import { element } from '../dom.ts';
import type { ViewContext } from '../view.ts';
import { EmptySheet } from './emptySheet.ts';
import { FilterBar } from './filterBar.ts';
import { buildGrid, chooseAxes, itemOf, type Grid } from './grid.ts';
import { GridView } from './gridView.ts';
import { InfoLine } from './infoLine.ts';
import { Prompts } from './prompts.ts';
import { SheetSelection } from './selection/sheetSelection.ts';
import { SheetBar } from './sheetBar.ts';
import { sheetAction } from './sheetAction.ts';
import { SheetList } from './sheetList.ts';

interface SheetActions {
  /** Shows a result on the stage. */
  readonly open: (id: string | null) => void;
  /** Shows two to four results beside each other. */
  readonly compare: (ids: readonly string[]) => void;
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
  readonly #empty: EmptySheet;
  readonly #info: InfoLine;
  readonly prompts: Prompts;
  #settings: SheetSettings;
  #areFiltersOpen = window.innerWidth >= roomyWidthPx;
  readonly #list = new SheetList();
  readonly #selection: SheetSelection;
  #grid: Grid = buildGrid([], { axes: new Map(), rows: null, columns: null, fittingColumns: 1 });
  /** Side of a cell in CSS pixels. */
  #cellPx = 0;

  constructor(context: ViewContext, actions: SheetActions, settings: SheetSettings = defaultSettings) {
    this.#context = context;
    this.#actions = actions;
    this.#settings = settings;
    this.#info = new InfoLine(context);
    this.prompts = new Prompts(context, () => this.#draw());
    this.#bar = new SheetBar(context, {
      showStage: () => actions.open(this.activeId),
      compare: () => this.#selection.compare(),
      search: (words) => this.setFilter({ ...this.#settings.filter, words }),
      toggleFilters: () => this.#openFilters(!this.#areFiltersOpen),
      clearFilters: () => this.#clearFilters(),
      showNew: () => this.admitAll(),
      resize: (cellPx) => this.#configure({ ...this.#settings, cellPx }),
      showKeys: () => this.#selection.mark({ kind: 'help' }),
    });
    this.#filterBar = new FilterBar(context, (changed) => this.#configure(changed));
    this.#view = new GridView(context, this.prompts, () => this.#fit());
    this.#empty = new EmptySheet(context, () => this.#clearFilters());
    this.element = element('div', { class: 'sheet', role: 'main' }, [
      this.#bar.element,
      this.#filterBar.element,
      this.#view.element,
      ...this.#empty.elements,
      this.#info.element,
    ]);
    this.#selection = new SheetSelection(
      context,
      { view: this.#view, parent: this.element, grid: () => this.#grid },
      { ...actions, explain: (reason) => this.#info.explain(reason), draw: () => this.#draw() },
    );
    if (settings.filter.words !== '') this.#search();
  }

  get settings(): SheetSettings {
    return this.#settings;
  }

  /** Id of the item that the stage would show. */
  get activeId(): string | null {
    return this.#selection.current.activeId;
  }

  setFilter(filter: SheetFilter): void {
    this.#configure({ ...this.#settings, filter });
  }

  /**
   * Receives a new list. New items wait unless there is nothing that could move. Until the user selects a result, the
   * one with the given id is selected, or else the first one.
   */
  show(items: readonly PreviewItem[], id: string | null): void {
    this.#list.take(items);
    this.#refresh();
    this.#empty.none.hidden = items.length > 0;
    this.#selection.start(id);
  }

  /** Receives the results that the host has found. Until then, the sheet shows the results of earlier words. */
  receiveFound(message: FoundMessage): void {
    if (message.words === '' || message.words !== this.#settings.filter.words) return;
    if (this.#list.receiveFound(message)) this.#rearrange();
    else this.#refresh();
  }

  #search(): void {
    const { words } = this.#settings.filter;
    this.#context.send({ type: 'search', words });
    if (words === '') this.#list.forgetFound();
  }

  /** Shows the items that have waited. */
  admitAll(): void {
    this.#list.admitAll();
    this.#refresh();
  }

  /** Makes an item active, such as the one that the stage has shown, and gives it the focus. */
  activate(id: string | null): void {
    this.#selection.activate(id);
  }

  /** Returns true if the key belongs to the sheet. */
  pressKey(event: KeyboardEvent): boolean {
    if (event.target === this.#bar.searchElement) return this.#pressInSearch(event);
    if (event.target instanceof HTMLElement && event.target.closest('input, select, button')) {
      if (event.key === 'Escape') this.focus();
      return event.key === 'Escape';
    }
    const pressed = sheetAction(event);
    if (!pressed) return false;
    switch (pressed.kind) {
      case 'search':
        this.#bar.focusSearch();
        return true;
      case 'filter':
        this.#openFilters(true);
        this.#filterBar.focus();
        return true;
      case 'showNew':
        this.admitAll();
        this.#view.focus();
        return true;
      default:
        return this.#selection.press(pressed);
    }
  }

  /** The arrow down leaves the search for the grid. Escape empties it first. */
  #pressInSearch({ key }: KeyboardEvent): boolean {
    if (key === 'Escape' && this.#settings.filter.words !== '') this.setFilter({ ...this.#settings.filter, words: '' });
    else if (key === 'ArrowDown' || key === 'Enter' || key === 'Escape') this.activate(null);
    else return false;
    return true;
  }

  /** Gives the focus to the active result, or to the button that is shown instead of results. */
  focus(): void {
    if (this.#grid.order.length > 0) this.#view.focus();
    else this.#empty.focus();
  }

  #openFilters(isOpen: boolean): void {
    this.#areFiltersOpen = isOpen;
    this.#draw();
  }

  /** Clears the filters and gives the focus to a result, because the button that had it disappears. */
  #clearFilters(): void {
    this.setFilter(noFilter);
    this.activate(null);
  }

  /** The user has changed what is shown, so everything may move. */
  #configure(settings: SheetSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    this.#actions.save();
    if (settings.cellPx !== before.cellPx) return this.#arrange();
    if (settings.filter.words !== before.filter.words) this.#search();
    this.#rearrange();
  }

  #rearrange(): void {
    this.admitAll();
    const { activeId } = this.#selection.current;
    if (activeId !== null) this.#view.reveal(activeId);
  }

  /** Decides again what is shown, and where. */
  #refresh(): void {
    this.#list.refresh(this.#settings);
    const { choices, maxUsd } = this.#list;
    if (this.#settings.areAxesAutomatic) {
      this.#settings = { ...this.#settings, ...chooseAxes(choices.axes) };
    }
    this.#filterBar.show({ settings: this.#settings, choices, maxUsd });
    this.#arrange();
  }

  /** The width has changed. The result with the focus stays visible. */
  #fit(): void {
    this.#arrange();
    const { activeId } = this.#selection.current;
    if (activeId !== null && this.#view.hasFocus) this.#view.reveal(activeId);
  }

  /** Lays the shown items out again: after a change of them, of the width or of the size of a cell. */
  #arrange(): void {
    const { axes } = this.#list.choices;
    const [rows, columns] = [this.#settings.rows, this.#settings.columns].map((name) =>
      name !== null && axes.has(name) ? name : null,
    );
    const isLabeled = rows !== null;
    this.#cellPx = this.#settings.cellPx ?? this.#view.fittingCellPx(axes.get(columns ?? '')?.length, isLabeled);
    const before = this.#grid.order;
    this.#grid = buildGrid(this.#list.shown, {
      axes,
      rows: rows ?? null,
      columns: columns ?? null,
      fittingColumns: this.#view.fittingColumns(this.#cellPx, isLabeled),
    });
    this.#selection.retain(before);
    this.#draw();
  }

  #draw(): void {
    const { filter } = this.#settings;
    const { current: selection } = this.#selection;
    const hadFocus = this.#view.hasFocus;
    const { length: shown } = this.#grid.order;
    this.#bar.show({
      words: filter.words,
      shown,
      total: this.#list.total,
      selected: selection.ids.size,
      fresh: this.#list.fresh,
      cellPx: this.#cellPx,
      areFiltersOpen: this.#areFiltersOpen,
      isFiltered: JSON.stringify(filter) !== JSON.stringify(noFilter),
    });
    this.#filterBar.element.hidden = !this.#areFiltersOpen;
    this.#view.show({ grid: this.#grid, selection, cellPx: this.#cellPx });
    this.#view.element.hidden = shown === 0;
    this.#empty.show(shown, this.#list.total);
    const active = itemOf(this.#grid, selection.activeId);
    this.#info.show(active, active ? this.prompts.of(active.id) : null);
    // The element with the focus may have been drawn again, or hidden.
    if (hadFocus && !this.#view.hasFocus) this.focus();
  }
}
