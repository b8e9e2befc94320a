import type { Profiles } from '../adapters/profiles.ts';
import type { ModelList } from './modelList.ts';

const dayMs = 24 * 60 * 60_000;
/**
 * Minimum time between two attempts, so that a gateway that is down is not queried each time the user opens a job file.
 */
const retryMs = 60 * 60_000;

interface DailyRefreshPorts {
  readonly models: Pick<ModelList, 'load' | 'refresh'>;
  readonly profiles: Pick<Profiles, 'selectedName' | 'find'>;
  /** The present time, in Unix ms. */
  readonly now: () => number;
}

/** Refreshes the models at most once a day, and only while the user works with job files. */
export function createDailyRefresh({ models, profiles, now }: DailyRefreshPorts): { use(): Promise<void> } {
  const askedAt = new Map<string, number>();
  return {
    async use() {
      const profile = profiles.find(profiles.selectedName());
      // The sandbox publishes only what Genwright knows anyway.
      if (profile?.kind !== 'gateway' || profile.docsUrl === null) return;
      await models.load();
      const key = `${profile.name} ${profile.docsUrl}`;
      if (now() - (askedAt.get(key) ?? -retryMs) < retryMs) return;
      askedAt.set(key, now());
      await models.refresh({ maxAgeMs: dayMs });
    },
  };
}
