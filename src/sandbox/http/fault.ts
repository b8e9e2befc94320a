/** A request as hooks see it. `path` is without the query. */
export interface SandboxCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed JSON, or null if there is none. */
  readonly body: unknown;
  /** How often this method and path were called before. */
  readonly count: number;
}

/**
 * A fault of a response. Only `answer` keeps the request from being carried out, like a gateway that refuses it. With
 * every other kind, a POST has created and charged its task, but the caller cannot know.
 */
export type SandboxFault =
  /** The connection ends before any byte of the response. */
  | { readonly kind: 'drop-before-answer' }
  /** Status and headers arrive, then the connection ends. */
  | { readonly kind: 'drop-before-body' }
  /** The connection ends after half of the body. */
  | { readonly kind: 'drop-inside-body' }
  /** Nothing is sent. The connection stays open until the caller gives up or the server closes. */
  | { readonly kind: 'stall' }
  /** The same, after half of the body. */
  | { readonly kind: 'stall-inside-body' }
  /** After half of its events, a stream reports a failure and ends. Bodies in one piece are not changed. */
  | { readonly kind: 'error-inside-stream' }
  /** The whole body arrives, but `Content-Length` announces 16 more bytes, and the connection ends. */
  | { readonly kind: 'wrong-length' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** What goes wrong with real gateways, the most frequent first. */
const faults: readonly SandboxFault[] = [
  { kind: 'answer', status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Service Unavailable</h1>' },
  { kind: 'answer', status: 429, headers: { 'retry-after': '2' }, body: '{"error":{"message":"Too many requests"}}' },
  { kind: 'drop-inside-body' },
  { kind: 'answer', status: 500, body: '{"error":{"message":"Internal error"}}' },
  { kind: 'drop-before-answer' },
  { kind: 'wrong-length' },
];

/** Returns a function that is called before each response, and returns a fault for every `every`th one, in turn. */
export function createFaultInTurn(every: number): () => SandboxFault | undefined {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % every === 0 ? faults[(calls / every - 1) % faults.length] : undefined;
  };
}
