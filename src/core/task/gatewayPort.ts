import type { ChatDialect } from '../catalog/catalog.ts';
import type { JsonObject } from '../support/json/json.ts';
import type { ProfileHeaders } from '../support/parseHeaders.ts';

/** A gateway that can be called. */
export interface OpenProfile extends ProfileHeaders {
  readonly name: string;
  /** Base URL without a trailing slash: `https:`, or `http:` on loopback. */
  readonly baseUrl: string;
  readonly isSandbox: boolean;
  /** Where the model index is published. No key is ever sent to it. Null if it is unknown. */
  readonly docsUrl?: string | null;
  /** Resolves to undefined if no key is stored. The key is read again before every request and never kept. */
  readKey(): Promise<string | undefined>;
  /** Like `readKey`, for a secret in `headers`. */
  readSecret?(name: string): Promise<string | undefined>;
}

/** Name of the profile of the sandbox. It has this name before the sandbox's server is started. */
export const sandboxProfile = 'sandbox';
/** The key of each sandbox starts with this, and is random otherwise. */
export const sandboxKeyPrefix = 'sk-sandbox-';

/** The gateway that a call goes to, and the key for it. */
export interface GatewayTarget {
  readonly baseUrl: string;
  /** Identifies the gateway. Null for the sandbox, which listens on another port after each start. */
  readonly origin: string | null;
  readonly key: string;
  /** Sent with each call. Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The values of `headers` that are secret. */
  readonly secrets?: readonly string[];
  readonly idempotencyHeader?: string;
}

/** JSON to be sent, in UTF-8. It is in pieces so that the bytes of local files need not be copied into one string. */
export type RequestBody = readonly (string | Uint8Array)[];

export interface SubmitCall {
  readonly endpoint: string;
  readonly body: RequestBody;
  /** The body without the bytes of local files. A response may repeat its URLs, which are no results. */
  readonly request: JsonObject;
  /** The same for all attempts of a request. Sent if the gateway has an `idempotencyHeader`. */
  readonly idempotencyKey: string;
  /** The response is the result, so it may take minutes. */
  readonly isSynchronous: boolean;
  /** Set if the response is text. */
  readonly chat: ChatCall | null;
  /** Called when the connection is established and the first bytes leave. */
  readonly onSent?: () => void;
}

export interface ChatCall {
  readonly dialect: ChatDialect;
  /** The body requests a stream. */
  readonly isStreamed: boolean;
  /** The request is for images: links in the text lead to them. */
  readonly makesImages: boolean;
  /** Called with each piece of the text. `read` returns all of the text so far, without images. */
  readonly onText: (read: () => string) => void;
}

export interface QueryCall {
  readonly endpoint: string;
  /** Path with `{task_id}` in it. */
  readonly pollPath: string;
  readonly taskId: string;
  /** A response may repeat its URLs, which are no results. */
  readonly request: JsonObject;
  /** The response may be as large as the images of the task. Otherwise it names the results. */
  readonly mayHoldImages: boolean;
  /** How long the gateway may be silent, in ms. */
  readonly patienceMs: number;
}

/** What the task engine needs from a gateway. Calls reject only when the signal aborts. */
export interface GatewayPort {
  submit(target: GatewayTarget, call: SubmitCall, signal: AbortSignal): Promise<SubmitOutcome>;
  query(target: GatewayTarget, call: QueryCall, signal: AbortSignal): Promise<QueryOutcome>;
  /** Returns headers with the key, for the gateway's own origin alone. */
  readonly buildKeyHeaders: (target: GatewayTarget) => Readonly<Record<string, string>>;
  /** Closes the connections that no call uses. After a jump of the clock they may be dead. */
  readonly closeIdle: () => void;
}

/** Maximum length of a chat text in tasks, journal and runs file, in UTF-16 units. The saved file has all of it. */
export const maxChatTextLength = 100_000;

/** The URL of an image of the same response in a text, until the image has a file name. `number` counts from 1. */
export function imageToken(number: number): string {
  return `genwright-result:${number}`;
}

/** A result that a gateway returned, before it is put into the spool. */
export interface Delivery {
  readonly source:
    | { readonly kind: 'url'; readonly url: string }
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mediaType: string | null }
    /** Markdown. It contains the `imageToken` of each image among the deliveries where the image belongs. */
    | { readonly kind: 'text'; readonly text: string };
  readonly title: string | null;
  readonly lyrics: string | null;
}

/** A response that is not a success, as far as it was understood. */
export interface Refusal {
  readonly httpStatus: number;
  /** The gateway's own error code. Null if it returned none. */
  readonly code: string | null;
  readonly message: string;
  /** The body was JSON, so it comes from the gateway and not from a proxy before it. */
  readonly isJson: boolean;
  /** Value of `Retry-After` in ms. Null if the header was missing. */
  readonly retryAfterMs: number | null;
}

export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly taskId: string; readonly statusWord: string | null }
  | {
      readonly kind: 'delivered';
      readonly amountUsd: number | null;
      readonly deliveries: readonly Delivery[];
      /** The text without images, cut to `maxChatTextLength`. Null if the response is not text. */
      readonly text: string | null;
    }
  | SubmitFailure;

export type SubmitFailure =
  /** No byte of the request left: DNS, connection refused, TLS. */
  | { readonly kind: 'not-sent'; readonly message: string }
  /** Bytes left and no complete response came back. `text` is what there is of it. */
  | { readonly kind: 'no-answer'; readonly message: string; readonly text?: string }
  /** The gateway accepted the request and then failed: a stream that had begun reports it. */
  | {
      readonly kind: 'failed';
      readonly code: string | null;
      readonly message: string;
      readonly text: string;
      readonly amountUsd: number | null;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** A success that names neither a task nor a result. `text` is its content without secrets. */
  | { readonly kind: 'unusable'; readonly message: string; readonly text?: string };

export type QueryOutcome =
  /** `text` is the content of a success without a result, without secrets. */
  | { readonly kind: 'task'; readonly view: TaskView; readonly text?: string }
  /** No complete response. `wasSent`: the connection was made, so the failure concerns this call alone. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly wasSent: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The gateway has no such task, at any of its query paths. */
  | { readonly kind: 'unknown-task'; readonly refusal: Refusal }
  /** An envelope without content. */
  | { readonly kind: 'unchanged' }
  /** A response that cannot be read as the status of a task. */
  | { readonly kind: 'unusable'; readonly message: string };

/** A task as the gateway describes it. */
export interface TaskView {
  readonly phase: 'pending' | 'running' | 'succeeded' | 'failed';
  /** The gateway's own word, unchanged. */
  readonly statusWord: string | null;
  /** From 0 to 1. */
  readonly progress: number | null;
  readonly amountUsd: number | null;
  readonly deliveries: readonly Delivery[];
  /** Why the task failed. Empty if the gateway does not say. */
  readonly failure: string;
}
