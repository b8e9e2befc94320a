import type { IncomingHttpHeaders } from 'node:http';
import type { IndexDocuments } from '../../core/catalog/published/modelIndex.ts';
import { stringifyJson, type JsonValue } from '../../core/support/json/json.ts';
import { redactBriefly } from '../../core/support/text/redact.ts';
import { describeNetworkError, exchange, type Sink } from '../../node/network/exchange.ts';
import type { Dispatchers } from '../../node/network/dispatchers.ts';
import { findRedirect, followHops, type Hop } from '../../node/network/followHops.ts';
import { noDocuments, type ParseDocument } from './documentJob.ts';

/** Paths relative to the docs URL (interface specification 1.6). */
const paths: { readonly [Name in keyof IndexDocuments]: string } = {
  models: '/model-index.json',
  api: '/openapi/en.import.yaml',
  samples: '/test-cases.json',
};

type Etags = { readonly [Name in keyof IndexDocuments]: string | null };

/** The local copies and their ETags. */
interface KnownDocuments {
  readonly documents: IndexDocuments;
  readonly etags: Etags;
}

export const nothingKnown: KnownDocuments = {
  documents: noDocuments,
  etags: { models: null, api: null, samples: null },
};

interface FetchedDocuments extends KnownDocuments {
  /** Number of documents that equal what the gateway publishes now. */
  readonly freshCount: number;
  /** Whether any document differs from before. */
  readonly isChanged: boolean;
  /** Why the other documents could not be refreshed, one line each. */
  readonly errors: readonly string[];
}

/** Fetches one document at a path relative to the docs URL. */
type FetchPath = (path: string, etag: string | null) => Promise<DocumentOutcome>;

/** Fetches all three. A document that cannot be fetched or read keeps its last good copy. */
export async function refreshDocuments(
  fetchPath: FetchPath,
  parseDocument: ParseDocument,
  known: KnownDocuments,
): Promise<FetchedDocuments> {
  const one = async <Name extends keyof IndexDocuments>(name: Name): Promise<Refreshed<IndexDocuments[Name]>> => {
    const document = known.documents[name];
    const etag = document === null ? null : known.etags[name];
    const path = paths[name];
    const response = await fetchPath(path, etag);
    return mapOutcome(response, { path, parse: (text) => parseDocument(name, text), document, etag });
  };
  const [models, api, samples] = await Promise.all([one('models'), one('api'), one('samples')]);
  const all = [models, api, samples];
  return {
    documents: { models: models.document, api: api.document, samples: samples.document },
    etags: { models: models.etag, api: api.etag, samples: samples.etag },
    freshCount: all.filter(({ error }) => error === null).length,
    isChanged: all.some(({ isNew }) => isNew),
    errors: all.flatMap(({ error }) => error ?? []),
  };
}

interface Refreshed<T> {
  readonly document: T;
  readonly etag: string | null;
  readonly isNew: boolean;
  readonly error: string | null;
}

interface Before<T> {
  readonly path: string;
  /** Returns null if the string is something else. */
  readonly parse: (text: string) => Promise<T>;
  readonly document: T;
  readonly etag: string | null;
}

async function mapOutcome<T>(
  response: DocumentOutcome,
  { path, parse, document, etag }: Before<T>,
): Promise<Refreshed<T>> {
  const kept = { document, etag, isNew: false };
  if (response.kind === 'unchanged') return { ...kept, error: null };
  if (response.kind === 'failed') return { ...kept, error: `${path}: ${response.message}` };
  const parsed = await parse(response.text);
  if (parsed === null) return { ...kept, error: `${path}: not the document that it should be` };
  const isNew = writeDown(parsed) !== writeDown(document);
  return { document: parsed, etag: response.etag, isNew, error: null };
}

/** Samples may contain integers that only our own JSON can write. */
function writeDown(document: unknown): string {
  return stringifyJson(document as JsonValue);
}

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
  const { sink, response } = createReceiver();
  const outcome = await exchange(route, { url, method: 'GET', headers, ...timeouts }, { sink, signal });
  if (!outcome.ok) return { kind: 'failed', message: redactBriefly(describeNetworkError(outcome.error)) };
  const { status, headers: received } = response;
  if (status === 304 && etag !== null) return { kind: 'unchanged' };
  const redirect = findRedirect(hop, { status, location: received.location });
  if (redirect) return redirect;
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
