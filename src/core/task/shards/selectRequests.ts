import type { PlannedRequest } from '../../jobFile/request.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { findShard, groupRequests, nameOf } from './groupRequests.ts';

/** One of several commands that share the requests of a repository. `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The requests of one shard. */
export interface RequestSelection {
  /** Decides about all requests of a file. Returns false if they are not those that were planned. */
  learn(file: string, requests: readonly PlannedRequest[]): boolean;
  isWanted(request: PlannedRequest): boolean;
}

/** Selects by what does not change when other jobs are added. `hash` is SHA-256 in hex digits. */
export function selectByHash({ index, count }: Shard, hash: (text: string) => string): RequestSelection {
  const wanted = new Set<PlannedRequest>();
  return {
    learn(file, requests) {
      const keys = groupRequests(requests.map((request) => ({ file, request })));
      for (const [request, key] of keys) if (findShard(hash(key), count) === index) wanted.add(request);
      return true;
    },
    isWanted: (request) => wanted.has(request),
  };
}

interface NamedRequests {
  readonly requests: readonly {
    readonly file: string;
    readonly job: string | null;
    readonly index: number;
    readonly axes: JsonObject;
  }[];
}

/** Selects one of these shards. Null if there is none of this number, or if a request is in two of them. */
export function selectByPlan(shards: readonly NamedRequests[], { index, count }: Shard): RequestSelection | null {
  const [own, ...named] = [shards[index - 1], ...shards].map((each) =>
    (each?.requests ?? []).map((request) => ({ file: request.file, name: nameOf(request.file, request) })),
  );
  const [all, selected] = [new Set(named.flat().map(({ name }) => name)), new Set(own?.map(({ name }) => name))];
  const wanted = new Set<PlannedRequest>();
  if (!own || shards.length !== count || all.size !== named.flat().length) return null;
  return {
    learn(file, requests) {
      const present = new Map(requests.map((request) => [nameOf(file, request), request]));
      for (const [name, request] of present) if (selected.has(name)) wanted.add(request);
      const isWhole = own.every((each) => each.file !== file || present.has(each.name));
      return isWhole && [...present.keys()].every((name) => all.has(name));
    },
    isWanted: (request) => wanted.has(request),
  };
}
