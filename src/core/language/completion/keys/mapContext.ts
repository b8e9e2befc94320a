import { isReservedKey } from '../../../catalog/reservedKeys.ts';
import { findMapKind, type MapKind } from '../../view/mapKind.ts';

/** The meaning of the keys of a map where a key is being written: like `MapKind`, always with the job of the map. */
export type MapContext =
  | Exclude<MapKind, { readonly kind: 'matrix' | 'output' }>
  | { readonly kind: 'matrix' | 'output'; readonly job: string | null }
  /** One map of `include:` or `exclude:`. */
  | { readonly kind: 'combination'; readonly job: string | null; readonly list: 'include' | 'exclude' }
  | { readonly kind: 'vars'; readonly job: string | null; readonly isInside: boolean };

export function findMapContext(path: readonly string[], { hasJobs }: { readonly hasJobs: boolean }): MapContext {
  const [first, second] = path;
  // Entries that are not indented below `jobs:` are still meant as jobs.
  if (hasJobs && first !== undefined && !isReservedKey(first))
    return withJob(findMapKind(['jobs', ...path], { hasJobs }), first);
  const isInJob = hasJobs && first === 'jobs' && second !== undefined;
  const job = isInJob ? second : null;
  const [word, name, ...rest] = isInJob ? path.slice(2) : path;
  if (word === 'vars') return { kind: 'vars', job, isInside: name !== undefined };
  if (word !== 'matrix' || name === undefined) return withJob(findMapKind(path, { hasJobs }), job);
  if (name !== 'include' && name !== 'exclude') return { kind: 'member', job, path: [name, ...rest] };
  return rest.length === 0 ? { kind: 'combination', job, list: name } : { kind: 'member', job, path: rest };
}

function withJob(mapKind: MapKind, job: string | null): MapContext {
  return mapKind.kind === 'matrix' || mapKind.kind === 'output' ? { kind: mapKind.kind, job } : mapKind;
}
