import type { HostMessage, WebviewMessage } from '../protocol/preview.ts';
import type { ArtifactItem, PreviewDetails } from '../protocol/previewItem.ts';
import type { PreviewStrings } from '../protocol/previewStrings.ts';
import type { Formats } from './format.ts';
import type { Marking } from './marks/marking.ts';
import type { RelativeZoom, Zoom } from './media/image/zoom.ts';
import type { Thumbnails } from './thumbnails/thumbnails.ts';

/** What every view may use. */
export interface ViewContext {
  readonly strings: PreviewStrings;
  readonly formats: Formats;
  readonly send: (message: WebviewMessage) => void;
  readonly thumbnails: Thumbnails;
  readonly marking: Marking;
  /** The time of the host's clock, in Unix ms. */
  hostNow(): number;
  /** The zoom of this image before the page was reloaded. Null if it fits. */
  zoomOf(id: string): Zoom | null;
  zoomChanged(id: string, zoom: Zoom | null): void;
  /** The reading position of a text. Undefined if it was not read. */
  placeOf(id: string): ReadingPlace | undefined;
  placeChanged(id: string, place: ReadingPlace): void;
  /** Selects another item. */
  select(id: string): void;
  /** Announces something to screen readers that is also visible. */
  say(text: string): void;
}

/** Pixels from the top, or the end, which may still move. */
export type ReadingPlace = number | 'end';

export type AudioMessage = Extract<HostMessage, { type: 'audio' }>;

/** What the view of a medium is made of. */
export interface MediaParts {
  readonly item: ArtifactItem;
  readonly uri: string;
  readonly context: ViewContext;
  /** Called if the file cannot be shown or played. */
  readonly broken: () => void;
}

/** A view of one item in the stage. The stage creates a new one if the item's kind or file changes. */
export interface StageView {
  readonly element: HTMLElement;
  /** Resolves when there is something to see. The view before is shown until then. Undefined if there is at once. */
  readonly shown?: Promise<void>;
  /** Called with the details as soon as the host has sent them. */
  showDetails?(details: PreviewDetails): void;
  receiveAudio?(message: AudioMessage): void;
  /** The zoom of an image, in relation to its size. Null if the image fits. */
  readonly zoom?: RelativeZoom | null;
  /** Shows the same part as another image, without reporting it as a change. */
  followZoom?(zoom: RelativeZoom | null): void;
  /** Returns true if the view handled the key. */
  pressKey?(event: KeyboardEvent): boolean;
  /** Stops what plays. Called before `dispose`, because the view may be visible a little longer. */
  leave?(): void;
  dispose?(): void;
}
