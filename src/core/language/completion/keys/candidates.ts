import type { ModelFamily } from '../../../catalog/catalog.ts';
import { familyAt } from '../../../catalog/createCatalog.ts';
import type { Field } from '../../../catalog/field.ts';
import { findChild } from '../../layout/layout.ts';
import { listJobs } from '../../names/declaredNames.ts';
import { type DocumentView, findFamily, findModel } from '../../view/documentView.ts';
import { findMemberFields } from '../../view/mapKind.ts';
import type { MapContext } from './mapContext.ts';

/** A family that may apply at a position, with the models that lead to it. */
export interface FamilyCandidate {
  readonly family: ModelFamily;
  readonly models: readonly string[];
}

/** An item that one or more candidates have. */
export interface Shared<T> {
  readonly item: T;
  /** The first candidate that has the item. */
  readonly family: ModelFamily;
  /** The only models that have the item. Empty if all have it. */
  readonly onlyFor: readonly string[];
}

/**
 * Returns the families of a job: several if its model is an axis. `undefined` means all jobs. The order is that of the
 * text.
 */
export function listCandidates(view: DocumentView, job: string | null | undefined): readonly FamilyCandidate[] {
  if (job !== undefined) return listOfJob(view, job);
  const jobs = [null, ...listJobs(view).map(({ name }) => name)];
  return merge(jobs.flatMap((each) => listOfJob(view, each)));
}

function listOfJob(view: DocumentView, job: string | null): readonly FamilyCandidate[] {
  const model = findModel(view, job);
  const family = findFamily(view, job);
  if (model && family) return [{ family, models: [model.id] }];
  const groups = view.checked.jobs.find((each) => each.job.id === job)?.groups ?? [];
  const targets = groups.flatMap(({ target }) => (target?.family ? [{ ...target, family: target.family }] : []));
  const checked = targets.map((target) => ({ family: target.family, models: [target.modelId ?? target.family.title] }));
  if (checked.length > 0) return merge(checked);
  const written = merge(listWrittenModels(view, job));
  if (written.length > 0) return written;
  return family ? [{ family, models: [family.title] }] : [];
}

/** Lists the models of a matrix from its lines alone, for a job that cannot be parsed. */
function listWrittenModels(view: DocumentView, job: string | null): readonly FamilyCandidate[] {
  const entries = job === null ? view.layout.entries : (view.layout.findJob(job)?.children ?? []);
  const axis = findChild(findChild(entries, 'matrix')?.children ?? [], 'model');
  const values = (axis ? [axis, ...axis.children] : []).map(({ value }) => view.text.slice(value.start, value.end));
  return values.flatMap((text) =>
    text.split(/[\s,"'[\]]+/).flatMap((id) => {
      const model = view.catalog.findModel(id);
      const family = model && familyAt(model, null);
      return family ? [{ family, models: [id] }] : [];
    }),
  );
}

/** Merges candidates of the same family, in the order in which they first occur. */
function merge(candidates: readonly FamilyCandidate[]): readonly FamilyCandidate[] {
  const merged = new Map<ModelFamily, Set<string>>();
  for (const { family, models } of candidates) {
    merged.set(family, new Set([...(merged.get(family) ?? []), ...models]));
  }
  return [...merged].map(([family, models]) => ({ family, models: [...models] }));
}

/** Lists the items of the candidates, each name once: first the items that all of them have, then the rest. */
export function share<T>(
  candidates: readonly FamilyCandidate[],
  listOf: (family: ModelFamily) => readonly T[],
  nameOf: (item: T) => string,
): readonly Shared<T>[] {
  const found = new Map<string, { readonly item: T; readonly family: ModelFamily; readonly models: string[] }>();
  const counts = new Map<string, number>();
  for (const { family, models } of candidates) {
    for (const item of listOf(family)) {
      const name = nameOf(item);
      const known = found.get(name);
      if (known) known.models.push(...models);
      else found.set(name, { item, family, models: [...models] });
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const all = [...found].map(([name, { item, family, models }]) => {
    const isCommon = counts.get(name) === candidates.length;
    return { item, family, onlyFor: isCommon ? [] : models };
  });
  return [...all.filter(({ onlyFor }) => onlyFor.length === 0), ...all.filter(({ onlyFor }) => onlyFor.length > 0)];
}

/** Returns the job of a key. Undefined for the defaults of all jobs. */
export function jobOf(mapContext: MapContext): string | null | undefined {
  return 'job' in mapContext ? mapContext.job : undefined;
}

/** Returns the fields that a family has for a key. */
export function fieldsAt(mapContext: MapContext, family: ModelFamily): readonly Field[] {
  if (
    mapContext.kind === 'job' ||
    mapContext.kind === 'defaults' ||
    mapContext.kind === 'matrix' ||
    mapContext.kind === 'combination'
  ) {
    return family.fields;
  }
  return mapContext.kind === 'member' ? findMemberFields(family, mapContext.path) : [];
}

/** Whether a key is one of the spellings of a field. */
export function hasName({ name, aliases = [] }: Field, key: string): boolean {
  return name === key || aliases.includes(key);
}
