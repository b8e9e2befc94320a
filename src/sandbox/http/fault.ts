import type { CallHead } from './call.ts';

/** A request as hooks see it. */
export interface SandboxCall extends CallHead {
  /** Parsed JSON, or null if there is none. */
  readonly body: unknown;
}

/**
 * A fault of a response. Only `answer` keeps the request from being carried out, like a gateway that refuses it. With
 * every other kind, a POST has created and charged its task, but the caller cannot know.
 */
export type SandboxFault =
  /** The connection ends before any byte of the response. */
  | { readonly kind: 'drop-before-answer' }
  /** The connection ends after half of the body. */
  | { readonly kind: 'drop-inside-body' }
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
];

/** Returns a function that is called before each response, and returns a fault for every `every`th one, in turn. */
export function createFaultInTurn(every: number): () => SandboxFault | undefined {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % every === 0 ? faults[(calls / every - 1) % faults.length] : undefined;
  };
}
