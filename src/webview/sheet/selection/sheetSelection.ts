import { assertNever } from '../../../core/support/assertNever.ts';
import { maxCompared } from '../../../protocol/compared.ts';
import type { PreviewItem } from '../../../protocol/previewItem.ts';
import type { MarkAction } from '../../marks/marking.ts';
import type { ViewContext } from '../../view.ts';
import { itemOf, itemsOf, type Grid } from '../grid.ts';
import type { GridView } from '../gridView.ts';
import type { SelectionAction } from '../sheetAction.ts';
import { openCellMenu } from './cellMenu.ts';
import { startDrag } from './drag.ts';
import {
  extendTo,
  moveFrom,
  nextOf,
  noSelection,
  retain,
  selectAll,
  selectOne,
  toggle,
  type Selection,
} from './selection.ts';

interface SelectionParts {
  readonly view: GridView;
  /** The element that gets the menu of a result. */
  readonly parent: HTMLElement;
  /** Returns the grid that is shown. */
  readonly grid: () => Grid;
}

interface SelectionActions {
  readonly open: (id: string | null) => void;
  readonly compare: (ids: readonly string[]) => void;
  /** Tells the user why an action has no effect. */
  readonly explain: (reason: string) => void;
  readonly draw: () => void;
  /** Called when the user has changed the selection, which the page keeps across reloads. */
  readonly save: () => void;
}

/** The selected results, and the actions on them by keys, the pointer and the menu. */
export class SheetSelection {
  readonly #context: ViewContext;
  readonly #parts: SelectionParts;
  readonly #actions: SelectionActions;
  #current: Selection = noSelection;
  /** Whether the user has selected a result here. */
  #isUsed = false;

  constructor(context: ViewContext, parts: SelectionParts, actions: SelectionActions) {
    this.#context = context;
    this.#parts = parts;
    this.#actions = actions;
    this.#listenToPointer();
  }

  get current(): Selection {
    return this.#current;
  }

  /** Selects the result with this id, or else the first one, unless the user has selected one. */
  start(id: string | null): void {
    const { order } = this.#grid;
    const first = id !== null && order.includes(id) ? id : order[0];
    if (!this.#isUsed && first !== undefined) this.#show(selectOne(first));
  }

  /** Deselects the items that the grid no longer shows. `before` is the order of the grid before the change. */
  retain(before: readonly string[]): void {
    this.#current = retain(this.#current, before, this.#grid.order);
  }

  /** Makes an item active, such as the one that the stage has shown, and gives it the focus. */
  activate(id: string | null): void {
    const { order } = this.#grid;
    const target = id !== null && order.includes(id) ? id : (this.#current.activeId ?? order[0] ?? null);
    if (target !== null) this.#select(selectOne(target));
    this.#parts.view.focus();
  }

  /** Returns false if there is nothing to select. */
  press(pressed: SelectionAction): boolean {
    const { view } = this.#parts;
    const { activeId } = this.#current;
    switch (pressed.kind) {
      case 'move': {
        const target = moveFrom(this.#grid, activeId, pressed.move, view.pageLines);
        if (target === null) return false;
        this.#select(pressed.isExtending ? extendTo(this.#current, target, this.#grid.order) : selectOne(target));
        break;
      }
      case 'open':
        this.#actions.open(activeId);
        return true;
      case 'selectAll':
        this.#select(selectAll(this.#current, this.#grid.order));
        break;
      case 'toggle':
        if (activeId !== null) this.#select(toggle(this.#current, activeId));
        break;
      case 'compare':
        this.compare();
        return true;
      case 'menu':
        if (activeId !== null) this.#openMenu(activeId, view.centerOf(activeId));
        return true;
      case 'mark':
        this.mark(pressed.action);
        break;
      default:
        assertNever(pressed);
    }
    view.focus();
    return true;
  }

  /** Compares the selected files, if there are two to four of them. */
  compare(): void {
    const ids = this.#items.flatMap(({ kind, id }) => (kind === 'artifact' ? [id] : []));
    if (ids.length >= 2 && ids.length <= maxCompared) this.#actions.compare(ids);
    else this.#actions.explain(this.#context.strings.selectToCompare);
  }

  /** Marks the selected results. If there is only one, the next one is then selected. */
  mark(action: MarkAction): void {
    const next = this.#current.ids.size === 1 ? nextOf(this.#current, this.#grid.order) : null;
    const outcome = this.#context.marking.run(action, this.#items);
    const target = outcome.kind === 'select' ? outcome.id : outcome.kind === 'decided' ? next : null;
    if (target !== null && this.#grid.order.includes(target)) this.#select(selectOne(target));
    if (outcome.kind === 'unusable') this.#actions.explain(this.#context.strings.selectToUse);
  }

  get #grid(): Grid {
    return this.#parts.grid();
  }

  /** The selected items, in reading order. */
  get #items(): readonly PreviewItem[] {
    return itemsOf(this.#grid, this.#current.ids);
  }

  /** Opens a menu for the selected results. A result that is not selected is selected first. */
  #openMenu(id: string, { x, y }: { readonly x: number; readonly y: number }): void {
    const { view, parent } = this.#parts;
    const item = itemOf(this.#grid, id);
    if (!item) return;
    if (!this.#current.ids.has(id)) this.#select(selectOne(id));
    view.focus();
    const open = (): void => this.#actions.open(id);
    openCellMenu({ item, parent, x, y, open, mark: (action) => this.mark(action) }, this.#context);
  }

  #listenToPointer(): void {
    const { view } = this.#parts;
    const select = (selection: Selection): void => {
      this.#select(selection);
      view.focus();
    };
    view.element.addEventListener('click', ({ target, shiftKey, ctrlKey, metaKey }) => {
      const id = view.idAt(target);
      if (id === null) return;
      if (shiftKey) select(extendTo(this.#current, id, this.#grid.order));
      else if (ctrlKey || metaKey) select(toggle(this.#current, id));
      else select(selectOne(id));
    });
    view.element.addEventListener('dblclick', ({ target }) => {
      const id = view.idAt(target);
      if (id !== null) this.#actions.open(id);
    });
    view.element.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      const id = view.idAt(event.target);
      if (id !== null) this.#openMenu(id, event);
    });
    view.element.addEventListener('dragstart', (event) => {
      const id = view.idAt(event.target) ?? '';
      startDrag(event, this.#current.ids.has(id) ? this.#items : [itemOf(this.#grid, id)]);
    });
  }

  #select(selection: Selection): void {
    this.#isUsed = true;
    this.#show(selection);
    this.#actions.save();
  }

  #show(selection: Selection): void {
    this.#current = selection;
    if (selection.activeId !== null) this.#parts.view.reveal(selection.activeId);
    this.#actions.draw();
  }
}
