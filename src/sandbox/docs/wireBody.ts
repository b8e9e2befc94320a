import type { Endpoint, ModelFamily } from '../../core/catalog/catalog.ts';
import type { Field } from '../../core/catalog/field.ts';
import { isReservedKey } from '../../core/catalog/reservedKeys.ts';
import { applyChatSugar } from '../../core/jobFile/chatSugar.ts';
import type { JsonObject } from '../../core/support/json.ts';

/** Fields of chat jobs that stand for the messages of the body. */
const sugar = ['prompt', 'system'];

/** The fields as they are on the wire. */
export function wireFieldsOf({ fields }: ModelFamily, { dialect }: Endpoint): readonly Field[] {
  if (!dialect) return fields;
  return fields.filter(({ name }) => !sugar.includes(name) || (dialect === 'messages' && name === 'system'));
}

/** The sample of a family as it is sent; a chat is to be answered in one piece. */
export function buildSampleBody(
  { sample }: ModelFamily,
  { dialect, takesNoModel }: Endpoint,
  model: string,
): JsonObject {
  const head = takesNoModel ? {} : { model };
  const sent = Object.fromEntries(Object.entries(sample).filter(([key]) => !isReservedKey(key)));
  // Samples hold no expressions, so what comes out is JSON as well.
  return { ...head, ...(dialect ? (applyChatSugar({ stream: false, ...sent }, dialect) as JsonObject) : sent) };
}
