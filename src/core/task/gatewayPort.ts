import type { ChatDialect } from '../catalog/catalog.ts';

/** A gateway ready to be called. */
export interface OpenProfile {
  readonly name: string;
  /** Without a trailing slash; `https:`, or `http:` on loopback. */
  readonly baseUrl: string;
  readonly isSandbox: boolean;
  /** Where the model index is published; no key is ever sent there. Null when it is not known. */
  readonly docsUrl?: string | null;
  /** Undefined when no key is stored. Asked again before every request; never kept. */
  readKey(): Promise<string | undefined>;
}

/** Whom a call goes to, and with which key. */
export interface GatewayTarget {
  readonly baseUrl: string;
  /** Identifies the gateway. Null for the sandbox, which listens at another port after each start. */
  readonly origin: string | null;
  readonly key: string;
}

/** JSON to be sent, in UTF-8. In pieces, so that the bytes of local files need not be copied into one text. */
export type RequestBody = readonly (string | Uint8Array)[];

export interface SubmitCall {
  readonly endpoint: string;
  readonly body: RequestBody;
  /** The answer is the result, so it may take minutes. */
  readonly isSynchronous: boolean;
  /** Set where the answer is text. */
  readonly chat: ChatCall | null;
  /** Called when the connection is there and the first bytes leave. */
  readonly onSent?: () => void;
}

export interface ChatCall {
  readonly dialect: ChatDialect;
  /** The body asks for a stream. */
  readonly isStreamed: boolean;
  /** It is images that are asked for: links in the text lead to them. */
  readonly makesImages: boolean;
  /** Called with each piece of the text; `read` answers what there is of it so far, without images. */
  readonly onText: (read: () => string) => void;
}

export interface QueryCall {
  readonly endpoint: string;
  /** With `{task_id}` in it. */
  readonly pollPath: string;
  readonly taskId: string;
  /** The response may be as large as the images of the task; otherwise it names its results. */
  readonly mayHoldImages: boolean;
  /** How long the gateway may be silent, in ms. */
  readonly patienceMs: number;
}

/** What the task engine needs of a gateway. Calls reject only when the signal aborts. */
export interface GatewayPort {
  submit(target: GatewayTarget, call: SubmitCall, signal: AbortSignal): Promise<SubmitOutcome>;
  query(target: GatewayTarget, call: QueryCall, signal: AbortSignal): Promise<QueryOutcome>;
  /** Closes the connections that no call uses: after a jump of the clock they may be dead. */
  readonly closeIdle: () => void;
}

/** What a gateway returned, before it is put into the spool. */
export interface Delivery {
  readonly source:
    | { readonly kind: 'url'; readonly url: string }
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mediaType: string | null }
    /** Markdown. The `imageMark` of an image among the deliveries stands in it where that belongs. */
    | { readonly kind: 'text'; readonly text: string };
  readonly title: string | null;
  readonly lyrics: string | null;
}

/** An answer that is no success, as far as it was understood. */
export interface Refusal {
  readonly httpStatus: number;
  /** The gateway's own code; null when it gave none. */
  readonly code: string | null;
  readonly message: string;
  /** The body was JSON, so it is the gateway that speaks and not a proxy before it. */
  readonly isJson: boolean;
  /** From `Retry-After`; null when it was not there. */
  readonly retryAfterMs: number | null;
}

export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly taskId: string; readonly statusWord: string | null }
  | {
      readonly kind: 'delivered';
      readonly amountUsd: number | null;
      readonly deliveries: readonly Delivery[];
      /** Without images and cut to `maxChatTextLength`; null where the answer is no text. */
      readonly text: string | null;
    }
  | SubmitFailure;

export type SubmitFailure =
  /** Not a byte of the request left: DNS, refused, TLS. */
  | { readonly kind: 'not-sent'; readonly message: string }
  /** Bytes left and no whole answer came back; `text` is what there is of it. */
  | { readonly kind: 'no-answer'; readonly message: string; readonly text?: string }
  /** The gateway took the request and could not make it: the word of a stream that had begun. */
  | {
      readonly kind: 'failed';
      readonly code: string | null;
      readonly message: string;
      readonly text: string;
      readonly amountUsd: number | null;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** A success that names neither task nor result; `text` is what it says, without secrets. */
  | { readonly kind: 'unusable'; readonly message: string; readonly text?: string };

export type QueryOutcome =
  /** `text`: what a success without a result says, without secrets. */
  | { readonly kind: 'task'; readonly view: TaskView; readonly text?: string }
  /** No whole answer. `wasSent`: the connection was there, so that it is this call and not the network. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly wasSent: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The gateway has no such task, by whichever path it was asked. */
  | { readonly kind: 'unknown-task'; readonly refusal: Refusal }
  /** An envelope that holds nothing yet. */
  | { readonly kind: 'nothing-new' }
  /** Answered, but with nothing that can be read as news of a task. */
  | { readonly kind: 'no-news'; readonly message: string };

/** A task as the gateway describes it. */
export interface TaskView {
  readonly phase: 'pending' | 'running' | 'succeeded' | 'failed';
  /** As it came. */
  readonly statusWord: string | null;
  /** 0..1 */
  readonly progress: number | null;
  readonly amountUsd: number | null;
  readonly deliveries: readonly Delivery[];
  /** Why it failed; empty when the gateway does not say. */
  readonly failure: string;
}
