import { maxSearchLength } from '../../protocol/sheet.ts';
import { element, icon, iconButton, textButton } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../view.ts';

interface BarActions {
  readonly showStage: () => void;
  readonly compare: () => void;
  readonly search: (words: string) => void;
  readonly toggleFilters: () => void;
  readonly clearFilters: () => void;
  readonly showNew: () => void;
  readonly resize: (cellPx: number) => void;
  readonly showKeys: () => void;
}

interface BarContent {
  readonly words: string;
  readonly shown: number;
  readonly total: number;
  readonly selected: number;
  readonly fresh: number;
  readonly cellPx: number;
  readonly areFiltersOpen: boolean;
  readonly isFiltered: boolean;
}

/** Sides of a cell in CSS pixels. */
const cellRange = { min: 72, max: 320, step: 8 } as const;

/** The row above the grid: search, counts, and the size of the cells. */
export class SheetBar {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #search: HTMLInputElement;
  readonly #count = element('span', { class: 'position' });
  readonly #selected = element('span', { class: 'rest' });
  readonly #new: HTMLButtonElement;
  readonly #filters: HTMLButtonElement;
  readonly #clear: HTMLButtonElement;
  readonly #size: HTMLInputElement;

  constructor(context: ViewContext, actions: BarActions) {
    const { strings } = context;
    this.#context = context;
    this.#search = element('input', {
      class: 'search',
      title: strings.searchHint,
      attributes: {
        type: 'search',
        placeholder: strings.search,
        'aria-label': strings.search,
        spellcheck: 'false',
        maxlength: String(maxSearchLength),
      },
    });
    this.#search.addEventListener('input', () => actions.search(this.#search.value));
    this.#filters = iconButton({ icon: 'filter', label: strings.filters, press: actions.toggleFilters });
    this.#clear = iconButton({ icon: 'clear-all', label: strings.clearFilters, press: actions.clearFilters });
    this.#new = textButton({ icon: 'arrow-down', label: '', press: actions.showNew });
    this.#new.classList.add('chip');
    this.#new.title = strings.showNew;
    this.#size = element('input', {
      class: 'cell-size',
      title: strings.cellSize,
      attributes: { type: 'range', ...cellRange, 'aria-label': strings.cellSize },
    });
    this.#size.addEventListener('input', () => actions.resize(Number(this.#size.value)));
    this.element = element('div', { class: 'toolbar sheet-bar' }, [
      element('div', { class: 'search-box' }, [icon('search'), this.#search]),
      element('div', { class: 'toolbar-group' }, [this.#filters, this.#clear]),
      element('div', { class: 'toolbar-title counts' }, [this.#count, this.#selected, this.#new]),
      element('div', { class: 'toolbar-group' }, [
        this.#size,
        iconButton({ icon: 'split-horizontal', label: strings.compare, press: actions.compare }),
        iconButton({ icon: 'question', label: strings.showKeys, press: actions.showKeys }),
        iconButton({ icon: 'file-media', label: strings.showStage, press: actions.showStage }),
      ]),
    ]);
  }

  show(content: BarContent): void {
    const { strings } = this.#context;
    const { words, shown, total, selected, fresh, cellPx, areFiltersOpen, isFiltered } = content;
    if (this.#search.value !== words) this.#search.value = words;
    this.#count.textContent =
      shown === total ? fill(strings.resultCount, { count: total }) : fill(strings.matchCount, { count: shown, total });
    this.#selected.textContent = selected > 1 ? fill(strings.selectedCount, { count: selected }) : '';
    this.#new.hidden = fresh === 0;
    this.#new.replaceChildren(icon('arrow-down'), fill(strings.newCount, { count: fresh }));
    this.#filters.ariaExpanded = String(areFiltersOpen);
    this.#clear.hidden = !isFiltered;
    this.#size.value = String(cellPx);
    this.#size.ariaValueText = `${cellPx} px`;
  }

  focusSearch(): void {
    this.#search.select();
    this.#search.focus();
  }

  get searchElement(): HTMLElement {
    return this.#search;
  }
}
