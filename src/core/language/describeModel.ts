import type { Endpoint, Modality, ModelFamily } from '../catalog/catalog.ts';
import type { Translate } from './languageService.ts';
import { featureMessages as words } from './messages.ts';
import { codeList } from './describeField.ts';

/** A known model as Markdown: what it makes, where it is called and how it answers. */
export function describeModel(modelId: string, family: ModelFamily, translate: Translate): string {
  return [
    `**${modelId}** · ${describeModality(family.modality, translate)} · ${family.title}`,
    translate(family.description, {}),
    describeEndpoints(family.endpoints, translate),
  ].join('\n\n');
}

/** A model that only its prefix tells something about. */
export function describeUnknownModel(
  modelId: string,
  known: { readonly modality: Modality; readonly endpoint: Endpoint } | undefined,
  translate: Translate,
): string {
  const modality = known ? ` · ${describeModality(known.modality, translate)}` : '';
  return [
    `**${modelId}**${modality}`,
    translate(words.unknownModel, {}),
    ...(known ? [describeEndpoints([known.endpoint], translate)] : []),
  ].join('\n\n');
}

export function describeModality(modality: Modality, translate: Translate): string {
  return translate(words[modality], {});
}

/** A path, and whether its answer is the result or a task. */
function describeEndpoints(endpoints: readonly Endpoint[], translate: Translate): string {
  return endpoints
    .map(({ path, pollPath }) => {
      const answer = translate(pollPath === null ? words.synchronous : words.asynchronous, {});
      return `- ${translate(words.endpoint, { path: codeList([path]) })}\n- ${answer}`;
    })
    .join('\n');
}
