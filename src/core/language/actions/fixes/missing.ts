import type { ModelFamily } from '../../../catalog/catalog.ts';
import { checkRules } from '../../../catalog/checkRules.ts';
import { indexFields } from '../../../catalog/createCatalog.ts';
import type { Field } from '../../../catalog/field.ts';
import type { ProblemCode } from '../../../jobFile/problem.ts';
import { findEntry, isNull, mapToJson, type SyntaxEntry } from '../../../jobFile/syntax/syntaxNode.ts';
import { replaceFiles } from '../../../jobFile/write/replaceFiles.ts';
import { writeEntries } from '../../../jobFile/write/writeValue.ts';
import { type JsonObject, isJsonObject, type JsonValue } from '../../../support/json/json.ts';
import { lineEndAt, withLineBreaksOf } from '../../../support/text/lines.ts';
import { describeModality } from '../../describe/describeModel.ts';
import {
  insertEntry,
  insertUnder,
  lastOwn,
  type NewEntry,
  type Written,
  writtenLine,
  writtenValue,
} from '../../edits/insertEntry.ts';
import type { NodePath } from '../../edits/nodePath.ts';
import type { TextEdit } from '../../languageService.ts';
import { actionMessages as titles } from '../../messages.ts';
import { type DocumentView, findFamily } from '../../view/documentView.ts';
import { Broken, type FindFixes, type Fix, offer, prefer } from '../fix.ts';
import { findFieldAt, findLabeledJob, type JobEntry } from '../jobEntry.ts';
import { renameKey } from './nearestNames.ts';
import { fixAnchor, fixCommentValue, fixWord } from './traps.ts';

export const fixMissingField: FindFixes = (broken) => {
  const name = broken.arg('field');
  if (broken.variant === 'nested') {
    const member = broken.valuePath?.node.kind === 'map' ? findEntry(broken.valuePath.node, name) : undefined;
    // Its value is there, and the fix of that problem, which is beside this one, keeps it.
    return findLost(broken, member) ? [] : addMember(broken, name);
  }
  const job = findLabeledJob(broken.view, broken.problem);
  const lost = job && findLost(broken, findEntry(job.map, name));
  if (lost) return lost;
  return job ? addFields(broken, job, [name]).map((fix) => ({ ...fix, isPreferred: true })) : [];
};

/** What YAML reads as no value, with the fixes that keep it. */
const keepers: Partial<Record<ProblemCode, FindFixes>> = {
  'comment-as-value': fixCommentValue,
  'anchor-in-text': fixAnchor,
  'null-word': fixWord,
};

/** The value is written, and YAML does not read it. Null if there is none. */
function findLost({ view, text }: Broken, entry: SyntaxEntry | undefined): readonly Fix[] | null {
  if (!entry || !isNull(entry.value)) return null;
  const lineEnd = lineEndAt(text, entry.keyRange.end);
  const problem = view.checked.problems.find(
    ({ code, start }) => keepers[code] && start >= entry.keyRange.end && start <= lineEnd,
  );
  return (problem && keepers[problem.code]?.(new Broken(view, problem))) ?? null;
}

export const fixMissingOneOf: FindFixes = (broken) => {
  const job = findLabeledJob(broken.view, broken.problem);
  return job ? addFields(broken, job, broken.arg('fields').split(', ')) : [];
};

export function addFields(broken: Broken, job: JobEntry, names: readonly string[]): readonly Fix[] {
  return names.flatMap((name): readonly Fix[] => {
    const known = findFieldOf(broken.view, job.job.id, name);
    if (!known) return [];
    const { isOpen, ...entry } = buildNewField(known.field, known.family);
    const edit = insertField(broken.text, job, entry);
    return offer(broken.title(titles.add, { name }), edit, findCursor(edit, name, { isOpen }));
  });
}

/** If a matrix has several models, the first model that has the field decides. */
function findFieldOf(view: DocumentView, job: string | null, name: string) {
  const checked = view.checked.jobs.find((each) => each.job.id === job);
  const families = [findFamily(view, job), ...(checked?.groups ?? []).map(({ target }) => target?.family)];
  for (const family of families) {
    const field = family?.fields.find((each) => each.name === name);
    if (family && field) return { field, family };
  }
  return null;
}

function addMember(broken: Broken, name: string): readonly Fix[] {
  const { view, valuePath } = broken;
  if (valuePath?.node.kind !== 'map') return [];
  let owner: NodePath | null = valuePath;
  while (owner && !owner.entry) owner = owner.parent;
  const member = findMember(owner ? findFieldAt(view, owner) : undefined, name);
  const { isOpen, key, value } = buildNewField(member ?? { name, type: { kind: 'unknown' }, description: '' });
  const edit = insertEntry(broken.text, valuePath.node, { key, value, after: lastOwn(valuePath.node) });
  return prefer(broken.title(titles.add, { name }), edit, findCursor(edit, key, { isOpen }));
}

/** Finds a member of an object by name. The field may also be a list of such objects, at any depth. */
function findMember(field: Field | undefined, name: string): Field | undefined {
  let type = field?.type;
  while (type?.kind === 'array') type = type.items;
  return type?.kind === 'object' ? type.fields.find((each) => each.name === name) : undefined;
}

const maxOffered = 5;

/** Suggests the models that the file already uses, then one of each kind that accepts the existing fields. */
export const fixMissingModel: FindFixes = (broken) => {
  const { view, text } = broken;
  if (broken.variant === 'empty-file') return startFile(broken);
  if (broken.variant === 'suggestion') return renameKey(broken, [broken.arg('suggestion')]);
  const job = findLabeledJob(view, broken.problem);
  if (!job) return [];
  const used = view.checked.jobs.flatMap(({ target }) => (target?.modelId ? [target.modelId] : []));
  const fitting = onePerModality(view.catalog.families.filter((family) => fits(family, job)));
  const kinds = new Map(view.catalog.families.flatMap((each) => each.models.map((model) => [model, each.modality])));
  const models = [...new Set([...used, ...fitting.flatMap(({ models }) => models.slice(0, 1))])];
  return models.slice(0, maxOffered).flatMap((model) => {
    const entry = { key: 'model', value: writtenValue(model) };
    const edit = job.map
      ? insertEntry(text, job.map, { ...entry, after: null })
      : job.entry && insertUnder(text, job.entry, entry);
    const kind = kinds.get(model);
    const title =
      kind === undefined
        ? broken.title(titles.addWith, { name: 'model', value: model })
        : broken.title(titles.addModel, { model, kind: describeModality(kind, view.translate) });
    return offer(title, edit);
  });
};

/** Returns the first family of each modality, in the order of the catalog. */
function onePerModality(families: readonly ModelFamily[]): readonly ModelFamily[] {
  return families.filter(({ modality }, at) => families.findIndex((each) => each.modality === modality) === at);
}

/** Whether the job would be complete with this family, as far as its values are known. */
function fits({ fields, models, rules }: ModelFamily, { job }: JobEntry): boolean {
  const known = indexFields(fields);
  const given = job.fields.map(({ key, value }) => [known.get(key)?.name, mapToJson(value)] as const);
  const present = new Set(given.flatMap(([name]) => (name === undefined ? [] : [name])));
  const needsMore = fields.some(({ isRequired, name }) => isRequired && !present.has(name));
  const values = Object.fromEntries(given.map(([name = '', value]) => [name, value]));
  const isAllKnown = given.every(([name]) => name !== undefined);
  return models.length > 0 && isAllKnown && !needsMore && checkRules(rules, { present, values }).length === 0;
}

function startFile(broken: Broken): readonly Fix[] {
  const { view, text } = broken;
  const end = text.length;
  const lead = end === 0 || text.endsWith('\n') ? '' : '\n';
  return onePerModality(view.catalog.families.filter(hasSample)).flatMap((family) => {
    const newText = withLineBreaksOf(text, `${lead}${writeEntries(valuesOf(family), '')}\n`);
    const name = describeModality(family.modality, view.translate);
    return offer(broken.title(titles.startJob, { name }), { start: end, end, newText });
  });
}

function hasSample({ models, sample }: ModelFamily): boolean {
  return models.length > 0 && !('gen' in sample);
}

function valuesOf(family: ModelFamily): JsonObject {
  return { model: family.models[0] ?? '', ...replaceFiles(family.sample, [family]) };
}

export const fixMissingJob: FindFixes = (broken) => {
  const jobs = findEntry(broken.root, 'jobs');
  const family = broken.view.catalog.families.find(hasSample);
  if (!jobs || !family) return [];
  const name = 'first';
  const edit = insertUnder(broken.text, jobs, { key: name, value: writtenValue(valuesOf(family)) });
  const rest = edit ? { renameAt: edit.start + edit.newText.indexOf(name) } : {};
  return prefer(broken.title(titles.add, { name }), edit, rest);
};

/** An empty block scalar (`|`), with its first line ready. */
const emptyProse: Written = { block: (indent) => ` |\n${indent}  `, inline: ' ""' };

/**
 * Uses the default value of the gateway, or else the first value that is known to be accepted. Prose and media are
 * never invented. With `isOpen` only the user knows the value, so the field stays missing until it is written.
 */
function buildNewField(field: Field, family?: ModelFamily) {
  const key = field.name;
  if (field.isProse) return { key, value: emptyProse, isOpen: true };
  const value = field.isMedia ? undefined : findStart(field, family);
  if (value !== undefined) return { key, value: writtenValue(value), isOpen: false };
  return { key, value: writtenLine(field.type.kind === 'string' ? '""' : ''), isOpen: true };
}

function findStart(field: Field, family: ModelFamily | undefined): JsonValue | undefined {
  const { constraints = [], suggestions = [], type } = field;
  const listed = constraints.find((each) => each.kind === 'enum')?.values[0];
  const sample = family && Object.hasOwn(family.sample, field.name) ? family.sample[field.name] : undefined;
  const [min] = constraints.flatMap((each) => (each.kind === 'range' ? [each.min] : []));
  const flag = type.kind === 'boolean' ? false : undefined;
  const isText = isJsonObject(sample) || Array.isArray(sample) ? undefined : sample;
  return field.default ?? listed ?? isText ?? suggestions[0] ?? min ?? flag;
}

/** Inserts a field into a job, directly after its model. */
export function insertField(text: string, { entry, map }: JobEntry, field: NewEntry): TextEdit | null {
  if (!map) return entry && insertUnder(text, entry, field);
  const model = map.entries.find((each) => each.key === 'model' && !each.isMerged);
  return insertEntry(text, map, { ...field, after: model ?? (entry ? null : lastOwn(map)) });
}

/** Returns the offset after an open value, or inside its quotes. */
function findCursor(
  edit: TextEdit | null,
  key: string,
  { isOpen }: { readonly isOpen: boolean },
): Pick<Fix, 'cursorAt'> {
  if (!edit || !isOpen) return {};
  const { start, newText } = edit;
  const from = newText.indexOf(key);
  const quotes = newText.indexOf('""', from);
  if (quotes >= 0) return { cursorAt: start + quotes + 1 };
  // The comment of the line may have the sign of a block scalar as well.
  if (/^[^:]*: \|(?: #[^\n]*)?\r?\n/.test(newText.slice(from))) {
    return { cursorAt: start + newText.replace(/\r?\n$/, '').length };
  }
  const written = newText.trimEnd();
  return { cursorAt: start + written.length + (written.endsWith(':') ? 1 : 0) };
}
