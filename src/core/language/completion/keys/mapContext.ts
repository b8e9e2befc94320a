import { isReservedKey } from '../../../catalog/reservedKeys.ts';
import { findScope, type Scope } from '../../view/scope.ts';

/** The meaning of the keys of a map: like `Scope`, with the job that the map belongs to. */
export type MapContext =
  | Exclude<Scope, { readonly kind: 'matrix' | 'output' }>
  | { readonly kind: 'matrix' | 'output'; readonly job: string | null }
  /** One map of `include:` or `exclude:`. */
  | { readonly kind: 'combination'; readonly job: string | null; readonly list: 'include' | 'exclude' }
  | { readonly kind: 'vars'; readonly job: string | null; readonly isInside: boolean };

export function findMapContext(path: readonly string[], { hasJobs }: { readonly hasJobs: boolean }): MapContext {
  const [first, second] = path;
  // Entries that are not indented below `jobs:` are still meant as jobs.
  if (hasJobs && first !== undefined && !isReservedKey(first))
    return withJob(findScope(['jobs', ...path], { hasJobs }), first);
  const isInJob = hasJobs && first === 'jobs' && second !== undefined;
  const job = isInJob ? second : null;
  const [word, name, ...rest] = isInJob ? path.slice(2) : path;
  if (word === 'vars') return { kind: 'vars', job, isInside: name !== undefined };
  if (word !== 'matrix' || name === undefined) return withJob(findScope(path, { hasJobs }), job);
  if (name !== 'include' && name !== 'exclude') return { kind: 'member', job, path: [name, ...rest] };
  return rest.length === 0 ? { kind: 'combination', job, list: name } : { kind: 'member', job, path: rest };
}

function withJob(scope: Scope, job: string | null): MapContext {
  return scope.kind === 'matrix' || scope.kind === 'output' ? { kind: scope.kind, job } : scope;
}
