import { createCopyButton } from './copyButton.ts';
import { element } from './dom.ts';
import type { ViewContext } from './view.ts';

/** A place to read in: scrolls, remembers where the reader was, follows what is being written, and copies. */
export interface ReadingFrame {
  readonly element: HTMLElement;
  /** Changes the content; the reader stays where they are, which may be the end. */
  update(change: () => void): void;
}

export interface ReadingParts {
  /** Of the item: its place is remembered under this name. */
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
  /** The text as it was written, for the clipboard. */
  readonly read: () => string;
  /** It grows, so a reader at its end wants to stay there. */
  readonly isWriting: boolean;
  readonly context: ViewContext;
}

/** Within so many pixels one is at the end. */
const endPx = 24;

export function createReadingFrame({ id, label, content, read, isWriting, context }: ReadingParts): ReadingFrame {
  const scroller = element(
    'div',
    {
      class: 'reading',
      role: 'document',
      attributes: { tabindex: 0, 'aria-label': label, 'aria-busy': isWriting },
    },
    [content],
  );
  const copy = createCopyButton({ label: context.strings.copyText, read, context });
  copy.classList.add('copy-text');
  let place = context.placeOf(id) ?? (isWriting ? 'end' : 0);
  scroller.addEventListener(
    'scroll',
    () => {
      const isAtEnd = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= endPx;
      place = isAtEnd && scroller.scrollTop > 0 ? 'end' : scroller.scrollTop;
      context.placeChanged(id, place);
    },
    { passive: true },
  );
  return {
    element: element('div', { class: 'reading-frame' }, [scroller, copy]),
    update(change) {
      change();
      scroller.scrollTop = place === 'end' ? scroller.scrollHeight : place;
    },
  };
}
