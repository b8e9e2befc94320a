import type { Signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { ArtifactItem, PreviewDetails } from '../../protocol/previewItem.ts';
import type { Zoom } from './image/zoom.ts';

/** What the view of a medium gets. */
export interface MediaProps {
  readonly item: ArtifactItem;
  readonly uri: string;
  /** Null until they arrive. */
  readonly details: PreviewDetails | null;
  /** Receives what the view does with keys. */
  readonly handle: { current: ViewHandle | null };
  readonly zoom: ZoomHolder;
  /** Called when there is something to see. */
  readonly loaded: () => void;
  /** Called if the file cannot be shown or played. */
  readonly failed: () => void;
}

/** Keeps the zoom of the image that the user has zoomed last. Null if it fits. */
export interface ZoomHolder {
  readonly zoom: Signal<(Zoom & { readonly id: string }) | null>;
  /** Whether all images beside each other follow it. */
  readonly isShared: boolean;
}

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
