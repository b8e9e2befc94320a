import { assertNever } from '../support/assertNever.ts';
import type { Endpoint, Modality } from '../catalog/catalog.ts';
import { endpoints } from '../catalog/endpoints.ts';
import type { Field } from '../catalog/field.ts';
import { collisions, metadataChoices, onErrorChoices } from '../jobFile/controlKeys.ts';
import { describeModality, describeModel } from './describeModel.ts';
import { type DocumentView, findFields, findModel, hasJobs } from './documentView.ts';
import type { Completion } from './languageService.ts';
import { featureMessages as words } from './messages.ts';
import type { Place } from './place.ts';
import { quoteScalar } from './quoteScalar.ts';
import { findScope } from './scope.ts';

type ValuePlace = Extract<Place, { kind: 'value' }>;

/** One value to choose; `text` is the YAML of it where that is not the label, quoted when need be. */
interface Choice {
  readonly label: string;
  readonly text?: string;
  readonly kind: Completion['kind'];
  readonly detail?: string;
  readonly documentation?: string;
}

/** Values of the key that the cursor is behind; none where people write their own. */
export function completeValue(view: DocumentView, place: ValuePlace): readonly Completion[] {
  return findChoices(view, place.path).map((choice, index): Completion => {
    const { label, text = quoteScalar(label), ...rest } = choice;
    return {
      ...rest,
      label,
      insertText: place.needsBlank ? ` ${text}` : text,
      ...place.range,
      sortText: String(index).padStart(4, '0'),
    };
  });
}

function findChoices(view: DocumentView, path: readonly string[]): readonly Choice[] {
  const key = path.at(-1) ?? '';
  const scope = findScope(path.slice(0, -1), { hasJobs: hasJobs(view) });
  switch (scope.kind) {
    case 'job':
    case 'defaults':
      if (key === 'model') return modelChoices(view);
      if (key === 'gen' && scope.kind === 'job' && scope.job === null) return [versionChoice];
      return fieldChoices(view, findFields(view, scope), key);
    case 'member':
      return fieldChoices(view, findFields(view, scope), key);
    case 'file':
      return key === 'gen' ? [versionChoice] : [];
    case 'gen':
      if (key === 'version') return [versionChoice];
      if (key === 'on_error') return onErrorChoices.map((label) => ({ label, kind: 'value' }));
      return key === 'endpoint' ? endpointChoices(view, scope.job) : [];
    case 'output':
      if (key === 'collision') return collisions.map((label) => ({ label, kind: 'value' }));
      return key === 'metadata' ? metadataChoices.map((label) => ({ label, kind: 'value' })) : [];
    case 'jobs':
    case 'matrix':
    case 'other':
      return [];
    default:
      return assertNever(scope);
  }
}

const versionChoice: Choice = { label: '1', text: '1', kind: 'value' };

/** An open list is offered like a closed one; only the checks tell them apart. */
function fieldChoices({ translate }: DocumentView, fields: readonly Field[], key: string): readonly Choice[] {
  const field = fields.find(({ name, aliases }) => name === key || aliases?.includes(key));
  if (!field) return [];
  const isDefault = (value: string): boolean => String(field.default) === value;
  const describe = (value: string): Pick<Choice, 'detail'> =>
    isDefault(value) ? { detail: translate(words.defaultValue, { value }) } : {};
  if (field.type.kind === 'boolean') {
    return ['true', 'false'].map((label): Choice => ({ label, text: label, kind: 'value', ...describe(label) }));
  }
  const listed = (field.constraints ?? []).flatMap((each) => (each.kind === 'enum' ? each.values.map(String) : []));
  const isNumber = field.type.kind === 'integer' || field.type.kind === 'number';
  return [...new Set([...listed, ...(field.suggestions ?? [])])].map((label): Choice => ({
    label,
    ...(isNumber ? { text: label } : {}),
    kind: 'value',
    ...describe(label),
  }));
}

const modalityOrder: readonly Modality[] = ['image', 'video', 'music', 'speech', 'chat'];

/** Each once: a model that speaks on several paths with fields of their own belongs to several families. */
function modelChoices({ catalog, translate }: DocumentView): readonly Choice[] {
  const families = [...catalog.families].sort(
    (a, b) => modalityOrder.indexOf(a.modality) - modalityOrder.indexOf(b.modality),
  );
  return families.flatMap((family) => {
    const own = family.models.flatMap((id) => catalog.models.get(id) ?? []);
    const shown = own.filter((model) => model.families[0] === family);
    return shown.map((model): Choice => ({
      label: model.id,
      kind: 'model',
      detail: `${describeModality(family.modality, translate)} · ${family.title}`,
      documentation: describeModel(model, translate),
    }));
  });
}

/** Those of the model, the default first, or all where it is not known. */
function endpointChoices(view: DocumentView, job: string | null): readonly Choice[] {
  const own = findModel(view, job)?.families.flatMap((family) => family.endpoints);
  const known: readonly Endpoint[] = own ?? Object.values(endpoints);
  const paths = new Set(known.map(({ path }) => path));
  return [...paths].map((label): Choice => ({ label, kind: 'value' }));
}
