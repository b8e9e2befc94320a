import type { Delivery } from '../../core/task/gatewayPort.ts';

/** What one event of a stream, or a whole answer, says. Texts are as they came, blanks and all. */
export type ChatNews =
  /** Goes on the end; the text of another item begins a paragraph. */
  | { readonly kind: 'text'; readonly text: string; readonly choice: number; readonly item?: number }
  /**
   * All of the text so far, for those who have not heard it. Gateways send it beside the pieces, or instead of them; where
   * it does not go on from the pieces, `isPiece` says that it is one itself.
   */
  | { readonly kind: 'whole-text'; readonly text: string; readonly choice: number; readonly isPiece: boolean }
  | { readonly kind: 'image'; readonly delivery: Delivery }
  | { readonly kind: 'amount'; readonly amountUsd: number }
  /** The text is complete; what an answer costs may still come. */
  | { readonly kind: 'complete' }
  /** Nothing more is to come. */
  | { readonly kind: 'end' }
  | { readonly kind: 'fault'; readonly code: string | null; readonly message: string };
