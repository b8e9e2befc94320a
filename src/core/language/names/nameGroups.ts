import type { NameGroup, NameSite } from './nameSite.ts';

type NameFacts = Pick<NameGroup, 'kind' | 'name' | 'path'> & { readonly jobs: readonly (string | null)[] };

/** Groups occurrences by what they refer to. */
export interface NameCollector {
  /**
   * `identity` distinguishes things with the same name. One occurrence may refer to several, which are one group from
   * then on.
   */
  add(identity: string, facts: NameFacts, site: NameSite): void;
  /** Groups in the order of their first occurrences. */
  list(): readonly NameGroup[];
}

export function createNameGroups(): NameCollector {
  const groups = new Map<string, OpenGroup>();
  const byPlace = new Map<string, OpenGroup>();
  return {
    add(identity, { jobs, ...facts }, site) {
      const place = `${site.start}:${site.end}:${facts.kind}:${facts.name}`;
      const group = latest(groups.get(identity)) ?? latest(byPlace.get(place)) ?? createGroup(facts);
      const other = latest(byPlace.get(place));
      if (other && other !== group) join(other, group);
      groups.set(identity, group);
      byPlace.set(place, group);
      for (const job of jobs) group.jobs.add(job);
      const known = group.sites.get(place);
      // A key that is an axis of several jobs, or that is merged into several maps, is declared once.
      if (known?.role !== 'declaration') group.sites.set(place, site);
    },
    list() {
      const all = new Set([...groups.values()].map((each) => latest(each)).filter((each) => each !== undefined));
      return [...all]
        .map(({ facts, jobs, sites }) => ({
          ...facts,
          jobs,
          sites: [...sites.values()].sort((a, b) => a.start - b.start || a.end - b.end),
        }))
        .sort((a, b) => (a.sites[0]?.start ?? 0) - (b.sites[0]?.start ?? 0));
    },
  };
}

interface OpenGroup {
  readonly facts: Pick<NameGroup, 'kind' | 'name' | 'path'>;
  readonly jobs: Set<string | null>;
  readonly sites: Map<string, NameSite>;
  /** The group that this one was joined with. */
  joined?: OpenGroup;
}

function createGroup(facts: OpenGroup['facts']): OpenGroup {
  return { facts, jobs: new Set(), sites: new Map() };
}

function latest(group: OpenGroup | undefined): OpenGroup | undefined {
  let found = group;
  while (found?.joined) found = found.joined;
  return found;
}

function join(from: OpenGroup, into: OpenGroup): void {
  for (const job of from.jobs) into.jobs.add(job);
  for (const [place, site] of from.sites) into.sites.set(place, site);
  from.joined = into;
}
