import type { ReadonlySignal } from '@preact/signals';
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Rect,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface LongList {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Size of the scroller, if it is known. Otherwise, the scroller is observed. */
  readonly size?: ReadonlySignal<Rect>;
  readonly isHorizontal?: boolean;
  readonly count: number;
  /** Length of an item in CSS pixels. */
  readonly lengthOf: (index: number) => number;
  /** The lengths are computed again when one of these changes. */
  readonly inputs: readonly unknown[];
  /** Items outside the view that are kept ready, on each side. */
  readonly overscan: number;
  /** Index of an item that always has an element. -1 for none. */
  readonly kept: number;
}

/** Returns the items of a long list that need an element, so that ten thousand cost no more than a hundred. */
export function useVirtualizer(list: LongList): readonly { readonly index: number; readonly start: number }[] {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const { size } = list;
  const options = {
    count: list.count,
    getScrollElement: () => list.scroller.current,
    estimateSize: list.lengthOf,
    // A new function makes the virtualizer compute the lengths again.
    getItemKey: useCallback((index: number) => index, list.inputs),
    horizontal: list.isHorizontal ?? false,
    overscan: list.overscan,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) =>
      [...new Set([...defaultRangeExtractor(range), list.kept])]
        .filter((index) => index >= 0 && index < range.count)
        .toSorted((a, b) => a - b),
    onChange: () => redraw(undefined),
    observeElementRect: size
      ? (_: unknown, resize: (rect: Rect) => void) => size.subscribe(resize)
      : observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(options));
  virtualizer.setOptions(options);
  // oxlint-disable eslint/no-underscore-dangle -- the adapters of the package call these
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  // oxlint-enable eslint/no-underscore-dangle
  return virtualizer.getVirtualItems();
}
