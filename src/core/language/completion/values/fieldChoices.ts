import type { Modality, Model, ModelFamily } from '../../../catalog/catalog.ts';
import type { Field } from '../../../catalog/field.ts';
import { getOwn } from '../../../support/json/getOwn.ts';
import type { JsonValue } from '../../../support/json/json.ts';
import { formatAmount } from '../../../support/text/formatAmount.ts';
import { describeModality, describeModel } from '../../describe/describeModel.ts';
import { featureMessages as words } from '../../messages.ts';
import { type DocumentView, findTypicalCost } from '../../view/documentView.ts';
import { goalWords } from '../completionDraft.ts';
import { share, type FieldOfFamily, type FieldsAt } from '../keys/candidates.ts';
import { describeOnly } from '../keys/fieldKeys.ts';
import { isRefused, buildRuleInput } from '../keys/ruledOut.ts';
import type { Choice } from './valueContext.ts';

type ListedValue = ReturnType<typeof listValues>[number];

/** Returns the values of a field of closed and open lists. Values that all models accept come first. */
export function listFieldChoices(view: DocumentView, at: FieldsAt): readonly Choice[] {
  const { fields } = at;
  const offered = share(
    fields,
    (family) => {
      const own = fields.find((each) => each.family === family);
      return own ? listValues(own.field).filter((value) => isAllowed(view, value, own, at)) : [];
    },
    ({ label }) => label,
  );
  return offered.map(({ item: { label, isText, isDefault, meaning }, onlyFor }): Choice => {
    const preset = isDefault ? [view.translate(words.defaultValue, { value: label })] : [];
    const meant = meaning === undefined ? [] : [view.translate(meaning, {})];
    const detail = [...meant, ...preset, ...describeOnly(onlyFor, view)].join(' · ');
    return {
      label,
      ...(isText ? {} : { text: label }),
      kind: 'value',
      ...(detail === '' ? {} : { detail }),
      ...(isDefault ? { isPreselected: true } : {}),
    };
  });
}

function listValues({ type, default: preset, suggestions = [], constraints = [], valueLabels }: Field) {
  const listed =
    type.kind === 'boolean'
      ? ['true', 'false']
      : constraints.flatMap((each) => (each.kind === 'enum' ? each.values.map(String) : []));
  const labels = new Set([...listed, ...suggestions]);
  // Prose and media have no typical value.
  if (preset !== undefined) labels.add(String(preset));
  return [...labels].map((label) => ({
    label,
    // A string is quoted if necessary. Any other value is written unchanged.
    isText: type.kind === 'string',
    isDefault: String(preset) === label,
    meaning: valueLabels && getOwn(valueLabels, label),
  }));
}

/** Whether no rule refuses the value together with the other fields. */
function isAllowed(
  view: DocumentView,
  { label, isText }: ListedValue,
  { family, field }: FieldOfFamily,
  { job, isOfJob }: FieldsAt,
): boolean {
  if (!isOfJob || job === undefined) return true;
  const siblings = view.checked.jobFile.jobs.find(({ id }) => id === job)?.fields.map(({ key }) => key) ?? [];
  const facts = buildRuleInput(view, { job, family, siblings: new Set(siblings) });
  const value: JsonValue = isText ? label : label === 'true' || label === 'false' ? label === 'true' : Number(label);
  return !isRefused(family, { name: field.name, value }, facts);
}

const modalityOrder: readonly Modality[] = ['image', 'video', 'music', 'speech', 'chat'];

/**
 * Lists each model once, those that the user has used before first. A model with several endpoints, each with its own
 * fields, belongs to several families.
 */
export function listModelChoices(view: DocumentView): readonly Choice[] {
  const { catalog, translate } = view;
  const families = [...catalog.families].sort(
    (a, b) => modalityOrder.indexOf(a.modality) - modalityOrder.indexOf(b.modality),
  );
  const choices = families.flatMap((family) => {
    const own = family.models.flatMap((id) => catalog.models.get(id) ?? []);
    const shown = own.filter((model) => model.families[0] === family);
    return shown.map((model): Choice => ({
      label: model.id,
      kind: 'model',
      detail: describe(view, model, family),
      filterText: [model.id, family.title, goalWords[family.modality]].join(' '),
      documentation: describeModel(model, translate, findTypicalCost(view, model.id)),
    }));
  });
  const isUsed = ({ label }: Choice): boolean => (findTypicalCost(view, label)?.samples ?? 0) > 0;
  return [...choices.filter(isUsed), ...choices.filter((choice) => !isUsed(choice))];
}

/** Describes a model by modality and typical cost. A longer text would take space from long names. */
function describe(view: DocumentView, { id }: Model, { modality }: ModelFamily): string {
  const { translate } = view;
  const cost = findTypicalCost(view, id);
  const text = cost?.samples === 0 ? words.typicalCostStated : words.typicalCost;
  return [
    describeModality(modality, translate),
    ...(cost ? [translate(text, { amount: formatAmount(cost.amountUsd) })] : []),
  ].join(' · ');
}
