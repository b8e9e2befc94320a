import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ArtifactItem, PreviewItem } from '../../protocol/previewItem.ts';
import { Icon } from '../elements.tsx';
import type { Formats } from '../format.ts';
import { MarkSigns, nameWithMarks } from '../marks/marks.tsx';
import { selectedIndex } from '../state.ts';
import { Picture } from '../thumbnails/picture.tsx';
import { useFocus, usePage } from '../usePage.ts';
import { useVirtualizer } from '../useVirtualizer.ts';

/** Width of a thumbnail with its gap. The style sheet has the same value. */
const pitchPx = 88;

/** All items in a row. Only visible items have an element, and the selected one. */
export function Filmstrip() {
  const page = usePage();
  const { selectedId, ...state } = page.seen.value;
  const items = state.items ?? [];
  const strip = useRef<HTMLDivElement>(null);
  const selected = selectedIndex(page.seen.value);
  const shown = useVirtualizer({
    scroller: strip,
    count: items.length,
    lengthOf: () => pitchPx,
    inputs: [],
    isHorizontal: true,
    overscan: 6,
    kept: selected,
  });
  const isDrawn = shown.some(({ index }) => index === selected);
  // Not with each drawing, so that a user who looks around is not moved back.
  useLayoutEffect(() => {
    strip.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selectedId, state.items, isDrawn]);
  useFocus('stage', () => strip.current?.focus());
  // A wheel without a horizontal axis scrolls the strip too.
  const scrollSideways = (event: WheelEvent): void => {
    if (event.deltaX !== 0 || event.ctrlKey || !strip.current) return;
    event.preventDefault();
    strip.current.scrollLeft += event.deltaY;
  };
  return (
    <div
      class="filmstrip"
      ref={strip}
      hidden={items.length < 2}
      role="listbox"
      tabIndex={0}
      aria-label={page.strings.results}
      aria-orientation="horizontal"
      aria-activedescendant={selectedId === null ? undefined : thumbnailId(selectedId)}
      onWheel={scrollSideways}
    >
      <div class="filmstrip-track" role="presentation" style={{ width: `${items.length * pitchPx}px` }}>
        {shown.map(({ index }) => {
          const item = items[index];
          return item && <Thumbnail key={item.id} item={item} index={index} count={items.length} />;
        })}
      </div>
    </div>
  );
}

interface ThumbnailProps {
  readonly item: PreviewItem;
  readonly index: number;
  readonly count: number;
}

/** One item, with a label for its kind, state and marks. */
function Thumbnail({ item, index, count }: ThumbnailProps) {
  const page = usePage();
  const { strings, formats } = page;
  const label = nameWithMarks(item, strings);
  return (
    <div
      class="thumbnail"
      id={thumbnailId(item.id)}
      role="option"
      title={label}
      aria-label={label}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-selected={item.id === page.seen.value.selectedId}
      style={{ transform: `translateX(${index * pitchPx}px)` }}
      onClick={() => page.select(item.id)}
    >
      <Picture item={item} class="thumbnail-picture" />
      <span class="thumbnail-text">
        {item.kind === 'artifact' && item.media === 'video' && <Icon name="play" />}
        {item.kind === 'task' ? strings[`state.${item.state}`] : describeFile(item, formats)}
      </span>
      <span class="cell-marks">
        <MarkSigns item={item} />
      </span>
    </div>
  );
}

function thumbnailId(id: string): string {
  return `thumbnail-${encodeURIComponent(id)}`;
}

/**
 * Two takes of a song have the same icon and often the same length, so each of them has a letter. Files of a matrix differ
 * in the values of its axes.
 */
function describeFile({ name, axes, seconds, take }: ArtifactItem, formats: Formats): string {
  if (seconds === null) return axes.map(([, value]) => value).join(' · ') || name;
  return [take, formats.time(seconds)].filter((part) => part !== null).join(' · ');
}
