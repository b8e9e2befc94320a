import { bundledCatalog } from '../core/catalog/bundledCatalog.ts';
import type { Catalog } from '../core/catalog/catalog.ts';
import { buildModelIndex, type ModelIndex } from '../core/catalog/published/modelIndex.ts';
import { overlayCatalog } from '../core/catalog/published/overlayCatalog.ts';
import type { Clock } from '../core/support/clock.ts';
import { cutEnd } from '../core/support/text/cutEnd.ts';
import { type OpenProfile, sandboxProfile } from '../core/task/gatewayPort.ts';
import type { Log } from '../core/task/ports.ts';
import { fetchDocument } from '../gateway/models/fetchDocument.ts';
import type { DocumentName, IndexPart, ParseDocument } from '../gateway/models/parseDocument.ts';
import type { Dispatchers } from '../node/network/dispatchers.ts';
import type { IndexStore, StoredIndex } from '../storage/indexStore.ts';

export interface IndexCopy {
  readonly index: ModelIndex;
  /** Unix ms. */
  readonly fetchedAt: number;
}

interface RefreshOptions {
  /** 0 fetches in any case. */
  readonly maxAgeMs: number;
  readonly signal: AbortSignal;
}

export type RefreshOutcome =
  /** `before` is null for the first index. An index that has not changed is the same object. */
  | { readonly kind: 'fetched'; readonly copy: IndexCopy; readonly before: IndexCopy | null }
  /** The copy is young enough, so nothing was fetched. */
  | { readonly kind: 'current'; readonly copy: IndexCopy }
  | { readonly kind: 'no-docs-url' }
  /** `copy` is still valid. */
  | { readonly kind: 'failed'; readonly message: string; readonly copy: IndexCopy | null };

interface ModelIndexesPorts {
  readonly store: IndexStore;
  readonly dispatchers: Dispatchers;
  readonly parseDocument: ParseDocument;
  readonly userAgent: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  openProfile(name: string): Promise<OpenProfile | null>;
}

/** Paths relative to the docs URL (interface specification 1.6). */
const paths: Readonly<Record<DocumentName, string>> = {
  models: '/model-index.json',
  api: '/openapi/en.import.yaml',
  samples: '/test-cases.json',
};
const documentNames = ['models', 'api', 'samples'] as const;

type StoredDocument = NonNullable<StoredIndex['documents'][DocumentName]>;
/** A document of the gateway, and what it says. */
type LoadedDocument = StoredDocument & { readonly part: IndexPart };
type LoadedDocuments = Readonly<Record<DocumentName, LoadedDocument | null>>;

/** A copy in memory, with what was built from it. */
interface LoadedIndex extends IndexCopy {
  readonly documents: LoadedDocuments;
  readonly catalog: Catalog;
}

export type ModelIndexes = ReturnType<typeof createModelIndexes>;

/** The models that gateways publish, and the catalogs built from them. */
export function createModelIndexes(ports: ModelIndexesPorts) {
  const { store, clock, log, dispatchers, userAgent } = ports;
  const loaded = new Map<string, LoadedIndex>();
  const running = new Map<string, Promise<RefreshOutcome>>();

  /** The index of the sandbox is part of the extension, so its copy does not outlive the window. */
  const findKey = async (profile: string): Promise<string | null> =>
    profile === sandboxProfile ? profile : await findDocsUrl(profile, ports);
  /** Returns null if the text is not the document that it should be. */
  const parse = async (name: DocumentName, document: StoredDocument | null): Promise<LoadedDocument | null> => {
    const part = document && (await ports.parseDocument(name, document.text));
    return document && part && { text: document.text, etag: document.etag, part };
  };
  const keep = (key: string, documents: LoadedDocuments, fetchedAt: number): LoadedIndex => {
    const copy = buildCopy(documents, fetchedAt, loaded.get(key));
    loaded.set(key, copy);
    return copy;
  };
  /** Reads the copy on disk, which another window may have refreshed. */
  const readAgain = async (key: string): Promise<LoadedIndex | null> => {
    const stored = key === sandboxProfile ? null : await store.read(key).catch(() => null);
    const known = loaded.get(key) ?? null;
    if (!stored || stored.fetchedAt === known?.fetchedAt) return known;
    const documents = await loadAll(async (name) => await parse(name, stored.documents[name]));
    return keep(key, documents, stored.fetchedAt);
  };
  const read = async (profile: string): Promise<LoadedIndex | null> => {
    const key = await findKey(profile);
    return key === null ? null : (loaded.get(key) ?? (await readAgain(key)));
  };

  const refresh = async (profile: string, { maxAgeMs, signal }: RefreshOptions): Promise<RefreshOutcome> => {
    const docsUrl = await findDocsUrl(profile, ports);
    if (docsUrl === null) return { kind: 'no-docs-url' };
    const key = profile === sandboxProfile ? profile : docsUrl;
    const before = await readAgain(key);
    const ageMs = before ? clock.now() - before.fetchedAt : -1;
    // A clock that was wrong may have dated the copy in the future.
    if (before && ageMs >= 0 && ageMs < maxAgeMs) return { kind: 'current', copy: before };
    const errors: string[] = [];
    const documents = await loadAll(async (name) => {
      const known = before?.documents[name] ?? null;
      const options = { dispatchers, userAgent, docsUrl, etag: known?.etag ?? null };
      const outcome = await fetchDocument(`${docsUrl}${paths[name]}`, options, signal);
      if (outcome.kind === 'unchanged') return known;
      const document = outcome.kind === 'document' ? await parse(name, outcome) : null;
      if (document) return document;
      const reason = outcome.kind === 'failed' ? outcome.message : 'not the document that it should be';
      errors.push(`${paths[name]}: ${reason}`);
      // What cannot be fetched or read must not replace a good copy.
      return known;
    });
    for (const error of errors) log.warn(`Model index: ${error}`);
    if (errors.length === documentNames.length) return { kind: 'failed', message: errors.join('; '), copy: before };
    const copy = keep(key, documents, clock.now());
    if (copy.index !== before?.index) logIndex(profile, copy.index, log);
    if (key !== sandboxProfile) {
      await store.write(key, copy).catch((error: unknown) => {
        log.warn(`The model index could not be kept: ${String(error)}`);
      });
    }
    return { kind: 'fetched', copy, before };
  };
  return {
    /** Returns the last good copy, without a request. Null if there is none. */
    read: async (profile: string): Promise<IndexCopy | null> => await read(profile),
    /**
     * Fetches the index if the copy is older than `maxAgeMs`. Never sends the key. Rejects only when the signal aborts.
     */
    refresh(profile: string, options: RefreshOptions): Promise<RefreshOutcome> {
      const name = `${profile} ${options.maxAgeMs}`;
      const shared = running.get(name) ?? refresh(profile, options).finally(() => running.delete(name));
      running.set(name, shared);
      return shared;
    },
    /** Returns the bundled catalog with the last good copy merged over it. */
    async readCatalog(profile: string | undefined): Promise<Catalog> {
      return (profile === undefined ? null : await read(profile))?.catalog ?? bundledCatalog;
    },
  };
}

/** Returns null if the profile does not exist or has no docs URL. */
async function findDocsUrl(
  profile: string,
  { openProfile }: Pick<ModelIndexesPorts, 'openProfile'>,
): Promise<string | null> {
  const opened = await openProfile(profile).catch(() => null);
  return cutEnd(opened?.docsUrl ?? '', /\//) || null;
}

async function loadAll(load: (name: DocumentName) => Promise<LoadedDocument | null>): Promise<LoadedDocuments> {
  const [models, api, samples] = await Promise.all([load('models'), load('api'), load('samples')]);
  return { models, api, samples };
}

/** An index with the same documents keeps its identity, so that it is not mistaken for a new one. */
function buildCopy(documents: LoadedDocuments, fetchedAt: number, known: LoadedIndex | undefined): LoadedIndex {
  const isSame = documentNames.every((name) => documents[name]?.text === known?.documents[name]?.text);
  if (known && isSame) return { ...known, documents, fetchedAt };
  const index = buildModelIndex(Object.values(documents).flatMap((document) => document?.part ?? []));
  return { index, fetchedAt, documents, catalog: overlayCatalog(bundledCatalog, index) };
}

function logIndex(profile: string, { version, breakingSince, models }: ModelIndex, log: Log): void {
  const facts = [`${models.length} models`, `version ${version ?? '?'}`, `breaking changes ${breakingSince ?? '?'}`];
  log.info(`Model index of ${profile}: ${facts.join(', ')}`);
}
