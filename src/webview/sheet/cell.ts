import type { PreviewItem } from '../../protocol/previewItem.ts';
import { element } from '../dom.ts';
import { createMarks } from '../marks/marksView.ts';
import { isLive } from '../state.ts';
import { fillPicture } from '../thumbnails/picture.ts';
import type { ViewContext } from '../view.ts';

/** What a cell shows apart from its item. */
interface CellState {
  /** Null for none, or until it is known. */
  readonly prompt: string | null;
  readonly label: string;
  readonly isSelected: boolean;
  /** Whether the cell has the focus of the grid. */
  readonly isActive: boolean;
}

/** One cell. It is updated in place, so that a picture does not flicker and the focus stays. */
export class Cell {
  readonly element = element('div', { class: 'cell', role: 'gridcell', attributes: { draggable: true } });
  readonly #context: ViewContext;
  readonly #picture = element('div', { class: 'cell-picture' });
  readonly #marks = element('div', { class: 'cell-marks', attributes: { 'aria-hidden': true } });
  readonly #caption = element('div', { class: 'cell-caption', attributes: { 'aria-hidden': true } });
  #item: PreviewItem | null = null;

  constructor(context: ViewContext, id: string) {
    this.#context = context;
    this.element.dataset['id'] = id;
    this.element.append(this.#picture, this.#marks, this.#caption);
  }

  show(item: PreviewItem, { label, prompt, isSelected, isActive }: CellState): void {
    if (item !== this.#item) this.#showItem(item);
    this.element.title = item.note ?? prompt ?? item.name;
    this.element.ariaLabel = label;
    this.element.ariaSelected = String(isSelected);
    this.element.tabIndex = isActive ? 0 : -1;
  }

  #showItem(item: PreviewItem): void {
    this.#item = item;
    const { strings, formats } = this.#context;
    fillPicture(this.#picture, item, this.#context);
    this.#marks.replaceChildren(...createMarks(item));
    this.#caption.replaceChildren(
      item.kind === 'task'
        ? element('span', { class: 'cell-state', text: strings[`state.${item.state}`] })
        : createName(item.name),
    );
    if (item.kind === 'artifact' && item.seconds !== null) {
      this.#caption.append(element('span', { class: 'cell-length', text: formats.time(item.seconds) }));
    }
    this.element.classList.toggle('rejected', item.mark === 'reject');
    this.element.classList.toggle('live', isLive(item));
    this.element.draggable = item.kind === 'artifact' && item.uri !== null;
  }
}

/** Letters at the end of a name that are shown before any other, as many as the cell has room for. */
const endLength = 12;

/** Names of a matrix differ at their end, so a long one is shortened before it. */
function createName(name: string): HTMLElement {
  const start = element('span', { class: 'cell-name-start', text: name.slice(0, -endLength) });
  // The end is shortened on its left, and `bdi` keeps the order of its letters.
  const end = element('span', { class: 'cell-name-end' }, [element('bdi', { text: name.slice(-endLength) })]);
  return element('span', { class: 'cell-name' }, [start, end]);
}
