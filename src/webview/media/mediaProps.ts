import type { Signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { ArtifactItem, PreviewDetails } from '../../protocol/previewItem.ts';
import type { SharedZoom } from './image/imageZoom.ts';

/** What the view of a medium gets. */
export interface MediaProps {
  readonly item: ArtifactItem;
  readonly uri: string;
  /** Null until they arrive. */
  readonly details: PreviewDetails | null;
  /** Receives what the view does with keys. */
  readonly handle: { current: ViewHandle | null };
  /** The zoom that an image shares with those beside it. Null for an image with a zoom of its own. */
  readonly zoom: Signal<SharedZoom | null> | null;
  /** Called when there is something to see. */
  readonly loaded: () => void;
  /** Called if the file cannot be shown or played. */
  readonly failed: () => void;
}

/** What a view on the stage does with keys. */
export interface ViewHandle {
  /** Returns true if the view handled the key. */
  pressKey(event: KeyboardEvent): boolean;
}

/** Hands the keys of the present view to the page. A view that leaves does not take them from the next one. */
export function useHandle(holder: MediaProps['handle'], handle: ViewHandle): void {
  useLayoutEffect(() => {
    holder.current = handle;
    return () => {
      if (holder.current === handle) holder.current = null;
    };
  });
}
