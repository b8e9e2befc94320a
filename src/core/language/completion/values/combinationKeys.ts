import { toText } from '../../../jobFile/expression/toText.ts';
import type { DocumentView } from '../../view/documentView.ts';
import type { MapKind } from '../../view/mapKind.ts';
import { type CompletionDraft, type KeyContext, writeNewKey } from '../completionDraft.ts';
import { describeValues, listKnownAxes } from '../expressions/offeredNames.ts';
import { findFieldsAt } from '../keys/candidates.ts';
import { completeFieldKeys } from '../keys/fieldKeys.ts';
import { listFieldChoices, listModelChoices } from './fieldChoices.ts';
import type { Choice } from './valueContext.ts';

/** Returns the keys of one map of `include:` or `exclude:`: the axes. `include` may also have other fields. */
export function completeCombinationKeys(
  view: DocumentView,
  keyContext: KeyContext,
  mapContext: Extract<MapKind, { kind: 'combination' }>,
): readonly CompletionDraft[] {
  const { matrix } = view.checked.jobFile.jobs.find(({ id }) => id === mapContext.job) ?? {};
  const own = new Set(matrix?.axes.map(({ key }) => key));
  const axes = listKnownAxes(view, mapContext.job).filter(
    ({ name }) => (mapContext.list === 'include' || own.has(name)) && !keyContext.siblings.has(name),
  );
  const names = new Set(axes.map(({ name }) => name));
  const others = mapContext.list === 'exclude' ? [] : completeFieldKeys(view, keyContext, mapContext);
  return [
    ...axes.map(({ name, values }): CompletionDraft => ({
      label: name,
      ...writeNewKey(name, keyContext, { form: 'value', asks: true }),
      ...keyContext.range,
      kind: 'variable',
      detail: describeValues(values),
    })),
    ...others.filter(({ label }) => !names.has(label)),
  ];
}

/** Returns the values that the axis has elsewhere in the matrix. A value in `include` may be new. */
export function listAxisChoices(
  view: DocumentView,
  { job, list }: Extract<MapKind, { kind: 'combination' }>,
  path: readonly string[],
): readonly Choice[] {
  const name = path.at(-1);
  const values = listKnownAxes(view, job).find((axis) => axis.name === name)?.values ?? [];
  const scalars = values.filter((value) => typeof value !== 'object' && value !== '');
  const own = scalars.map((value): Choice => ({
    label: toText(value),
    ...(typeof value === 'string' ? {} : { text: toText(value) }),
    kind: 'value',
  }));
  if (list === 'exclude') return onePerLabel(own);
  const more = name === 'model' ? listModelChoices(view) : listFieldChoices(view, findFieldsAt(view, path));
  return onePerLabel([...own, ...more]);
}

/** A number and a text of the same digits look the same: the value that is written first is the one of the axis. */
function onePerLabel(choices: readonly Choice[]): readonly Choice[] {
  const firsts = new Map(choices.toReversed().map((choice) => [choice.label, choice]));
  return choices.filter((choice) => firsts.get(choice.label) === choice);
}
