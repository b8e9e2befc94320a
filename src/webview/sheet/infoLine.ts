import type { PreviewItem } from '../../protocol/previewItem.ts';
import { element } from '../dom.ts';
import type { ViewContext } from '../view.ts';

/** The line below the grid. */
export class InfoLine {
  readonly element = element('div', { class: 'sheet-info', attributes: { 'aria-hidden': true } });
  readonly #context: Pick<ViewContext, 'formats' | 'say'>;
  readonly #facts = element('span', { class: 'info-facts' });
  readonly #prompt = element('span', { class: 'info-prompt' });
  #id: string | undefined;
  #isExplaining = false;

  constructor(context: Pick<ViewContext, 'formats' | 'say'>) {
    this.#context = context;
    this.element.append(this.#facts, this.#prompt);
  }

  /** Shows the facts about the active item for which its cell has no room. */
  show(item: PreviewItem | undefined, prompt: string | null): void {
    if (this.#isExplaining && item?.id === this.#id) return;
    this.#isExplaining = false;
    this.#id = item?.id;
    this.element.hidden = !item;
    if (!item) return;
    const parts = [
      item.name,
      ...item.axes.map(([name, value]) => `${name}: ${value}`),
      item.model,
      item.amountUsd === null || item.isSandbox ? null : this.#context.formats.usd(item.amountUsd),
      item.note,
    ];
    this.#facts.textContent = parts.filter((part) => part !== null).join(' · ');
    this.#prompt.textContent = prompt;
  }

  /** Says why a key has no effect, to screen readers too, until another item is active. */
  explain(text: string): void {
    this.#isExplaining = true;
    this.#context.say(text);
    this.element.hidden = false;
    this.#facts.textContent = text;
    this.#prompt.textContent = '';
  }
}
