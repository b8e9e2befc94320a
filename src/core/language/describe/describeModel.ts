import type { Endpoint, Modality, Model } from '../../catalog/catalog.ts';
import type { Estimate } from '../../jobFile/request.ts';
import { formatAmount } from '../../support/text/formatAmount.ts';
import type { Translate } from '../languageService.ts';
import { featureMessages as words } from '../messages.ts';
import { escapeMarkdown, withoutLinks, inlineCode } from './markdown.ts';

/** Describes a known model as Markdown: what it makes, its endpoints with the default first, and its cost. */
export function describeModel({ id, families }: Model, translate: Translate, cost: Estimate | null = null): string {
  const [family] = families;
  const endpoints = families.flatMap((each) => each.endpoints);
  return [
    `**${escapeMarkdown(id)}** · ${describeModality(family.modality, translate)} · ${withoutLinks(family.title)}`,
    withoutLinks(translate(family.description, {})),
    describeEndpoints(endpoints, translate),
    ...(cost ? [describeCost(cost, translate)] : []),
  ].join('\n\n');
}

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

/** Describes the cost of a model. The text says whether it comes from this user's own history, or is stated. */
export function describeCost({ amountUsd, samples }: Estimate, translate: Translate): string {
  const templates = [words.statedCost, words.typicalCostOnce] as const;
  return translate(templates[samples] ?? words.typicalCostOf, { amount: formatAmount(amountUsd), samples });
}

/** Lists the paths as Markdown, and says whether each one returns the result or a task. */
export function describeEndpoints(endpoints: readonly Endpoint[], translate: Translate): string {
  return endpoints.map((endpoint) => `- ${describeEndpoint(endpoint, translate)}`).join('\n');
}

export function describeEndpoint({ path, pollPath }: Endpoint, translate: Translate): string {
  const response = translate(pollPath === null ? words.synchronous : words.asynchronous, {});
  return `${translate(words.endpoint, { path: inlineCode(path) })} · ${response}`;
}
