import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PreviewDetails, PreviewItem } from '../../protocol/previewItem.ts';
import { usePage } from '../usePage.ts';
import { CopyButton } from './copyButton.tsx';

/** Distance from the end, in pixels, that still counts as the end. */
const endPx = 24;

interface FrameProps {
  /** The reading position is remembered under its id. */
  readonly item: PreviewItem;
  /** The original text, for the clipboard. */
  readonly text: string;
  /** Whether the text is growing, so that a reader at its end stays at the end. */
  readonly isWriting: boolean;
  readonly children: ComponentChildren;
}

/** A scrollable reading area: remembers the reading position, follows text that is being written, and copies. */
export function ReadingFrame({ item: { id, name }, text, isWriting, children }: FrameProps) {
  const page = usePage();
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef(page.places.get(id) ?? (isWriting ? 'end' : 0));
  useLayoutEffect(() => {
    if (!scroller.current) return;
    scroller.current.scrollTop = place.current === 'end' ? scroller.current.scrollHeight : place.current;
  }, [text]);
  const keepPlace = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): void => {
    const isAtEnd = scrollHeight - clientHeight - scrollTop <= endPx;
    place.current = isAtEnd && scrollTop > 0 ? 'end' : scrollTop;
    page.places.set(id, place.current);
  };
  return (
    <div class="reading-frame">
      <div
        class="reading"
        ref={scroller}
        role="document"
        tabIndex={0}
        aria-label={name}
        aria-busy={isWriting}
        onScroll={({ currentTarget }) => keepPlace(currentTarget)}
      >
        {children}
      </div>
      <CopyButton page={page} label={page.strings.copyText} class="copy-text" read={() => text} />
    </div>
  );
}

/** Shows text verbatim. */
export function TextView({ item, details }: { readonly item: PreviewItem; readonly details: PreviewDetails | null }) {
  const text = details?.text ?? '';
  return (
    <ReadingFrame item={item} text={text} isWriting={false}>
      <div class="page plain">
        {text}
        {details?.isTextCut && <p class="hint">{usePage().strings.textCut}</p>}
      </div>
    </ReadingFrame>
  );
}
