import { element, textButton } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../view.ts';

/** Takes the place of the grid when the filters hide all results. */
export class EmptySheet {
  readonly element = element('div', { class: 'notice sheet-empty' });
  readonly #text: string;
  readonly #hidden = element('p');
  readonly #clear: HTMLElement;

  constructor({ strings }: Pick<ViewContext, 'strings'>, clearFilters: () => void) {
    this.#text = strings.noMatchText;
    this.#clear = textButton({ icon: 'clear-all', label: strings.clearFilters, press: clearFilters });
    this.element.append(element('h2', { text: strings.noMatchTitle }), this.#hidden, this.#clear);
  }

  /** `total` is the number of results without filters. */
  show(shown: number, total: number): void {
    this.element.hidden = shown > 0 || total === 0;
    this.#hidden.textContent = fill(this.#text, { count: total });
  }

  focus(): void {
    this.#clear.focus();
  }
}
