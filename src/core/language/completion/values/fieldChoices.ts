import type { Field } from '../../../catalog/field.ts';
import type { JsonValue } from '../../../support/json/json.ts';
import { getOwn } from '../../../support/json/getOwn.ts';
import { featureMessages as words } from '../../messages.ts';
import type { DocumentView } from '../../view/documentView.ts';
import { share } from '../keys/candidates.ts';
import { describeOnly } from '../keys/fieldKeys.ts';
import type { FieldOfFamily, FieldsAt } from '../keys/fieldsAt.ts';
import { isRefused, buildRuleInput } from '../keys/ruledOut.ts';
import type { Choice } from './choice.ts';

interface ListedValue {
  readonly label: string;
  /** A string is quoted if necessary. Any other value is written unchanged. */
  readonly isText: boolean;
  readonly isDefault: boolean;
  /** What the value means, if its letters do not say it. */
  readonly meaning?: string | undefined;
}

/**
 * Returns the values of a field, in the order of the catalog. Only the checks distinguish open lists from closed ones.
 * Values of all models come first.
 */
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

function listValues({
  type,
  default: preset,
  suggestions = [],
  constraints = [],
  valueLabels,
}: Field): readonly ListedValue[] {
  const listed =
    type.kind === 'boolean'
      ? ['true', 'false']
      : constraints.flatMap((each) => (each.kind === 'enum' ? each.values.map(String) : []));
  const labels = new Set([...listed, ...suggestions]);
  // Prose and media have no typical value.
  if (preset !== undefined) labels.add(String(preset));
  const isText = type.kind === 'string';
  return [...labels].map((label) => ({
    label,
    isText,
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
