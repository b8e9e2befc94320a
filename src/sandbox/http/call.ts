import type { IncomingMessage } from 'node:http';
import type { JsonValue } from '../../core/support/json/json.ts';
import { parseJson } from '../../core/support/json/parseJson.ts';

/** Far above any valid body: input images may be `data:` URIs. */
const maxBodyBytes = 64 * 1024 * 1024;

/** A request as it arrived, before its body is read. */
export interface CallHead {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A request with its body. */
export interface Call extends CallHead {
  readonly body: CallBody;
}

/**
 * The result of reading the body. A body that is too large is read to its end, so that the caller receives a response.
 */
type CallBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'too-large' };

export const noBody: CallBody = { kind: 'none' };

export function parseHead(request: IncomingMessage): CallHead {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  const [path = '/'] = (request.url ?? '/').split('?');
  return { method: request.method ?? 'GET', path, headers };
}

/** Only the body of a POST is read. Rejects if the connection breaks while the body arrives. */
export async function readBody(request: IncomingMessage): Promise<CallBody> {
  if (request.method !== 'POST') return noBody;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (sizeBytes === 0) return noBody;
  if (sizeBytes > maxBodyBytes) return { kind: 'too-large' };
  try {
    return { kind: 'json', value: parseJson(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return { kind: 'not-json' };
  }
}
