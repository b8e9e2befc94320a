import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { JsonValue } from '../../core/support/json/json.ts';
import { parseJson } from '../../core/support/json/parseJson.ts';

/** Far above any valid body: input images may be `data:` URIs. */
const maxBodyBytes = 64 * 1024 * 1024;

/** A request as it arrived, before its body is read. */
export interface CallHead {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Call extends CallHead {
  /** Undefined if the request has none, or one that is not JSON of at most 64 MB. */
  readonly body: JsonValue | undefined;
}

/** Reads a body to its end, however large it is, so that the caller receives a response. Rejects if it breaks off. */
export async function readBody(request: IncomingMessage): Promise<Call['body']> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= maxBodyBytes) chunks.push(chunk);
  }
  try {
    return sizeBytes > maxBodyBytes ? undefined : parseJson(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the URL of the server that received the call. Calls by another name are refused. */
export function baseUrlOf({ headers }: CallHead): string {
  return `http://${headers.host ?? ''}`;
}
