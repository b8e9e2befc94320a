import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import type { Rule } from '../rule.ts';
import { hasInputImages } from './hasInputImages.ts';

/** Interface specification 4.4, "Pruna models": an edit needs an image, in one of three fields. */
export const editNeedsImage: Rule = {
  kind: 'named',
  name: 'edit-needs-image',
  fields: ['image', 'images', 'extra_fields'],
  source: 'specification',
  check: (values, present) => {
    if (hasInputImages(values, present)) return null;
    return present.has('extra_fields') && !lacksImages(values) ? null : { field: 'images' };
  },
};

/** Returns false while an expression may still evaluate to an image. */
function lacksImages(values: JsonObject): boolean {
  if (!Object.hasOwn(values, 'extra_fields')) return false;
  const input = memberOf(values['extra_fields'], 'input');
  const images = memberOf(input, 'images');
  return !(Array.isArray(images) ? images.length > 0 : typeof images === 'string' && images !== '');
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}
