import type { Endpoint, Modality, Model } from '../../catalog/catalog.ts';
import type { Estimate } from '../../jobFile/request.ts';
import type { Translate } from '../languageService.ts';
import { featureMessages as words } from '../messages.ts';
import { describeCost } from './describeCost.ts';
import { describeEndpoints } from './describeEndpoints.ts';
import { escapeMarkdown, withoutLinks } from './markdown.ts';

/**
 * Describes a known model as Markdown: what it makes, its endpoints with the default first, how it returns results, and
 * its cost.
 */
export function describeModel({ id, families }: Model, translate: Translate, cost: Estimate | null = null): string {
  const [family] = families;
  return [
    `**${escapeMarkdown(id)}** · ${describeModality(family.modality, translate)} · ${withoutLinks(family.title)}`,
    withoutLinks(translate(family.description, {})),
    describeEndpoints(
      families.flatMap(({ endpoints }) => endpoints),
      translate,
    ),
    ...(cost ? [describeCost(cost, translate)] : []),
  ].join('\n\n');
}

/** Describes a model of which only the prefix is known. */
export function describeUnknownModel(
  modelId: string,
  known: { readonly modality: Modality; readonly endpoint: Endpoint } | undefined,
  translate: Translate,
): string {
  const modality = known ? ` · ${describeModality(known.modality, translate)}` : '';
  return [
    `**${escapeMarkdown(modelId)}**${modality}`,
    translate(words.unknownModel, {}),
    ...(known ? [describeEndpoints([known.endpoint], translate)] : []),
  ].join('\n\n');
}

export function describeModality(modality: Modality, translate: Translate): string {
  return translate(words[modality], {});
}
