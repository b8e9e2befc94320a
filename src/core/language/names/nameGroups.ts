import type { NameGroup, NameRange } from '../view/nameRange.ts';

type NameFacts = Pick<NameGroup, 'kind' | 'name' | 'path'> & { readonly jobs: readonly (string | null)[] };

/** Groups occurrences by what they refer to. */
export interface NameCollector {
  /**
   * `identity` distinguishes things with the same name. One occurrence may refer to several, which are one group from
   * then on.
   */
  add(identity: string, facts: NameFacts, nameRange: NameRange): void;
  list(): readonly NameGroup[];
}

export function createNameGroups(): NameCollector {
  const groups = new Map<string, OpenGroup>();
  const byKey = new Map<string, OpenGroup>();
  return {
    add(identity, { jobs, ...facts }, nameRange) {
      const key = `${nameRange.start}:${nameRange.end}:${facts.kind}:${facts.name}`;
      const group = latest(groups.get(identity)) ?? latest(byKey.get(key)) ?? createGroup(facts);
      const other = latest(byKey.get(key));
      if (other && other !== group) join(other, group);
      groups.set(identity, group);
      byKey.set(key, group);
      for (const job of jobs) group.jobs.add(job);
      const known = group.nameRanges.get(key);
      // A key that is an axis of several jobs, or that is merged into several maps, is declared once.
      if (known?.role !== 'declaration') group.nameRanges.set(key, nameRange);
    },
    list() {
      const all = new Set([...groups.values()].map((each) => latest(each)).filter((each) => each !== undefined));
      return [...all].map(({ facts, jobs, nameRanges }) => ({
        ...facts,
        jobs,
        nameRanges: [...nameRanges.values()].sort((a, b) => a.start - b.start),
      }));
    },
  };
}

interface OpenGroup {
  readonly facts: Pick<NameGroup, 'kind' | 'name' | 'path'>;
  readonly jobs: Set<string | null>;
  readonly nameRanges: Map<string, NameRange>;
  /** The group that this one was joined with. */
  joined?: OpenGroup;
}

function createGroup(facts: OpenGroup['facts']): OpenGroup {
  return { facts, jobs: new Set(), nameRanges: new Map() };
}

function latest(group: OpenGroup | undefined): OpenGroup | undefined {
  let found = group;
  while (found?.joined) found = found.joined;
  return found;
}

function join(from: OpenGroup, into: OpenGroup): void {
  for (const job of from.jobs) into.jobs.add(job);
  for (const [key, nameRange] of from.nameRanges) into.nameRanges.set(key, nameRange);
  from.joined = into;
}
