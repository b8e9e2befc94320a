import type { ModelFamily } from '../../../catalog/catalog.ts';
import { familyAt } from '../../../catalog/createCatalog.ts';
import type { Field } from '../../../catalog/field.ts';
import { isReservedKey } from '../../../catalog/reservedKeys.ts';
import { parsePath } from '../../../jobFile/expression/parseExpression.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { listExpressions } from '../../expressions/findExpression.ts';
import { findChild, type Layout } from '../../layout/layout.ts';
import { listJobs } from '../../names/declaredNames.ts';
import { type DocumentView, findFamily, findModel } from '../../view/documentView.ts';
import { findMemberFields, findMapKind, hasName, type MapKind } from '../../view/mapKind.ts';

/** Entries that are not indented below `jobs:` are still meant as jobs where a key is being written. */
export function findMapContext(layout: Layout, path: readonly string[]): MapKind {
  const [first] = path;
  const isJob = layout.hasJobs && first !== undefined && !isReservedKey(first);
  return findMapKind(layout, isJob ? ['jobs', ...path] : path);
}

/** A family that may apply at a position, with the models that lead to it. */
interface FamilyCandidate {
  readonly family: ModelFamily;
  readonly models: readonly string[];
}

export interface Shared<T> {
  readonly item: T;
  readonly family: ModelFamily;
  /** The only models that have the item. Empty if all have it. */
  readonly onlyFor: readonly string[];
}

/** Returns the families of a job, or of all jobs (undefined) in their order: several if a model is an axis. */
export function listCandidates(view: DocumentView, job: string | null | undefined): readonly FamilyCandidate[] {
  if (job !== undefined) return listOfJob(view, job);
  const jobs = [null, ...listJobs(view).map(({ key }) => key)];
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
export function jobOf(mapContext: MapKind): string | null | undefined {
  return 'job' in mapContext ? mapContext.job : undefined;
}

export function fieldsAt(mapContext: MapKind, family: ModelFamily): readonly Field[] {
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

export interface FieldOfFamily extends FamilyCandidate {
  readonly field: Field;
}

export interface FieldsAt {
  /** One field for each family that has it. */
  readonly fields: readonly FieldOfFamily[];
  readonly job: string | null | undefined;
  /** Whether the field is directly in the job, where the rules of its family apply. */
  readonly isOfJob: boolean;
}

/** Returns the fields whose value is below these keys: several if the job has several models. */
export function findFieldsAt(
  view: DocumentView,
  path: readonly string[],
): FieldsAt & { readonly candidates: readonly FamilyCandidate[] } {
  const key = path.at(-1) ?? '';
  const mapContext = findMapContext(view.layout, path.slice(0, -1));
  const job = jobOf(mapContext);
  const candidates = listCandidates(view, job);
  const find = (family: ModelFamily): Field | undefined =>
    fieldsAt(mapContext, family).find((each) => hasName(each, key));
  const fields = candidates.flatMap((candidate) => {
    const field = find(candidate.family);
    return field ? [{ ...candidate, field }] : [];
  });
  return { fields, candidates, job, isOfJob: mapContext.kind === 'job' };
}

interface VarOrAxis {
  readonly context: 'vars' | 'matrix';
  readonly name: string;
  readonly job: string | null;
}

/** Returns the fields, or the model, whose whole value is this name. */
export function findFieldsSetBy(view: DocumentView, name: VarOrAxis): FieldsAt | 'model' {
  const { job } = name;
  const paths = listExpressions(view)
    .filter((each) => (job === null || each.job === job) && references(each.source, name) && isAlone(view, each))
    .map(({ path }) => path);
  if (paths.some((path) => path.at(-1) === 'model')) return 'model';
  const found = paths.map((path) => findFieldsAt(view, path)).find(({ fields }) => fields.length > 0);
  return { fields: found?.fields ?? [], job, isOfJob: false };
}

function references(source: string, { context, name }: VarOrAxis): boolean {
  const [head, step, ...more] = parsePath(source);
  return head?.step === context && String(step?.step) === name && more.length === 0;
}

function isAlone({ text }: DocumentView, { start, end }: TextRange): boolean {
  const before = text.slice(Math.max(0, start - 20), start);
  const behind = text.slice(end, end + 20);
  return /(?:[:-]\s+|[[,]\s*)["']?\$\{\{$/.test(before) && /^\}\}["']?\s*(?:$|[\n\r,\]}#])/.test(behind);
}
