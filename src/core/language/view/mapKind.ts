import type { ModelFamily } from '../../catalog/catalog.ts';
import type { Field, FieldType } from '../../catalog/field.ts';
import { isReservedKey } from '../../catalog/reservedKeys.ts';
import type { Layout } from '../layout/layout.ts';

/** The meaning of the keys of a map, by the keys above it. `job` is an id under `jobs:`, or null at the root. */
export type MapKind =
  /** The root beside `jobs:`. */
  | { readonly kind: 'file' }
  | { readonly kind: 'jobs' }
  | { readonly kind: 'job'; readonly job: string | null }
  | { readonly kind: 'gen'; readonly job: string | null; readonly isFile: boolean }
  | { readonly kind: 'defaults' }
  | { readonly kind: 'output' | 'matrix'; readonly job: string | null }
  /** One map of `include:` or `exclude:`. */
  | { readonly kind: 'combination'; readonly job: string | null; readonly list: 'include' | 'exclude' }
  | { readonly kind: 'vars'; readonly job: string | null; readonly isInside: boolean }
  /** Inside a field of a job, or of the defaults if `job` is undefined. */
  | { readonly kind: 'member'; readonly job: string | null | undefined; readonly path: readonly string[] }
  | { readonly kind: 'other' };

const other: MapKind = { kind: 'other' };

export function findMapKind({ hasJobs }: Layout, path: readonly string[]): MapKind {
  const [first, second, ...rest] = path;
  if (!hasJobs) return mapKindInJob(path, null);
  if (first === undefined) return { kind: 'file' };
  if (first === 'jobs') return second === undefined ? { kind: 'jobs' } : mapKindInJob(rest, second);
  return first === 'gen' || first === 'output' || first === 'vars' ? mapKindInJob(path, null) : other;
}

function mapKindInJob(path: readonly string[], job: string | null): MapKind {
  const [first, second, ...rest] = path;
  if (first === undefined) return { kind: 'job', job };
  if (first === 'gen') {
    if (second === undefined) return { kind: 'gen', job, isFile: job === null };
    if (second !== 'defaults' || job !== null) return other;
    return rest.length === 0 ? { kind: 'defaults' } : { kind: 'member', job: undefined, path: rest };
  }
  if (first === 'vars') return { kind: 'vars', job, isInside: second !== undefined };
  if ((first === 'output' || first === 'matrix') && second === undefined) return { kind: first, job };
  if (first === 'matrix' && second !== undefined) {
    if (second !== 'include' && second !== 'exclude') return { kind: 'member', job, path: [second, ...rest] };
    return rest.length === 0 ? { kind: 'combination', job, list: second } : { kind: 'member', job, path: rest };
  }
  return isReservedKey(first) ? other : { kind: 'member', job, path };
}

/** Returns the fields inside an object field, at any depth. Lists are looked through. */
export function findMemberFields(family: ModelFamily, path: readonly string[]): readonly Field[] {
  let fields = family.fields;
  for (const step of path) {
    const field = fields.find((each) => hasName(each, step));
    fields = field ? objectFields(field.type) : [];
  }
  return fields;
}

export function hasName({ name, aliases = [] }: Field, key: string): boolean {
  return name === key || aliases.includes(key);
}

function objectFields(type: FieldType): readonly Field[] {
  if (type.kind === 'array') return objectFields(type.items);
  return type.kind === 'object' ? type.fields : [];
}
