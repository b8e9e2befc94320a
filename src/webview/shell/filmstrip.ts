import type { ArtifactItem, PreviewItem } from '../../protocol/previewItem.ts';
import { element, icon } from '../dom.ts';
import type { Formats } from '../format.ts';
import { createMarks, nameWithMarks } from '../marks/marksView.ts';
import { selectedIndex, type PreviewState } from '../state.ts';
import { fillPicture } from '../thumbnails/picture.ts';
import type { ViewContext } from '../view.ts';
import { offsetToShow, windowRange, type ScrollView } from './windowRange.ts';

/** Width of a thumbnail with its gap. The style sheet has the same value. */
const pitchPx = 88;

interface DrawnItem {
  readonly item: PreviewItem;
  readonly element: HTMLElement;
}

/** All items in a row. Only visible items have an element, so ten thousand cost no more than twenty. */
export class Filmstrip {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #track = element('div', { class: 'filmstrip-track', role: 'presentation' });
  /** The elements of the visible range, by item id. */
  readonly #drawn = new Map<string, DrawnItem>();
  #state: PreviewState | null = null;

  constructor(context: ViewContext, pick: (id: string) => void) {
    this.#context = context;
    this.element = element(
      'div',
      {
        class: 'filmstrip',
        role: 'listbox',
        attributes: { tabindex: 0, 'aria-label': context.strings.results, 'aria-orientation': 'horizontal' },
      },
      [this.#track],
    );
    this.element.addEventListener('scroll', () => this.#draw(), { passive: true });
    this.element.addEventListener('wheel', (event) => this.#scrollSideways(event), { passive: false });
    this.#track.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('[role=option]') : null;
      const drawn = [...this.#drawn].find(([, { element }]) => element === option);
      if (drawn) pick(drawn[0]);
    });
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** Scrolls only if the selection or the list changed, so that a user who looks around is not moved back. */
  show(state: PreviewState): void {
    const isMoved = state.selectedId !== this.#state?.selectedId || state.items !== this.#state.items;
    this.#state = state;
    const count = state.items?.length ?? 0;
    this.element.hidden = count < 2;
    this.#track.style.width = `${count * pitchPx}px`;
    const index = selectedIndex(state);
    if (isMoved && index >= 0) this.element.scrollLeft = offsetToShow(this.#scrollView(count), index);
    this.#draw();
  }

  #scrollView(count: number): ScrollView {
    return { offset: this.element.scrollLeft, length: this.element.clientWidth, pitch: pitchPx, count };
  }

  /** Updates the elements for the scroll position and the list. Unchanged items keep their element and their image. */
  #draw(): void {
    const items = this.#state?.items ?? [];
    const { start, end } = windowRange(this.#scrollView(items.length));
    const shown = items.slice(start, end);
    const shownIds = new Set(shown.map(({ id }) => id));
    for (const [id, drawn] of this.#drawn) if (!shownIds.has(id)) this.#remove(id, drawn);
    for (const [offset, item] of shown.entries()) this.#drawItem(item, start + offset, items.length);
    const selectedId = this.#state?.selectedId ?? null;
    const isShown = selectedId !== null && shownIds.has(selectedId);
    if (isShown) this.element.setAttribute('aria-activedescendant', thumbnailId(selectedId));
    else this.element.removeAttribute('aria-activedescendant');
  }

  #drawItem(item: PreviewItem, index: number, count: number): void {
    const known = this.#drawn.get(item.id);
    const drawn = known?.item === item ? known : { item, element: createThumbnail(item, this.#context) };
    if (known !== drawn) {
      known?.element.remove();
      this.#drawn.set(item.id, drawn);
      this.#track.append(drawn.element);
    }
    const { element } = drawn;
    element.style.transform = `translateX(${index * pitchPx}px)`;
    element.setAttribute('aria-posinset', String(index + 1));
    element.setAttribute('aria-setsize', String(count));
    element.setAttribute('aria-selected', String(item.id === this.#state?.selectedId));
  }

  #remove(id: string, { element }: DrawnItem): void {
    element.remove();
    this.#drawn.delete(id);
  }

  /** A wheel without a horizontal axis scrolls the strip too. */
  #scrollSideways(event: WheelEvent): void {
    if (event.deltaX !== 0 || event.ctrlKey) return;
    event.preventDefault();
    this.element.scrollLeft += event.deltaY;
  }
}

/** Creates the element of one item in the filmstrip, with a label for its kind, state and marks. */
function createThumbnail(item: PreviewItem, context: ViewContext): HTMLElement {
  const { strings, formats } = context;
  const label = nameWithMarks(item, strings);
  const picture = element('span', { class: 'thumbnail-picture' });
  fillPicture(picture, item, context);
  const text = item.kind === 'task' ? strings[`state.${item.state}`] : describeFile(item, formats);
  const isVideo = item.kind === 'artifact' && item.media === 'video';
  return element(
    'div',
    {
      class: 'thumbnail',
      role: 'option',
      title: label,
      attributes: { id: thumbnailId(item.id), 'aria-label': label },
    },
    [
      picture,
      element('span', { class: 'thumbnail-text' }, [isVideo ? icon('play') : null, text]),
      element('span', { class: 'cell-marks' }, createMarks(item)),
    ],
  );
}

function thumbnailId(id: string): string {
  return `thumbnail-${encodeURIComponent(id)}`;
}

/** Two takes of a song have the same icon and often the same length, so each of them has a letter. */
function describeFile({ name, seconds, take }: ArtifactItem, formats: Formats): string {
  if (seconds === null) return name;
  return [take, formats.time(seconds)].filter((part) => part !== null).join(' · ');
}
