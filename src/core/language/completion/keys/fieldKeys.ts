import type { ModelFamily } from '../../../catalog/catalog.ts';
import type { Field, FieldType } from '../../../catalog/field.ts';
import { describeField, describeType } from '../../describe/describeField.ts';
import type { CompletionContext } from '../../layout/findCompletionContext.ts';
import { featureMessages as words } from '../../messages.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { MapKind } from '../../view/mapKind.ts';
import type { CompletionDraft, Insertion } from '../completionDraft.ts';
import { fieldsAt, jobOf, listCandidates, share, type Shared } from './candidates.ts';
import { isRuledOut, listMissing, buildRuleInput } from './ruledOut.ts';

export type KeyContext = Extract<CompletionContext, { kind: 'key' }>;

/** Writes a field at a position: with its value after it, or with a list of its values. */
type WriteField = (field: Field, keyContext: KeyContext) => Insertion;

interface OfferedField {
  readonly field: Field;
  /** 0 if the field is required, 1 if one of several fields is required, otherwise 2. */
  readonly rank: number;
}

/**
 * Returns the fields that fit and are not present yet: first the required ones, then those that all models accept, then
 * those that only some accept.
 */
export function completeFieldKeys(
  view: DocumentView,
  keyContext: KeyContext,
  { mapContext, write = writeField }: { readonly mapContext: MapKind; readonly write?: WriteField },
): readonly CompletionDraft[] {
  const offered = share(
    listCandidates(view, jobOf(mapContext)),
    (family) => listOffered(view, { family, mapContext, siblings: keyContext.siblings }),
    ({ field }) => field.name,
  );
  const rankOf = ({ item, onlyFor }: Shared<OfferedField>): number => (onlyFor.length === 0 ? item.rank : 2);
  return offered
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ item: { field }, family, onlyFor }): CompletionDraft => {
      const rules = fieldsAt(mapContext, family) === family.fields ? family.rules : [];
      return {
        ...write(field, keyContext),
        ...(!keyContext.hasColon && field.isMedia && view.world.files ? { triggersNext: true } : {}),
        label: field.name,
        start: keyContext.range.start,
        end: keyContext.range.end,
        kind: 'field',
        detail: [describeType(field, view.translate), ...describeOnly(onlyFor, view)].join(' · '),
        documentation: describeField(field, { rules, translate: view.translate }),
      };
    });
}

interface FamilyContext {
  readonly family: ModelFamily;
  readonly mapContext: MapKind;
  readonly siblings: ReadonlySet<string>;
}

/** The rules of a family apply only directly in a job, and no field is required as an axis. */
function listOffered(view: DocumentView, { family, mapContext, siblings }: FamilyContext): readonly OfferedField[] {
  const fields = fieldsAt(mapContext, family);
  const rankOf = ({ isRequired }: Field): number => (isRequired ? 0 : 2);
  if (mapContext.kind !== 'job') {
    const isAxis = mapContext.kind === 'matrix' || mapContext.kind === 'combination';
    return fields
      .filter((each) => !isPresent(each, siblings))
      .map((field) => (isAxis ? { ...field, isRequired: false } : field))
      .map((field) => ({ field, rank: rankOf(field) }));
  }
  const taken = new Set([...siblings, ...listSetAxes(view, mapContext.job)]);
  const facts = buildRuleInput(view, { job: mapContext.job, family, siblings: taken });
  const missing = listMissing(family, facts);
  return fields
    .filter((field) => !isPresent(field, taken) && !isRuledOut(family, field.name, facts))
    .map((field) => ({ field, rank: Math.min(rankOf(field), missing.has(field.name) ? 1 : 2) }));
}

/** Returns the axes that set the field with their name because they are not variables. */
export function listSetAxes({ checked }: DocumentView, job: string | null): readonly string[] {
  if (!checked.jobFile.jobs.find(({ id }) => id === job)?.matrix) return [];
  const { expansion, variables } = checked.jobs.find((each) => each.job.id === job)?.compiled ?? {};
  return (expansion?.axes ?? []).flatMap(({ name }) => (variables?.has(name) ? [] : [name]));
}

const maxModels = 2;

/** Returns "only <model>" for a field that not all models accept. */
export function describeOnly(models: readonly string[], { translate }: DocumentView): readonly string[] {
  if (models.length === 0) return [];
  const shown = models.slice(0, maxModels).join(', ');
  return [translate(words.onlyModels, { models: models.length > maxModels ? `${shown}, …` : shown })];
}

/** Whether a field is present under any of its spellings. */
function isPresent({ name, aliases = [] }: Field, siblings: ReadonlySet<string>): boolean {
  return [name, ...aliases].some((each) => siblings.has(each));
}

/** Whether a list of values should open immediately. Prose and free text have none. */
function hasChoices({ type, suggestions, constraints = [], default: preset }: Field): boolean {
  return (
    type.kind === 'boolean' ||
    suggestions !== undefined ||
    constraints.some(({ kind }) => kind === 'enum') ||
    (preset !== undefined && type.kind !== 'string')
  );
}

/**
 * Writes a field with the cursor at its value. Prose is written in a block scalar (`|`), where YAML changes no
 * character.
 */
function writeField(field: Field, { hasColon, isFlow }: KeyContext): Insertion {
  const { name, type, isProse = false } = field;
  if (hasColon) return { insertText: name };
  const isList = type.kind === 'array';
  if (isFlow) return writeInFlow(name, type, hasChoices(field));
  if (type.kind === 'object') return { insertText: `${name}:\n  $0`, isSnippet: true, triggersNext: true };
  if (isList)
    return { insertText: `${name}:\n  - $0`, isSnippet: true, ...(isMap(type.items) ? { triggersNext: true } : {}) };
  if (isProse) return { insertText: `${name}: |\n  $0`, isSnippet: true };
  return { insertText: `${name}: `, ...(hasChoices(field) ? { triggersNext: true } : {}) };
}

function writeInFlow(name: string, { kind }: FieldType, asks: boolean): Insertion {
  if (kind === 'object') return { insertText: `${name}: {$0}`, isSnippet: true, triggersNext: true };
  if (kind === 'array') return { insertText: `${name}: [$0]`, isSnippet: true };
  return { insertText: `${name}: `, ...(asks ? { triggersNext: true } : {}) };
}

function isMap(type: FieldType): boolean {
  return type.kind === 'object';
}

/** Writes an axis: a list of values of the field. */
export function writeAxis(field: Field, { hasColon, isFlow }: KeyContext): Insertion {
  const { name } = field;
  if (hasColon) return { insertText: name };
  const asks = hasChoices(field) ? { triggersNext: true } : {};
  return { insertText: isFlow ? `${name}: [$0]` : `${name}:\n  - $0`, isSnippet: true, ...asks };
}
