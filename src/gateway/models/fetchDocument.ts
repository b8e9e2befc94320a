import type { IncomingHttpHeaders } from 'node:http';
import { redactBriefly } from '../../core/support/text/redact.ts';
import type { Dispatchers } from '../network/dispatchers.ts';
import { describeNetworkError, exchange, type Sink } from '../exchange.ts';
import { checkHop } from '../network/hopPolicy.ts';

export interface FetchDocumentOptions {
  readonly dispatchers: Dispatchers;
  readonly userAgent: string;
  /** Its host may be private, because the user has named it. */
  readonly docsUrl: string;
  /** ETag of the local copy. Null to fetch in any case. */
  readonly etag: string | null;
}

export type DocumentOutcome =
  | { readonly kind: 'document'; readonly text: string; readonly etag: string | null }
  /** The copy with this ETag is still current. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly message: string };

export const maxDocumentBytes = 4 * 1024 * 1024;
const timeouts = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000 };
const maxRedirects = 3;

/**
 * Fetches one public document. This function has no key, so it cannot send one. Redirects are followed like the
 * redirects of downloads: each hop is checked. Rejects only with the reason of the signal.
 */
export async function fetchDocument(
  url: string,
  options: FetchDocumentOptions,
  signal: AbortSignal,
): Promise<DocumentOutcome> {
  let hop = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetchHop(hop, options, signal);
    if (response.kind !== 'redirected') return response;
    hop = response.location;
  }
  return { kind: 'failed', message: `More than ${maxRedirects} redirects` };
}

async function fetchHop(
  hop: string,
  { dispatchers, userAgent, docsUrl, etag }: FetchDocumentOptions,
  signal: AbortSignal,
): Promise<DocumentOutcome | { readonly kind: 'redirected'; readonly location: string }> {
  const checked = checkHop(hop, { baseUrl: docsUrl });
  if (!checked.ok) return { kind: 'failed', message: checked.message };
  const { url, isNamedHost } = checked;
  const headers = {
    accept: 'application/json, application/yaml, text/yaml, */*',
    'user-agent': userAgent,
    ...(etag === null ? {} : { 'if-none-match': etag }),
  };
  const { sink, response } = createReceiver();
  const dispatcher = isNamedHost ? dispatchers.named : dispatchers.foreign;
  const outcome = await exchange(dispatcher, { url, method: 'GET', headers, ...timeouts }, { sink, signal });
  if (!outcome.ok) return { kind: 'failed', message: redactBriefly(describeNetworkError(outcome.error)) };
  const { status, headers: received } = response;
  const { location } = received;
  if (status === 304 && etag !== null) return { kind: 'unchanged' };
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)) {
    return { kind: 'redirected', location: new URL(location, url).href };
  }
  if (status !== 200) return { kind: 'failed', message: `HTTP ${status}` };
  return { kind: 'document', text: Buffer.concat(response.chunks).toString('utf8'), etag: received.etag ?? null };
}

interface ReceivedDocument {
  status: number;
  headers: IncomingHttpHeaders;
  readonly chunks: Buffer[];
}

function createReceiver(): { readonly sink: Sink; readonly response: ReceivedDocument } {
  const response: ReceivedDocument = { status: 0, headers: {}, chunks: [] };
  let bytes = 0;
  const sink: Sink = {
    head: (status, headers) => void Object.assign(response, { status, headers }),
    data(chunk) {
      bytes += chunk.length;
      if (bytes > maxDocumentBytes) throw new Error(`The document is larger than ${maxDocumentBytes} bytes`);
      response.chunks.push(chunk);
      return undefined;
    },
  };
  return { sink, response };
}
