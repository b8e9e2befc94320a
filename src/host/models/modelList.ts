import type { Catalog } from '../../core/catalog/catalog.ts';
import type { ModelIndex } from '../../core/catalog/modelIndex.ts';
import type { JsonObject } from '../../core/support/json.ts';
import { Emitter, type Event } from '../../core/support/emitter.ts';
import type { RefreshOutcome } from '../../engine.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { Profiles } from '../adapters/profiles.ts';
import type { Parts } from '../parts.ts';

/** The models of the selected profile: those that ship with Genwright, with what its gateway publishes over them. */
export interface ModelList {
  /** Fires when other models are known than before. */
  readonly onDidChange: Event<void>;
  /** Fires after the gateway was asked, with what it publishes. */
  readonly onDidRefresh: Event<RefreshedModels>;
  /** Of the selected profile, as far as it is in memory; null for the bundled models alone. */
  index(): ModelIndex | null;
  catalog(): Promise<Catalog>;
  /** The format of job files with these models, as JSON Schema. */
  schema(): Promise<JsonObject>;
  /** Takes up the last good copy of the selected profile. Asks no gateway. */
  load(): Promise<void>;
  /** Asks the gateway of the selected profile when the copy is older than `maxAgeMs`. */
  refresh(options: { readonly maxAgeMs: number }): Promise<RefreshOutcome>;
  dispose(): void;
}

export interface RefreshedModels {
  readonly profile: string;
  readonly outcome: Extract<RefreshOutcome, { kind: 'fetched' }>;
}

export interface ModelListPorts {
  readonly parts: Pick<Parts, 'language'>;
  readonly engineHost: Pick<EngineHost, 'engine'>;
  readonly profiles: Pick<Profiles, 'selectedName' | 'find' | 'onDidChange'>;
}

/** What is known is one object, replaced as a whole: whoever holds an index can tell a new one by identity. */
export function createModelList({ parts, engineHost, profiles }: ModelListPorts): ModelList {
  const changed = new Emitter<void>();
  const refreshed = new Emitter<RefreshedModels>();
  const aborted = new AbortController();
  let known: { readonly profile: string; readonly index: ModelIndex | null } | undefined;
  let built: { readonly index: ModelIndex | null; readonly catalog: Catalog } | undefined;

  const index = (): ModelIndex | null => (known?.profile === profiles.selectedName() ? known.index : null);
  const keep = (profile: string, next: ModelIndex | null): void => {
    // Another profile was selected meanwhile: what came belongs to nobody who looks.
    if (profile !== profiles.selectedName() || aborted.signal.aborted) return;
    const before = index();
    known = { profile, index: next };
    if (before !== next) changed.fire();
  };
  const subscription = profiles.onDidChange(() => {
    if (known && known.profile !== profiles.selectedName() && known.index) changed.fire();
  });
  const catalog = async (): Promise<Catalog> => {
    const { overlayCatalog, bundledCatalog } = await parts.language();
    const now = index();
    if (built?.index !== now) {
      built = { index: now, catalog: now ? overlayCatalog(bundledCatalog, now) : bundledCatalog };
    }
    return built.catalog;
  };
  return {
    onDidChange: changed.event,
    onDidRefresh: refreshed.event,
    index,
    catalog,
    schema: async () => (await parts.language()).jobFileSchema(await catalog()),
    async load() {
      const profile = profiles.selectedName();
      // Nothing is kept of the sandbox, nor of a gateway that publishes nothing: no reason to load the engine.
      const found = profiles.find(profile);
      if (known?.profile === profile || found?.kind !== 'gateway' || found.docsUrl === null) return;
      const copy = await (await engineHost.engine()).models.read(profile);
      keep(profile, copy?.index ?? null);
    },
    async refresh({ maxAgeMs }) {
      const profile = profiles.selectedName();
      const engine = await engineHost.engine();
      const outcome = await engine.models.refresh(profile, { maxAgeMs, signal: aborted.signal });
      if ('copy' in outcome && outcome.copy) keep(profile, outcome.copy.index);
      if (outcome.kind === 'fetched') refreshed.fire({ profile, outcome });
      return outcome;
    },
    dispose() {
      aborted.abort();
      subscription.dispose();
      changed.dispose();
      refreshed.dispose();
    },
  };
}
