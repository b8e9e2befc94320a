import type { Catalog } from '../../core/catalog/catalog.ts';
import type { ModelIndex } from '../../core/catalog/published/modelIndex.ts';
import type * as LanguagePart from '../../core/language/index.ts';
import { Emitter } from '../../core/support/emitter.ts';
import type { JsonObject } from '../../core/support/json/json.ts';
import type { RefreshOutcome } from '../../engine/index.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { Profiles } from '../adapters/profiles.ts';

export type ModelList = ReturnType<typeof createModelList>;

/** A new index of a gateway, with the one before. */
export interface Refreshed extends Extract<RefreshOutcome, { kind: 'fetched' }> {
  readonly profile: string;
}

interface ModelListPorts {
  readonly loadLanguage: () => Promise<
    Pick<typeof LanguagePart, 'bundledCatalog' | 'jobFileSchema' | 'overlayCatalog'>
  >;
  readonly engineHost: Pick<EngineHost, 'engine'>;
  readonly profiles: Pick<Profiles, 'selectedName' | 'find' | 'onDidChange'>;
}

/**
 * The models of the selected profile: the bundled ones, merged with those that its gateway publishes. An index is one
 * object that is replaced as a whole, so that a new one can be recognized by identity.
 */
export function createModelList({ loadLanguage, engineHost, profiles }: ModelListPorts) {
  const changed = new Emitter<void>();
  const refreshed = new Emitter<Refreshed>();
  const aborted = new AbortController();
  let known: { readonly profile: string; readonly index: ModelIndex | null } | undefined;
  let built: { readonly index: ModelIndex | null; readonly catalog: Catalog } | undefined;

  const index = (): ModelIndex | null => (known?.profile === profiles.selectedName() ? known.index : null);
  const keep = (profile: string, next: ModelIndex | null): void => {
    // If another profile was selected meanwhile, the index is discarded.
    if (profile !== profiles.selectedName() || aborted.signal.aborted) return;
    const before = index();
    known = { profile, index: next };
    if (before !== next) changed.fire();
  };
  const subscription = profiles.onDidChange(() => {
    if (known && known.profile !== profiles.selectedName() && known.index) changed.fire();
  });
  const catalog = async (): Promise<Catalog> => {
    const { overlayCatalog, bundledCatalog } = await loadLanguage();
    const now = index();
    if (built?.index !== now) {
      built = { index: now, catalog: now ? overlayCatalog(bundledCatalog, now) : bundledCatalog };
    }
    return built.catalog;
  };
  return {
    /** Fires when the known models have changed. */
    onDidChange: changed.event,
    /** Fires after the gateway was queried, with the index that it publishes. */
    onDidRefresh: refreshed.event,
    /** The index of the selected profile, if it is in memory. Null for the bundled models alone. */
    index,
    catalog,
    /** The format of job files with these models, as JSON Schema. */
    schema: async (): Promise<JsonObject> => (await loadLanguage()).jobFileSchema(await catalog()),
    /** Reads the last good copy of the selected profile's index. Does not query the gateway. */
    async load(): Promise<void> {
      const profile = profiles.selectedName();
      // No copy is kept for the sandbox, or for a gateway that publishes nothing, so the engine need not be loaded.
      const found = profiles.find(profile);
      if (known?.profile === profile || found?.kind !== 'gateway' || found.docsUrl === null) return;
      const copy = await (await engineHost.engine()).models.read(profile);
      keep(profile, copy?.index ?? null);
    },
    /** Queries the gateway of the selected profile if the copy is older than `maxAgeMs`. */
    async refresh({ maxAgeMs }: { readonly maxAgeMs: number }): Promise<RefreshOutcome> {
      const profile = profiles.selectedName();
      const engine = await engineHost.engine();
      const outcome = await engine.models.refresh(profile, { maxAgeMs, signal: aborted.signal });
      if ('copy' in outcome && outcome.copy) keep(profile, outcome.copy.index);
      if (outcome.kind === 'fetched') refreshed.fire({ profile, ...outcome });
      return outcome;
    },
    dispose(): void {
      aborted.abort();
      subscription.dispose();
      changed.dispose();
      refreshed.dispose();
    },
  };
}
