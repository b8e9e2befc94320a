import type { PlannedRequest } from '../../jobFile/request.ts';
import { groupBy } from '../../support/groupBy.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { contentOf, groupRequests, type PlacedRequest } from './groupRequests.ts';

/** A part of the requests of a repository that one command makes. */
export interface PlannedShard {
  /** 1 for what other requests need, 2 for what is made after it. */
  readonly stage: 1 | 2;
  /** The part of the budget. Null without a budget. */
  readonly budgetUsd: number | null;
  readonly requests: readonly PlannableRequest[];
}

interface PlannableRequest extends PlacedRequest {
  /** What exists is in a shard too, so that no request is in none if a checkout has less than this one. */
  readonly exists: boolean;
  readonly estimateUsd: number | null;
}

/**
 * Cuts the requests into stages of at most `count` shards. The first stage has the jobs that others need and that have
 * no result, so that the second one can have each request alone. Shards are balanced by estimated cost if all of it is
 * known, else by number, the largest first. Their budgets have a sum of no more than `budgetUsd`.
 */
export function planShards(
  requests: readonly PlannableRequest[],
  { count, budgetUsd }: { readonly count: number; readonly budgetUsd: number | null },
): readonly PlannedShard[] {
  const missing = requests.filter(({ exists }) => !exists);
  const known = missing.flatMap(({ estimateUsd }) => estimateUsd ?? []);
  const isPriced = known.length === missing.length && known.some((usd) => usd > 0);
  const costOf = ({ exists, estimateUsd }: PlannableRequest): number =>
    exists ? 0 : isPriced ? (estimateUsd ?? 0) : 1;
  const jobOf = ({ file, request: { job } }: PlacedRequest): string => canonicalJson([file, job]);
  const needed = new Set(
    requests.flatMap(({ file, request }) => request.needs.map((need) => canonicalJson([file, need]))),
  );
  const unmade = new Set(missing.map(jobOf));
  const shared = requests.filter((each) => needed.has(jobOf(each)) && unmade.has(jobOf(each)));
  // A request that is equal to one of them has to be in its shard.
  const contents = new Set(shared.map(contentOf));
  const isFirst = (each: PlacedRequest): boolean => contents.has(contentOf(each));
  const shards = ([1, 2] as const).flatMap((stage) => {
    const own = requests.filter((each) => isFirst(each) === (stage === 1));
    const inStage = new Set(own.map(jobOf));
    // What the first stage has made is there for the second one.
    const apart = own.map(({ file, request }): PlacedRequest & { readonly request: PlannedRequest } => {
      const needs = stage === 1 ? request.needs.filter((need) => inStage.has(canonicalJson([file, need]))) : [];
      return { file, request: { ...request, needs } };
    });
    const keys = [...groupRequests(apart).values()];
    const units = [...groupBy([...own.keys()], (at) => keys[at] ?? '')].map(([key, each]) => {
      const members = each.flatMap((at) => own[at] ?? []);
      return { key, members, cost: members.reduce((sum, member) => sum + costOf(member), 0) };
    });
    return balance(units, count).map((each) => ({ stage, ...each }));
  });
  const total = shards.reduce((sum, { cost }) => sum + cost, 0);
  return shards.map(({ stage, cost, members }) => ({
    stage,
    // In millionths, so that the sum is exact.
    budgetUsd:
      budgetUsd === null ? null : total === 0 ? 0 : Math.floor(Math.floor(budgetUsd * 1e6) * (cost / total)) / 1e6,
    requests: members,
  }));
}

interface Unit {
  readonly key: string;
  readonly members: readonly PlannableRequest[];
  readonly cost: number;
}

function balance(units: readonly Unit[], count: number) {
  const shards = Array.from({ length: Math.min(count, units.length) }, () => ({
    cost: 0,
    members: new Array<PlannableRequest>(),
  }));
  const largestFirst = units.toSorted((one, other) => other.cost - one.cost || (one.key < other.key ? -1 : 1));
  for (const { members, cost } of largestFirst) {
    const [lightest] = shards.toSorted(
      (one, other) => one.cost - other.cost || one.members.length - other.members.length,
    );
    if (!lightest) continue;
    lightest.cost += cost;
    lightest.members.push(...members);
  }
  return shards;
}

interface ShardPlanOptions {
  /** SHA-256 of the texts of the job files, by their paths in the repository. */
  readonly files: Readonly<Record<string, string>>;
  readonly count: number;
  readonly budgetUsd: number | null;
  /** Unix ms. */
  readonly now: number;
}

/** Builds what `run --plan` reads. */
export function buildShardPlan(requests: readonly PlannableRequest[], { files, now, ...options }: ShardPlanOptions) {
  const shards = planShards(requests, options).map((shard) => ({
    ...shard,
    requests: shard.requests.map(({ file, request: { job, index, axes } }) => ({ file, job, index, axes })),
  }));
  return { version: 1, at: new Date(now).toISOString(), files, shards } as const;
}
