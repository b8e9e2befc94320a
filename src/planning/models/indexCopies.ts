import { bundledCatalog } from '../../core/catalog/bundledCatalog.ts';
import type { Catalog } from '../../core/catalog/catalog.ts';
import { buildModelIndex, type ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import { overlayCatalog } from '../../core/catalog/published/overlayCatalog.ts';
import type { Log } from '../../core/task/ports.ts';
import { sandboxProfile } from '../../core/task/gatewayPort.ts';
import type { StoredIndex, IndexStore } from '../../storage/indexStore.ts';

export interface IndexCopy {
  readonly index: ModelIndex;
  /** Unix ms. */
  readonly fetchedAt: number;
}

/** A copy in memory, with what was built from it. */
export interface LoadedIndex {
  readonly stored: StoredIndex;
  readonly copy: IndexCopy;
  readonly catalog: Catalog;
}

export interface FetchedIndex {
  readonly stored: StoredIndex;
  readonly isChanged: boolean;
}

export interface IndexCopiesPorts {
  readonly store: IndexStore;
  readonly log: Pick<Log, 'warn'>;
}

/** Keeps copies in memory, in addition to those on disk, which all windows share. */
export function createIndexCopies({ store, log }: IndexCopiesPorts) {
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
