import type { ModelFamily } from '../../../catalog/catalog.ts';
import type { Field } from '../../../catalog/field.ts';
import { lineEndAt, spaces, withLineBreaksOf } from '../../../support/text/lines.ts';
import type { TextRange } from '../../../support/textRange.ts';
import { orderEdits } from '../../edits/editLog.ts';
import { describeField, describeType } from '../../describe/describeField.ts';
import { featureMessages as words } from '../../messages.ts';
import { findChild, type LayoutEntry } from '../../layout/layout.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { hasName, type MapKind } from '../../view/mapKind.ts';
import { type CompletionDraft, type KeyContext, writeNewKey } from '../completionDraft.ts';
import { fieldsAt, jobOf, listCandidates, share, type Shared } from './candidates.ts';
import { isRuledOut, listMissing, buildRuleInput } from './ruledOut.ts';

/**
 * Offers the members of objects whose names have what is typed, as `metadata.image`: a user knows what a field is called,
 * but not where it is. If the job has the object already, in lines of its own, the member is written there.
 */
export function completeMembers(
  view: DocumentView,
  keyContext: KeyContext,
  { job }: Extract<MapKind, { kind: 'job' }>,
): readonly CompletionDraft[] {
  const typed = view.text.slice(keyContext.range.start, keyContext.range.end).toLowerCase();
  if (typed === '' || keyContext.hasColon || keyContext.isFlow) return [];
  const entries = job === null ? view.layout.entries : (view.layout.findJob(job)?.children ?? []);
  const members = share(
    listCandidates(view, job),
    ({ fields }) =>
      fields.flatMap(({ name: owner, type }) =>
        type.kind !== 'object' ? [] : type.fields.map((field) => ({ owner, field, path: `${owner}.${field.name}` })),
      ),
    ({ path }) => path,
  );
  return members.flatMap(({ item: { owner, field, path }, family, onlyFor }): readonly CompletionDraft[] => {
    const entry = findChild(entries, owner);
    const isOpen = !entry || (entry.value.style === 'none' && !findChild(entry.children, field.name));
    if (!isOpen || !field.name.includes(typed) || family.fields.some((each) => hasName(each, field.name))) return [];
    const { insertText, ...written } = writeField(field, keyContext, { isAxis: false, family });
    const asks = field.isMedia && view.world.files ? { triggersNext: true } : {};
    return [
      {
        ...(entry
          ? writeBelow(view.text, { owner: entry, word: keyContext.range, insertText })
          : { ...written, ...asks, insertText: `${owner}:\n  ${insertText.replaceAll('\n', '\n  ')}` }),
        label: path,
        filterText: field.name,
        ...keyContext.range,
        kind: 'field',
        detail: [describeType(field, view.translate), ...describeOnly(onlyFor, view)].join(' · '),
        documentation: describeField(field, { rules: [], translate: view.translate }),
      },
    ];
  });
}

/** Writes a key on the line below its object, and removes the line of the word, on which nothing is left. */
function writeBelow(
  text: string,
  { owner, word, insertText }: { readonly owner: LayoutEntry; readonly word: TextRange; readonly insertText: string },
): Pick<CompletionDraft, 'insertText' | 'edits' | 'cursorAt'> {
  const at = lineEndAt(text, owner.keyRange.end);
  const lead = `\n${spaces(owner.children[0]?.indent ?? owner.indent + 2)}`;
  const newText = withLineBreaksOf(text, lead + insertText.replaceAll('\n', lead));
  const cursor = newText.indexOf('$0');
  const added = { start: at, end: at, newText: newText.replace('$0', '') };
  const gone = { start: text.slice(0, word.start).trimEnd().length, end: word.start, newText: '' };
  // One place cannot have two edits.
  const edits = at === gone.start ? [{ ...added, end: gone.end }] : orderEdits([added, gone]);
  const removed = at > gone.start ? word.end - gone.start : 0;
  return { insertText: '', edits, cursorAt: at - removed + (cursor < 0 ? newText.length : cursor) };
}

interface OfferedField {
  readonly field: Field;
  /** 0 if the field is required, 1 if one of several fields is required, otherwise 2. */
  readonly rank: number;
}

/**
 * Returns the fields that fit and are not present yet. Required fields come first, then the fields of all models, then
 * the fields of some models. An axis gets a list of values.
 */
export function completeFieldKeys(
  view: DocumentView,
  keyContext: KeyContext,
  mapContext: MapKind,
): readonly CompletionDraft[] {
  const offered = share(
    listCandidates(view, jobOf(mapContext)),
    (family) => listOffered(view, family, { mapContext, siblings: keyContext.siblings }),
    ({ field }) => field.name,
  );
  const rankOf = ({ item, onlyFor }: Shared<OfferedField>): number => (onlyFor.length === 0 ? item.rank : 2);
  return offered
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ item: { field }, family, onlyFor }): CompletionDraft => {
      const rules = fieldsAt(mapContext, family) === family.fields ? family.rules : [];
      return {
        ...writeField(field, keyContext, { isAxis: mapContext.kind === 'matrix', family }),
        ...(!keyContext.hasColon && field.isMedia && view.world.files ? { triggersNext: true } : {}),
        label: field.name,
        ...keyContext.range,
        kind: 'field',
        detail: [describeType(field, view.translate), ...describeOnly(onlyFor, view)].join(' · '),
        documentation: describeField(field, { rules, translate: view.translate }),
      };
    });
}

/** The rules of a family apply only directly in a job, and no field is required as an axis. */
function listOffered(
  view: DocumentView,
  family: ModelFamily,
  { mapContext, siblings }: { readonly mapContext: MapKind; readonly siblings: ReadonlySet<string> },
): readonly OfferedField[] {
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

/** A picture is mostly described in one line. In a block, the next fields would become part of its text. */
const ofOneLine: ReadonlySet<string> = new Set(['image', 'video']);

function writeField(
  field: Field,
  keyContext: KeyContext,
  { isAxis, family }: { readonly isAxis: boolean; readonly family: ModelFamily },
) {
  const { name, type, isProse = false } = field;
  if (isAxis) return writeNewKey(name, keyContext, { form: 'list', asks: hasChoices(field) });
  if (type.kind === 'object') return writeNewKey(name, keyContext, { form: 'map', asks: true });
  if (type.kind === 'array') {
    const asks = type.items.kind === 'object' && !keyContext.isFlow;
    return writeNewKey(name, keyContext, { form: 'list', asks });
  }
  return writeNewKey(name, keyContext, {
    form: isProse && !ofOneLine.has(family.modality) ? 'prose' : 'value',
    asks: !isProse && hasChoices(field),
  });
}
