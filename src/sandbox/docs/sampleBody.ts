import type { Endpoint, ModelFamily } from '../../core/catalog/catalog.ts';
import type { Field } from '../../core/catalog/field.ts';
import { isReservedKey } from '../../core/catalog/reservedKeys.ts';
import { applyChatSugar } from '../../core/jobFile/requests/buildBody.ts';
import type { JsonObject } from '../../core/support/json/json.ts';

/** Fields of chat jobs that become messages of the body. */
const sugar = ['prompt', 'system'];

/** Returns the fields as they are sent. */
export function wireFieldsOf({ fields }: ModelFamily, { dialect }: Endpoint): readonly Field[] {
  if (!dialect) return fields;
  return fields.filter(({ name }) => !sugar.includes(name) || (dialect === 'messages' && name === 'system'));
}

/** Returns the sample of a family as it is sent. A chat is requested without a stream. */
export function buildSampleBody(
  { sample }: ModelFamily,
  { dialect, takesNoModel }: Endpoint,
  model: string,
): JsonObject {
  const head = takesNoModel ? {} : { model };
  const sent = Object.fromEntries(Object.entries(sample).filter(([key]) => !isReservedKey(key)));
  // Samples contain no expressions, so the result is JSON as well.
  return { ...head, ...(dialect ? (applyChatSugar({ stream: false, ...sent }, dialect) as JsonObject) : sent) };
}
