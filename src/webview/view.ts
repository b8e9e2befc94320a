import type { HostMessage, WebviewMessage } from '../protocol/preview.ts';
import type { PreviewDetails } from '../protocol/previewItem.ts';
import type { PreviewStrings } from '../protocol/previewStrings.ts';
import type { Formats } from './format.ts';
import type { Zoom } from './zoom.ts';

/** What every view may use. */
export interface ViewContext {
  readonly strings: PreviewStrings;
  readonly formats: Formats;
  readonly send: (message: WebviewMessage) => void;
  /** Unix ms by the host's clock. */
  hostNow(): number;
  /** How this image was zoomed before the page was reloaded; null fits it. */
  zoomOf(id: string): Zoom | null;
  zoomChanged(id: string, zoom: Zoom | null): void;
  /** Where a text was read; undefined when it was not. */
  placeOf(id: string): ReadingPlace | undefined;
  placeChanged(id: string, place: ReadingPlace): void;
  /** Shows another item. */
  select(id: string): void;
  /** Says something to screen readers that can be seen, too. */
  say(text: string): void;
}

/** Pixels from the top, or the end, wherever that is going to be. */
export type ReadingPlace = number | 'end';

export type AudioMessage = Extract<HostMessage, { type: 'audio' }>;

/** Shows one item in the stage. The stage makes a new one when the item's kind or file changes. */
export interface StageView {
  readonly element: HTMLElement;
  /** Called with the details as soon as the host has sent them. */
  showDetails?(details: PreviewDetails): void;
  receiveAudio?(message: AudioMessage): void;
  /** True when the key meant something here. */
  pressKey?(event: KeyboardEvent): boolean;
  dispose?(): void;
}
