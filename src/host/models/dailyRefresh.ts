import type { Profiles } from '../adapters/profiles.ts';
import type { ModelList } from './modelList.ts';

const dayMs = 24 * 60 * 60_000;
/** A gateway that can not be reached is not asked each time that somebody looks at a job file. */
const retryMs = 60 * 60_000;

export interface DailyRefreshPorts {
  readonly models: Pick<ModelList, 'load' | 'refresh'>;
  readonly profiles: Pick<Profiles, 'selectedName' | 'find'>;
  /** Unix ms. */
  readonly now: () => number;
}

/** Refreshes at most once a day, for as long as somebody works with job files. */
export function createDailyRefresh({ models, profiles, now }: DailyRefreshPorts): { use(): Promise<void> } {
  const askedAt = new Map<string, number>();
  return {
    async use() {
      const profile = profiles.find(profiles.selectedName());
      // What the sandbox publishes is what Genwright knows anyway.
      if (profile?.kind !== 'gateway' || profile.docsUrl === null) return;
      await models.load();
      const key = `${profile.name} ${profile.docsUrl}`;
      if (now() - (askedAt.get(key) ?? -retryMs) < retryMs) return;
      askedAt.set(key, now());
      await models.refresh({ maxAgeMs: dayMs });
    },
  };
}
