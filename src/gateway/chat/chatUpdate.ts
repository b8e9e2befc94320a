import type { Delivery } from '../../core/task/gatewayPort.ts';

/** What one event of a stream, or a whole response, reports. Texts are verbatim, including spaces. */
export type ChatUpdate =
  /** A piece to append. The text of another item begins a paragraph. */
  | { readonly kind: 'text'; readonly text: string; readonly choice: number; readonly item?: number }
  /**
   * All of the text so far. Gateways send it in addition to the pieces or instead of them. `isPiece` says that it is a
   * piece itself if it does not continue the pieces before it.
   */
  | { readonly kind: 'whole-text'; readonly text: string; readonly choice: number; readonly isPiece: boolean }
  | { readonly kind: 'image'; readonly delivery: Delivery }
  | { readonly kind: 'amount'; readonly amountUsd: number }
  /** The text is complete. Its cost may still follow. */
  | { readonly kind: 'complete' }
  /** Nothing more follows. */
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly code: string | null; readonly message: string };
