import type { Signal } from '@preact/signals';
import type { WebviewMessage } from '../protocol/preview.ts';
import type { PreviewStrings } from '../protocol/previewStrings.ts';

/** From this width on, filters, details beside the stage, and a button for each action have room. */
export const roomyWidthPx = 720;

/** An element that gets the focus: the result that keys act on in one of the views, or a field of the sheet. */
export type FocusTarget = 'stage' | 'sheet' | 'compare' | 'search' | 'filters' | 'menu';

/** A dialog over the page. */
export type Dialog =
  | { readonly kind: 'keys' }
  | {
      readonly kind: 'note';
      readonly name: string;
      readonly text: string | null;
      /** Called with the new text, or with null to remove the note. */
      readonly save: (text: string | null) => void;
    };

/** What the parts of the page's state may use. */
export interface PageContext {
  readonly strings: PreviewStrings;
  readonly dialog: Signal<Dialog | null>;
  readonly send: (message: WebviewMessage) => void;
  /** Announces something to screen readers that is also visible. */
  say(text: string): void;
  focus(target: FocusTarget): void;
  /** Changes the view to a result that was selected elsewhere. */
  turnTo(view: 'stage' | 'sheet', id: string | null): void;
  /** Shows two to four results beside each other. */
  compare(ids: readonly string[]): void;
}
