import { bundledCatalog } from '../core/catalog/bundledCatalog.ts';
import type { Catalog } from '../core/catalog/catalog.ts';
import { describeChanges } from '../core/catalog/published/catalogChange.ts';
import { buildModelIndex, type ModelIndex } from '../core/catalog/published/modelIndex.ts';
import { buildOverlay, overlayCatalog } from '../core/catalog/published/overlayCatalog.ts';
import type { Clock } from '../core/support/clock.ts';
import { cutEnd } from '../core/support/text/cutEnd.ts';
import { type OpenProfile, sandboxProfile } from '../core/task/gatewayPort.ts';
import type { Log } from '../core/task/ports.ts';
import type { ParseDocument } from '../gateway/models/documentJob.ts';
import { fetchDocument, nothingKnown, refreshDocuments } from '../gateway/models/refreshDocuments.ts';
import type { Dispatchers } from '../node/network/dispatchers.ts';
import type { IndexStore, StoredIndex } from '../storage/indexStore.ts';

export interface IndexCopy {
  readonly index: ModelIndex;
  /** Unix ms. */
  readonly fetchedAt: number;
}

/** The models that gateways publish, and the catalogs built from them. */
export interface ModelIndexes {
  /** Returns the last good copy, without a request. Null if there is none. */
  read(profile: string): Promise<IndexCopy | null>;
  /**
   * Fetches the index if the copy is older than `maxAgeMs`. Never sends the key. Rejects only when the signal aborts.
   */
  refresh(profile: string, options: RefreshOptions): Promise<RefreshOutcome>;
  /** Returns the bundled catalog with the last good copy merged over it. */
  readCatalog(profile: string | undefined): Promise<Catalog>;
}

interface RefreshOptions {
  /** 0 fetches in any case. */
  readonly maxAgeMs: number;
  readonly signal: AbortSignal;
}

export type RefreshOutcome =
  | {
      readonly kind: 'fetched';
      readonly copy: IndexCopy;
      /** Null for the first index. */
      readonly before: IndexCopy | null;
      readonly isChanged: boolean;
    }
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

export function createModelIndexes(ports: ModelIndexesPorts): ModelIndexes {
  const copies = createIndexCopies(ports);
  const running = new Map<string, Promise<RefreshOutcome>>();

  const readKey = (profile: string): Promise<string | null> =>
    profile === sandboxProfile ? Promise.resolve(profile) : findDocsUrl(profile, ports);
  const refresh = async (profile: string, { maxAgeMs, signal }: RefreshOptions): Promise<RefreshOutcome> => {
    const docsUrl = await findDocsUrl(profile, ports);
    if (docsUrl === null) return { kind: 'no-docs-url' };
    const key = profile === sandboxProfile ? profile : docsUrl;
    const before = await copies.readAgain(key);
    const ageMs = before ? ports.clock.now() - before.stored.fetchedAt : -1;
    // A clock that was wrong may have dated the copy in the future.
    if (before && ageMs >= 0 && ageMs < maxAgeMs) return { kind: 'current', copy: before.copy };
    const outcome = await fetchIndex(docsUrl, before, { ...ports, signal });
    if ('message' in outcome) return { kind: 'failed', message: outcome.message, copy: before?.copy ?? null };
    const after = await copies.replace(key, outcome);
    if (outcome.isChanged) logChanges(profile, { before, after }, ports.log);
    return { kind: 'fetched', copy: after.copy, before: before?.copy ?? null, isChanged: outcome.isChanged };
  };
  return {
    read: async (profile) => {
      const key = await readKey(profile);
      return key === null ? null : ((await copies.read(key))?.copy ?? null);
    },
    refresh(profile, options) {
      const name = `${profile} ${options.maxAgeMs}`;
      const shared = running.get(name) ?? refresh(profile, options).finally(() => running.delete(name));
      running.set(name, shared);
      return shared;
    },
    async readCatalog(profile) {
      const key = profile === undefined ? null : await readKey(profile);
      return (key === null ? null : await copies.read(key))?.catalog ?? bundledCatalog;
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

async function fetchIndex(
  docsUrl: string,
  before: LoadedIndex | null,
  { dispatchers, parseDocument, userAgent, clock, log, signal }: ModelIndexesPorts & { readonly signal: AbortSignal },
): Promise<FetchedIndex | { readonly message: string }> {
  const fetched = await refreshDocuments(
    (path, etag) => fetchDocument(`${docsUrl}${path}`, { dispatchers, userAgent, docsUrl, etag }, signal),
    parseDocument,
    before?.stored ?? nothingKnown,
  );
  const { documents, etags, isChanged, errors, freshCount } = fetched;
  for (const error of errors) log.warn(`Model index: ${error}`);
  if (freshCount === 0) return { message: errors.join('; ') };
  return { stored: { documents, etags, fetchedAt: clock.now() }, isChanged };
}

/** Limit of log lines per change of an index. */
const maxLoggedChanges = 200;

/**
 * Logs the changes to the bundled catalog that are new in this index, and those of the previous index that it no longer
 * makes.
 */
function logChanges(
  profile: string,
  { before, after }: { readonly before: LoadedIndex | null; readonly after: LoadedIndex },
  log: Log,
): void {
  const { version, breakingSince, models } = after.copy.index;
  const facts = [`${models.length} models`, `version ${version ?? '?'}`, `breaking changes ${breakingSince ?? '?'}`];
  log.info(`Model index of ${profile}: ${facts.join(', ')}`);
  const [old, now] = [before, after].map((each) => new Set(each ? listChanges(each) : []));
  const lines = [
    ...[...(now ?? [])].filter((line) => !old?.has(line)),
    ...[...(old ?? [])].filter((line) => !now?.has(line)).map((line) => `no longer: ${line}`),
  ];
  for (const line of lines.slice(0, maxLoggedChanges)) log.info(`Model index: ${line}`);
  if (lines.length > maxLoggedChanges) log.info(`Model index: ${lines.length - maxLoggedChanges} more changes`);
}

function listChanges({ copy }: LoadedIndex): readonly string[] {
  return describeChanges(buildOverlay(bundledCatalog, copy.index).changes);
}

/** A copy in memory, with what was built from it. */
interface LoadedIndex {
  readonly stored: StoredIndex;
  readonly copy: IndexCopy;
  readonly catalog: Catalog;
}

interface FetchedIndex {
  readonly stored: StoredIndex;
  readonly isChanged: boolean;
}

interface IndexCopiesPorts {
  readonly store: IndexStore;
  readonly log: Pick<Log, 'warn'>;
}

/** Keeps copies in memory, in addition to those on disk, which all windows share. */
function createIndexCopies({ store, log }: IndexCopiesPorts) {
  const loaded = new Map<string, LoadedIndex>();
  // The sandbox's index is part of the extension. Its copy is kept under the sandbox's name and does not outlive the
  // window.
  const readAgain = async (key: string): Promise<LoadedIndex | null> => {
    const stored = key === sandboxProfile ? null : await store.read(key).catch(() => null);
    const known = loaded.get(key) ?? null;
    // The same copy keeps its identity, so that it is not confused with another one.
    if (!stored || stored.fetchedAt === known?.stored.fetchedAt) return known;
    const entry = buildLoaded(stored);
    loaded.set(key, entry);
    return entry;
  };
  return {
    readAgain,
    read: async (key: string): Promise<LoadedIndex | null> => loaded.get(key) ?? (await readAgain(key)),
    async replace(key: string, { stored, isChanged }: FetchedIndex): Promise<LoadedIndex> {
      const known = isChanged ? undefined : loaded.get(key);
      const copy = known && { ...known.copy, fetchedAt: stored.fetchedAt };
      const entry = known && copy ? { ...known, stored, copy } : buildLoaded(stored);
      loaded.set(key, entry);
      if (key === sandboxProfile) return entry;
      await store.write(key, stored).catch((error: unknown) => {
        log.warn(`The model index could not be kept: ${String(error)}`);
      });
      return entry;
    },
  };
}

function buildLoaded(stored: StoredIndex): LoadedIndex {
  const index = buildModelIndex(stored.documents);
  const copy = { index, fetchedAt: stored.fetchedAt };
  return { stored, copy, catalog: overlayCatalog(bundledCatalog, index) };
}
