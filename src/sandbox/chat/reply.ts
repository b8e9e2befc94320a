import type { JsonObject } from '../../core/support/json.ts';

/** A finished answer, before a dialect words it. */
export interface Reply {
  /** Letters and digits; dialects put their own prefix before it. */
  readonly id: string;
  readonly model: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** Markdown, in the pieces in which it is streamed. */
  readonly pieces: readonly string[];
  /** `data:` URIs beside the text. */
  readonly images: readonly string[];
  /** Whether the text was cut at the limit that the body set. */
  readonly isCut: boolean;
  readonly usage: { readonly input: number; readonly output: number };
  readonly amountUsd: number;
}

/** An event whose name stands in its data, too. */
export interface TypedEvent extends JsonObject {
  readonly type: string;
}

/** How an endpoint words its answers. */
export interface Wording {
  readonly buildAnswer: (reply: Reply) => JsonObject;
  /** Each with the empty line that ends it. */
  readonly buildEvents: (reply: Reply) => readonly string[];
  /** The event of a stream that failed. */
  readonly failure: string;
}

export const failureMessage = 'The sandbox was told to let this stream fail.';

export function textOfReply({ pieces }: Reply): string {
  return pieces.join('');
}

/** Words with the white space before them. */
export function splitIntoPieces(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** By the rule of thumb of four characters each. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
