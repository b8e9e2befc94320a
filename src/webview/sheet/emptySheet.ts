import { element, textButton } from '../dom.ts';
import { fill } from '../format.ts';
import { createNoticeView } from '../noticeView.ts';
import type { ViewContext } from '../view.ts';

/** Takes the place of the grid when there are no results, or when the filters hide all of them. */
export class EmptySheet {
  /** Says that there are no results. Hidden until that is known. */
  readonly none: HTMLElement;
  /** Says that the filters hide all results. */
  readonly #noMatch: HTMLElement;
  readonly elements: readonly HTMLElement[];
  readonly #text: string;
  readonly #hidden = element('p');

  constructor({ strings, send }: Pick<ViewContext, 'strings' | 'send'>, clearFilters: () => void) {
    const press = (): void => send({ type: 'act', id: null, action: 'openJobFile' });
    this.none = createNoticeView({
      icon: 'sparkle',
      title: strings.emptyTitle,
      text: strings.emptyText,
      actions: [{ icon: 'file-code', label: strings.openJobFile, press }],
    }).element;
    this.none.hidden = true;
    this.#text = strings.noMatchText;
    this.#noMatch = element('div', { class: 'notice sheet-empty' }, [
      element('h2', { text: strings.noMatchTitle }),
      this.#hidden,
      textButton({ icon: 'clear-all', label: strings.clearFilters, press: clearFilters }),
    ]);
    this.elements = [this.none, this.#noMatch];
  }

  /** `total` is the number of results without filters. */
  show(shown: number, total: number): void {
    this.#noMatch.hidden = shown > 0 || total === 0;
    this.#hidden.textContent = fill(this.#text, { count: total });
  }

  focus(): void {
    (this.none.hidden ? this.#noMatch : this.none).querySelector('button')?.focus();
  }
}
