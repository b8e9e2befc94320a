import type { ModelFamily } from '../../../catalog/catalog.ts';
import { checkRules } from '../../../catalog/checkRules.ts';
import { indexFields } from '../../../catalog/createCatalog.ts';
import type { Field } from '../../../catalog/field.ts';
import { findEntry, mapToJson } from '../../../jobFile/syntax/syntaxNode.ts';
import { replaceFiles } from '../../../jobFile/write/replaceFiles.ts';
import { writeEntries } from '../../../jobFile/write/writeValue.ts';
import type { JsonObject } from '../../../support/json/json.ts';
import { withLineBreaksOf } from '../../../support/text/lines.ts';
import { describeModality } from '../../describe/describeModel.ts';
import { insertBelow, insertEntry, lastOwn } from '../../edits/insertEntry.ts';
import { findValuePath, type NodePath } from '../../edits/nodePath.ts';
import { writtenValue } from '../../edits/written.ts';
import { type DocumentView, findFamily } from '../../view/documentView.ts';
import { actionMessages as titles } from '../actionMessages.ts';
import { findFieldAt } from '../findField.ts';
import { findLabeledJob, type JobEntry } from '../jobEntry.ts';
import { argOf, type Broken, type FindFixes, type Fix } from '../fix.ts';
import { buildNewField, findCursor, insertField } from '../newField.ts';
import { renameKey } from './nearestNames.ts';

/** Adds a field that is missing in the job, or in a map inside the job. */
export const fixMissingField: FindFixes = (broken) => {
  const { view, problem } = broken;
  const name = argOf(problem, 'field');
  if (argOf(problem, 'variant') === 'nested') return addMember(broken, name);
  const nodePath = findLabeledJob(view, problem);
  return nodePath ? addFields(broken, nodePath, [name]).map((fix) => ({ ...fix, isPreferred: true })) : [];
};

export const fixMissingOneOf: FindFixes = (broken) => {
  const nodePath = findLabeledJob(broken.view, broken.problem);
  return nodePath ? addFields(broken, nodePath, argOf(broken.problem, 'fields').split(', ')) : [];
};

export function addFields({ view }: Broken, nodePath: JobEntry, names: readonly string[]): readonly Fix[] {
  return names.flatMap((name): readonly Fix[] => {
    const known = findFieldOf(view, nodePath.job.id, name);
    if (!known) return [];
    const { isOpen, ...entry } = buildNewField(known.field, known.family);
    const made = insertField(view.text, nodePath, entry);
    if (!made) return [];
    const cursor = isOpen ? { cursorAt: made.cursorAt } : {};
    return [{ title: view.translate(titles.add, { name }), edits: [made.edit], ...cursor }];
  });
}

/** If a matrix has several models, the first model that has the field decides. */
function findFieldOf(
  view: DocumentView,
  job: string | null,
  name: string,
): { readonly field: Field; readonly family: ModelFamily } | null {
  const checked = view.checked.jobs.find((each) => each.job.id === job);
  const families = [findFamily(view, job), ...(checked?.groups ?? []).map(({ target }) => target?.family)];
  for (const family of families) {
    const field = family?.fields.find((each) => each.name === name);
    if (family && field) return { field, family };
  }
  return null;
}

function addMember({ view, problem }: Broken, name: string): readonly Fix[] {
  const nodePath = findValuePath(view.checked.jobFile.root, problem);
  if (nodePath?.node.kind !== 'map') return [];
  let owner: NodePath | null = nodePath;
  while (owner && !owner.entry) owner = owner.parent;
  const member = findMember(owner ? findFieldAt(view, owner) : undefined, name);
  const { isOpen, key, value } = buildNewField(
    member ?? { name, type: { kind: 'unknown' }, description: '' },
    undefined,
  );
  const edit = insertEntry(view.text, nodePath.node, { key, value, after: lastOwn(nodePath.node) });
  if (!edit) return [];
  const cursor = isOpen ? { cursorAt: findCursor(edit, key) } : {};
  return [{ title: view.translate(titles.add, { name }), edits: [edit], isPreferred: true, ...cursor }];
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
  const { view, problem } = broken;
  if (argOf(problem, 'variant') === 'empty-file') return startFile(broken);
  if (argOf(problem, 'variant') === 'suggestion') return renameKey(broken, [argOf(problem, 'suggestion')]);
  const nodePath = findLabeledJob(view, problem);
  if (!nodePath) return [];
  const used = view.checked.jobs.flatMap(({ target }) => (target?.modelId ? [target.modelId] : []));
  const fitting = onePerModality(view.catalog.families.filter((family) => fits(family, nodePath)));
  const kinds = new Map(view.catalog.families.flatMap((each) => each.models.map((model) => [model, each.modality])));
  const models = [...new Set([...used, ...fitting.flatMap(({ models }) => models.slice(0, 1))])];
  return models.slice(0, maxOffered).flatMap((model): readonly Fix[] => {
    const { map, entry } = nodePath;
    const value = writtenValue(model);
    const edit = map
      ? insertEntry(view.text, map, { key: 'model', value, after: null })
      : entry && insertBelow(view.text, entry, { key: 'model', value });
    if (!edit) return [];
    const kind = kinds.get(model);
    const title =
      kind === undefined
        ? view.translate(titles.addWith, { name: 'model', value: model })
        : view.translate(titles.addModel, { model, kind: describeModality(kind, view.translate) });
    return [{ title, edits: [edit] }];
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

/** Suggests a whole job of each kind. */
function startFile({ view }: Broken): readonly Fix[] {
  const families = onePerModality(
    view.catalog.families.filter(({ models, sample }) => models.length > 0 && !('gen' in sample)),
  );
  return families.map((family): Fix => {
    const end = view.text.length;
    const isOnNewLine = end === 0 || view.text.endsWith('\n');
    const lines = `${isOnNewLine ? '' : '\n'}${writeEntries(valuesOf(family), '')}\n`;
    const newText = withLineBreaksOf(view.text, lines);
    const kind = describeModality(family.modality, view.translate);
    return { title: view.translate(titles.startJob, { name: kind }), edits: [{ start: end, end, newText }] };
  });
}

/** Returns the sample of a family with the first of its models. */
function valuesOf(family: ModelFamily): JsonObject {
  return { model: family.models[0] ?? '', ...replaceFiles(family.sample, [family]) };
}

/** Adds the first entry of `jobs:`. */
export const fixMissingJob: FindFixes = ({ view }) => {
  const jobs = findEntry(view.checked.jobFile.root, 'jobs');
  const family = view.catalog.families.find(({ models, sample }) => models.length > 0 && !('gen' in sample));
  if (!jobs || !family) return [];
  const key = 'first';
  const edit = insertBelow(view.text, jobs, { key, value: writtenValue(valuesOf(family)) });
  if (!edit) return [];
  const renameAt = edit.start + edit.newText.indexOf(key);
  return [{ title: view.translate(titles.add, { name: key }), edits: [edit], isPreferred: true, renameAt }];
};
