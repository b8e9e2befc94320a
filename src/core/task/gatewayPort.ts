import type { ChatDialect } from '../catalog/catalog.ts';
import type { JsonObject } from '../support/json/json.ts';
import type { ProfileHeaders } from '../support/profile/parseHeaders.ts';
import type { TaskError } from './model/task.ts';

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

/** Ids observed have at most 64 characters. A longer one would be in each poll and each line of the log. */
const maxTaskIdLength = 200;

/** Whether a gateway can be asked about an id: `.` and `..` would change the path, of which half a character is no part. */
export function isTaskId(id: string): boolean {
  return id !== '' && id.length <= maxTaskIdLength && id !== '.' && id !== '..' && !/[\uD800-\uDFFF]/u.test(id);
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
  /** Name of the field of the request that limits the length of the text. */
  readonly limitField: string;
  readonly isStreamed: boolean;
  /** The request is for images: links in the text lead to them. */
  readonly makesImages: boolean;
  /** Number of texts that the request is for. */
  readonly choices: number;
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
  /** How long the gateway may be silent, in ms. */
  readonly patienceMs: number;
}

/** What the task engine needs from a gateway. Calls reject only when the signal aborts. */
export interface GatewayPort {
  submit(target: GatewayTarget, call: SubmitCall, signal: AbortSignal): Promise<CallOutcome>;
  query(target: GatewayTarget, call: QueryCall, signal: AbortSignal): Promise<CallOutcome>;
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
  /** The status that counts: some gateways refuse with HTTP 200, and put another status into the body. */
  readonly httpStatus: number;
  /** The gateway's own error code. Null if it returned none. */
  readonly code: string | null;
  readonly message: string;
  /** The body is an error in a format of gateways, so it does not come from a server before the gateway. */
  readonly isOwn: boolean;
  /** Value of `Retry-After` in ms. Null if the header was missing. */
  readonly retryAfterMs: number | null;
  /** What the gateway charges all the same. Null if it names no amount. */
  readonly amountUsd: number | null;
}

/**
 * What the response to any call says, or why there is none. The gateway layer only recognizes it. `decideSubmit` and
 * `decideQuery` decide what follows.
 */
export type CallOutcome =
  /** No byte of the request left: DNS, connection refused, TLS. */
  | { readonly kind: 'not-sent'; readonly message: string }
  /** Bytes left and no complete response came back. `text` is what there is of it. */
  | { readonly kind: 'no-answer'; readonly message: string; readonly text?: string; readonly amountUsd?: number | null }
  /** `text` is what had arrived of a text before the error. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly text?: string }
  /**
   * A task, or a result that has the form of one. `taskId` is null if the response names none. `text` is the content of
   * a response without results, without secrets.
   */
  | { readonly kind: 'task'; readonly taskId: string | null; readonly view: TaskView; readonly text: string }
  /** The response is a file or a text. Without deliveries, the gateway has finished and returned nothing. */
  | ({ readonly kind: 'result' } & GatewayResult)
  /**
   * A success that names neither a task nor a result. `isJson`: an envelope without content. `text` is its content
   * without secrets.
   */
  | {
      readonly kind: 'unclear';
      readonly message: string;
      readonly text: string;
      readonly isJson: boolean;
      readonly amountUsd: number | null;
    };

export interface GatewayResult {
  readonly deliveries: readonly Delivery[];
  readonly amountUsd: number | null;
  /**
   * The text without images, cut to `maxChatTextLength`. Null if the response is not text. Without deliveries, what came
   * instead of them.
   */
  readonly text: string | null;
  /** Why the deliveries are not all of the result, or why there are none. Left out for a whole result. */
  readonly cut?: TaskError;
}

export interface TaskView {
  readonly phase: 'pending' | 'running' | 'succeeded' | 'failed';
  /** The gateway's own word, unchanged. */
  readonly statusWord: string | null;
  /** Nobody has observed this word. Left out for all others. */
  readonly isOddWord?: true;
  /** The gateway's own code of a failure. Left out if it returned none. */
  readonly code?: string;
  /** From 0 to 1. */
  readonly progress: number | null;
  readonly amountUsd: number | null;
  readonly deliveries: readonly Delivery[];
  /** Why the task failed, or what is wrong with a task that has no status. Empty if the gateway does not say. */
  readonly failure: string;
  /** Why the deliveries are not all that was requested. Left out if nothing is missing. */
  readonly cut?: TaskError;
}
