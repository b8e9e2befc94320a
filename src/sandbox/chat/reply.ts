import type { JsonObject } from '../../core/support/json/json.ts';

/** A finished answer, before it is converted to an API format. */
export interface Reply {
  /** Letters and digits. Each API format adds its own prefix. */
  readonly id: string;
  readonly model: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** Markdown, in the pieces in which it is streamed. */
  readonly pieces: readonly string[];
  /** `data:` URIs beside the text. */
  readonly images: readonly string[];
  /** Whether the text was cut at the limit in the body. */
  readonly isCut: boolean;
  readonly usage: { readonly input: number; readonly output: number };
  readonly amountUsd: number;
}

/** An event whose name is also in its data. */
export interface TypedEvent extends JsonObject {
  readonly type: string;
}

/** How an endpoint writes its responses. */
export interface Wording {
  readonly buildResponse: (reply: Reply) => JsonObject;
  /** Each event ends with an empty line. */
  readonly buildEvents: (reply: Reply) => readonly string[];
  /** The event of a failed stream. */
  readonly failure: string;
}

export const failureMessage = 'The sandbox was told to let this stream fail.';

export function textOfReply({ pieces }: Reply): string {
  return pieces.join('');
}

/** Returns words with the white space before them. */
export function splitIntoPieces(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** Estimates four characters per token. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
