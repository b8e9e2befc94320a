import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { CallHead } from './call.ts';
import type { GatewayResponse } from './response.ts';

/** A request as hooks see it. */
export interface SandboxCall extends CallHead {
  /** Parsed JSON, or null if there is none. */
  readonly body: unknown;
}

/**
 * A fault of a response. Only `answer` can keep the request from being carried out, like a gateway that refuses it. With
 * every other kind, a POST has created and charged its task, but the caller may not know.
 */
export type SandboxFault =
  /** The connection ends before any byte of the response. */
  | { readonly kind: 'drop-before-answer' }
  /** The connection ends after half of the body. */
  | { readonly kind: 'drop-inside-body' }
  | { readonly kind: keyof typeof edits }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
      /** Whether a POST is carried out nevertheless, as when a proxy does not wait for the gateway. */
      readonly isCarriedOut?: true;
    };

const videoLink = /"(http:[^"]+)\/files\/([^"/]+)\/1\.mp4"/g;

/** Responses that arrive with another body. */
const edits = {
  /** The body ends after half of it as if it were whole: a proxy does that when its own connection breaks. */
  'end-inside-body': cutToHalf,
  /** The body is compressed, although the caller has not asked for it. */
  gzip: compress,
  'no-amounts': replaceIn(/,"amount_usd":[\d.e-]+/g, ''),
  /** A finished video has no link. Its file is at the path of the task, below `/content`. */
  'no-links': replaceIn(videoLink, '""'),
  /** The link of a video needs the key. */
  'keyed-links': replaceIn(videoLink, '"$1/v1/videos/$2/content"'),
} satisfies Readonly<Record<string, (response: GatewayResponse) => GatewayResponse['body']>>;

/** Returns a successful response with another body, whose size is unknown, and leaves parts of files as they are. */
export function editBody(response: GatewayResponse, kind: SandboxFault['kind'] | undefined): GatewayResponse {
  if (response.status !== 200 || kind === undefined || !Object.hasOwn(edits, kind)) return response;
  const { 'content-length': _, ...headers } = response.headers;
  const coding = kind === 'gzip' ? { 'content-encoding': kind } : {};
  return { ...response, headers: { ...headers, ...coding }, body: edits[kind as keyof typeof edits](response) };
}

export async function* cutToHalf({ body, sizeBytes }: GatewayResponse): AsyncGenerator<Uint8Array> {
  let left = Math.floor(sizeBytes / 2);
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    yield bytes.subarray(0, left);
    left -= bytes.length;
    if (left <= 0) return;
  }
}

async function* compress({ body }: GatewayResponse): AsyncGenerator<Uint8Array> {
  yield gzipSync(await buffer(Readable.from(body)));
}

/** JSON is one chunk of text, and so is each event of a stream. Files are bytes. */
function replaceIn(pattern: RegExp, text: string) {
  return async function* ({ body }: GatewayResponse): AsyncGenerator<string | Uint8Array> {
    for await (const chunk of body) yield typeof chunk === 'string' ? chunk.replace(pattern, text) : chunk;
  };
}

const page = { 'content-type': 'text/html' };

/** What differs with real gateways, the most frequent first. */
const faults: readonly SandboxFault[] = [
  { kind: 'answer', status: 503, headers: page, body: '<h1>Service Unavailable</h1>' },
  { kind: 'answer', status: 429, headers: { 'retry-after': '2' }, body: '{"error":{"message":"Too many requests"}}' },
  { kind: 'drop-inside-body' },
  { kind: 'answer', status: 500, body: '{"error":{"message":"Internal error"}}' },
  { kind: 'drop-before-answer' },
  { kind: 'answer', status: 504, headers: page, body: '<h1>Gateway Time-out</h1>', isCarriedOut: true },
  { kind: 'answer', status: 429, body: 'Too many requests' },
  { kind: 'answer', status: 200, headers: page, body: '<h1>Sign in to this network</h1>' },
  { kind: 'end-inside-body' },
  { kind: 'gzip' },
  { kind: 'keyed-links' },
  { kind: 'no-links' },
  { kind: 'no-amounts' },
];

/** Returns a function that is called before each response, and returns a fault for every `every`th one, in turn. */
export function createFaultInTurn(every: number): () => SandboxFault | undefined {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % every === 0 ? faults[(calls / every - 1) % faults.length] : undefined;
  };
}
