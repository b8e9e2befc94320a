import type { IndexDocuments } from '../../core/catalog/published/modelIndex.ts';
import { stringifyJson, type JsonValue } from '../../core/support/json.ts';
import { noDocuments, type ParseDocument } from './documentJob.ts';
import type { DocumentOutcome } from './fetchDocument.ts';

/** Paths relative to the docs URL (interface specification 1.6). */
const paths: { readonly [Name in keyof IndexDocuments]: string } = {
  models: '/model-index.json',
  api: '/openapi/en.import.yaml',
  samples: '/test-cases.json',
};

type Etags = { readonly [Name in keyof IndexDocuments]: string | null };

/** The local copies and their ETags. */
export interface KnownDocuments {
  readonly documents: IndexDocuments;
  readonly etags: Etags;
}

export const nothingKnown: KnownDocuments = {
  documents: noDocuments,
  etags: { models: null, api: null, samples: null },
};

export interface FetchedDocuments extends KnownDocuments {
  /** Number of documents that equal what the gateway publishes now. */
  readonly freshCount: number;
  /** Whether any document differs from before. */
  readonly isChanged: boolean;
  /** Why the other documents could not be refreshed, one line each. */
  readonly errors: readonly string[];
}

/** Fetches one document at a path relative to the docs URL. */
export type FetchPath = (path: string, etag: string | null) => Promise<DocumentOutcome>;

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
