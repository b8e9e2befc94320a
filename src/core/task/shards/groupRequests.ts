import type { PlannedRequest } from '../../jobFile/request.ts';
import { groupBy } from '../../support/groupBy.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { planKey } from '../model/earlier.ts';

/** A request, with the path of its job file in the repository: with `/`, the same in each checkout. */
export interface PlacedRequest {
  readonly file: string;
  readonly request: PlannedRequest;
}

/** Names a request in each checkout of the same job file. */
export function nameOf(
  file: string,
  { job, index, axes }: { readonly job: string | null; readonly index: number; readonly axes: JsonObject },
): string {
  return canonicalJson([file, job, index, axes]);
}

/** Groups of names that grow by joining two of them. The smallest name of a group names it. */
function createGroups() {
  const above = new Map<string, string>();
  const find = (name: string): string => {
    let found = name;
    for (let next = above.get(found); next !== undefined; next = above.get(found)) found = next;
    return found;
  };
  return {
    find,
    join(one: string, other: string): void {
      const [low = '', high = ''] = [find(one), find(other)].toSorted();
      if (low !== high) above.set(high, low);
    },
  };
}

/**
 * Returns the key of each request. Requests with the same key have to be in the same shard: repetitions, jobs that
 * reference each other, and requests that are equal, because a result is known by the content of its request alone. The
 * keys follow from the texts alone, and not from what exists: a shard that has made the first half of a chain and was
 * killed still has to make the other half.
 */
export function groupRequests(placed: readonly PlacedRequest[]): ReadonlyMap<PlannedRequest, string> {
  const jobs = createGroups();
  const jobKey = (file: string, job: string | null): string => canonicalJson([file, job]);
  const chained = new Set<string>();
  for (const { file, request } of placed) {
    for (const need of request.needs) {
      jobs.join(jobKey(file, request.job), jobKey(file, need));
      for (const job of [request.job, need]) chained.add(jobKey(file, job));
    }
  }
  const first = placed.map(({ file, request }) => {
    const job = jobKey(file, request.job);
    return chained.has(job) ? jobs.find(job) : canonicalJson([file, request.job, request.axes]);
  });
  const keys = createGroups();
  const equal = groupBy([...placed.keys()], (at) => contentOf(placed[at]));
  for (const group of equal.values()) for (const at of group) keys.join(first[group[0] ?? 0] ?? '', first[at] ?? '');
  return new Map(placed.map(({ request }, at) => [request, keys.find(first[at] ?? '')]));
}

/** Equal for requests of a file whose results cannot be told apart. */
export function contentOf(placed: PlacedRequest | undefined): string {
  return placed ? canonicalJson([placed.file, placed.request.fingerprint || planKey(placed.request)]) : '';
}

/** Returns the number of the shard that a key belongs to, from 1. `hash` is the SHA-256 of the key in hex digits. */
export function findShard(hash: string, count: number): number {
  return Number(BigInt(`0x${hash}`) % BigInt(count)) + 1;
}
