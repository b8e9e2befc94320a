import { redactBriefly } from '../../core/support/text/redact.ts';
import type { Dispatchers } from '../../node/network/dispatchers.ts';
import { describeNetworkError, exchange } from '../../node/network/exchange.ts';
import { findRedirect, followHops, type Hop } from '../../node/network/followHops.ts';
import { createCollector } from '../http.ts';

interface FetchDocumentOptions {
  readonly dispatchers: Dispatchers;
  readonly userAgent: string;
  /** Its host may be private, because the user has named it. */
  readonly docsUrl: string;
  /** ETag of the local copy. Null to fetch in any case. */
  readonly etag: string | null;
}

type DocumentOutcome =
  | { readonly kind: 'document'; readonly text: string; readonly etag: string | null }
  /** The copy with this ETag is still current. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly message: string };

export const maxDocumentBytes = 4 * 1024 * 1024;
const timeouts = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000 };

/**
 * Fetches one public document. This function has no key, so it cannot send one. Redirects are followed like the
 * redirects of downloads: each hop is checked. Rejects only with the reason of the signal.
 */
export async function fetchDocument(
  url: string,
  options: FetchDocumentOptions,
  signal: AbortSignal,
): Promise<DocumentOutcome> {
  const { dispatchers, docsUrl: baseUrl } = options;
  const outcome = await followHops(url, { dispatchers, baseUrl }, (hop) => fetchHop(hop, options, signal));
  return outcome.kind === 'forbidden' ? { kind: 'failed', message: outcome.message } : outcome;
}

async function fetchHop(
  hop: Hop,
  { userAgent, etag }: FetchDocumentOptions,
  signal: AbortSignal,
): Promise<DocumentOutcome | URL> {
  const { url, route } = hop;
  const headers = {
    accept: 'application/json, application/yaml, text/yaml, */*',
    'user-agent': userAgent,
    ...(etag === null ? {} : { 'if-none-match': etag }),
  };
  const sink = createCollector(maxDocumentBytes);
  const outcome = await exchange(route, { url, method: 'GET', headers, ...timeouts }, { sink, signal });
  if (!outcome.ok) return { kind: 'failed', message: redactBriefly(describeNetworkError(outcome.error)) };
  const { status, headers: received, chunks } = sink.collected;
  if (status === 304 && etag !== null) return { kind: 'unchanged' };
  const redirect = findRedirect(hop, { status: status ?? 0, location: received.location });
  if (redirect) return redirect;
  if (status !== 200) return { kind: 'failed', message: `HTTP ${status}` };
  return { kind: 'document', text: Buffer.concat(chunks).toString('utf8'), etag: received.etag ?? null };
}
