import type { Modality, Model, ModelFamily } from '../../../catalog/catalog.ts';
import { formatAmount } from '../../../support/text/formatAmount.ts';
import { describeModality, describeModel } from '../../describe/describeModel.ts';
import { featureMessages as words } from '../../messages.ts';
import { type DocumentView, findTypicalCost } from '../../view/documentView.ts';
import { goalWords } from '../goalWords.ts';
import type { Choice } from './choice.ts';

const modalityOrder: readonly Modality[] = ['image', 'video', 'music', 'speech', 'chat'];

/** Lists each model once. A model with several endpoints, each with its own fields, belongs to several families. */
export function listModelChoices(view: DocumentView): readonly Choice[] {
  const { catalog, translate } = view;
  const families = [...catalog.families].sort(
    (a, b) => modalityOrder.indexOf(a.modality) - modalityOrder.indexOf(b.modality),
  );
  return families.flatMap((family) => {
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
}

/**
 * Describes a model: modality and typical cost. It is short, because it takes space from long names. The rest is in the
 * documentation.
 */
function describe(view: DocumentView, { id }: Model, { modality }: ModelFamily): string {
  const { translate } = view;
  const cost = findTypicalCost(view, id);
  return [
    describeModality(modality, translate),
    ...(cost ? [translate(words.typicalCost, { amount: formatAmount(cost.amountUsd) })] : []),
  ].join(' · ');
}
