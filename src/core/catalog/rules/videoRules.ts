import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import { isMediaFieldName, mediaFieldNames } from '../mediaFields.ts';
import type { Rule } from '../rule.ts';

/**
 * Interface specification 1.8: the model does not accept a body with only text. It is only observed which field holds
 * the image, so any field that accepts media is enough. `path` is the usual one, `metadata.first_frame_image`.
 */
export function imageToVideoOnly(path: string): Rule {
  const [field = path] = path.split('.');
  return {
    kind: 'named',
    name: 'image-to-video-only',
    fields: [field, 'prompt'],
    alsoReads: mediaFieldNames,
    source: 'specification',
    check: (values, present) => (isTextAlone(values, present) ? { path } : null),
  };
}

/** Returns false while a value that is evaluated later may be the image. */
function isTextAlone(values: JsonObject, present: ReadonlySet<string>): boolean {
  const isOpen = [...present].some((name) => name !== 'prompt' && !Object.hasOwn(values, name));
  return !isOpen && !holdsMedia(Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'prompt')));
}

function holdsMedia(value: JsonValue): boolean {
  if (typeof value === 'string') return /^(?:https?|data|asset):/i.test(value);
  if (Array.isArray(value)) return value.some(holdsMedia);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(
    ([name, member]) => (isMediaFieldName(name) && hasText(member)) || holdsMedia(member),
  );
}

/** A local file is a name without a scheme. */
function hasText(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasText);
  return typeof value === 'string' ? value.trim() !== '' : isJsonObject(value) && Object.values(value).some(hasText);
}

const longestSeconds = 6;

/** Observed for MiniMax Hailuo: at `size: 1080p` the only length is 6 seconds. */
export const fullHdLength: Rule = {
  kind: 'named',
  name: 'full-hd-length',
  fields: ['duration', 'size'],
  source: 'observed',
  check: ({ size, duration }) => {
    const isLong = (typeof duration === 'number' || typeof duration === 'bigint') && duration > longestSeconds;
    return size === '1080p' && isLong ? { seconds: longestSeconds } : null;
  },
};
