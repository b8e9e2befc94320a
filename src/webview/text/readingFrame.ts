import { element } from '../dom.ts';
import type { ViewContext } from '../view.ts';
import { createCopyButton } from './copyButton.ts';

/** A scrollable reading area: remembers the reading position, follows text that is being written, and copies. */
interface ReadingFrame {
  readonly element: HTMLElement;
  /** Changes the content. The reading position stays, which may be the end. */
  update(change: () => void): void;
}

interface ReadingParts {
  /** Id of the item. The position is remembered under it. */
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
  /** Returns the original text, for the clipboard. */
  readonly read: () => string;
  /** Whether the text is growing, so that a reader at its end stays at the end. */
  readonly isWriting: boolean;
  readonly context: ViewContext;
}

/** Distance from the end, in pixels, that still counts as the end. */
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
