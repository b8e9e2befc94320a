import type { Endpoint, Modality, Model } from '../catalog/catalog.ts';
import type { Translate } from './languageService.ts';
import { featureMessages as words } from './messages.ts';
import { codeList } from './describeField.ts';

/** A known model as Markdown: what it makes, where it can be called, the default first, and how it answers there. */
export function describeModel({ id, families }: Model, translate: Translate): string {
  const [family] = families;
  return [
    `**${id}** · ${describeModality(family.modality, translate)} · ${family.title}`,
    translate(family.description, {}),
    describeEndpoints(
      families.flatMap(({ endpoints }) => endpoints),
      translate,
    ),
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

/** Paths, and whether the answer there is the result or a task. */
function describeEndpoints(endpoints: readonly Endpoint[], translate: Translate): string {
  return endpoints
    .map(({ path, pollPath }) => {
      const answer = translate(pollPath === null ? words.synchronous : words.asynchronous, {});
      return `- ${translate(words.endpoint, { path: codeList([path]) })} · ${answer}`;
    })
    .join('\n');
}
