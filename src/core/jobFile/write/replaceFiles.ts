import type { ModelFamily } from '../../catalog/catalog.ts';
import { indexFields } from '../../catalog/createCatalog.ts';
import {
  type MediaKind,
  type MediaReading,
  readingByName,
  readingOfField,
  readingOfMember,
} from '../../catalog/mediaFields.ts';
import { isReservedKey } from '../../catalog/reservedKeys.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import { parseFilePath } from '../lookups.ts';

const mediaPlaceholders: Readonly<Record<MediaKind, string>> = {
  image: 'https://example.com/your-image.png',
  audio: 'https://example.com/your-audio.mp3',
  video: 'https://example.com/your-video.mp4',
  any: 'https://example.com/your-file',
};
const textPlaceholder = 'Your text';

/**
 * Turns the fields of a job that others wrote into data: a value that a job file would read as a local file becomes a
 * placeholder. In a media field that is any string except an `https:` URL, and in other fields `file://`. `families`
 * are those that may check the job. Keys that YAML cannot hold, or would merge, are left out.
 */
export function replaceFiles(values: JsonObject, families: readonly Pick<ModelFamily, 'fields'>[]): JsonObject {
  const known = families.map(({ fields }) => indexFields(fields));
  const entries = Object.entries(values).map(([key, value]) => {
    // Nothing under a reserved key is read as a file.
    if (isReservedKey(key)) return [key, replaceIn(value, [])] as const;
    const fields = known.flatMap((each) => each.get(key) ?? []);
    const readings = fields.map((field) => readingOfField(field, { takesData: false }));
    return [key, replaceIn(value, [...readings, readingByName(key)])] as const;
  });
  return Object.fromEntries(entries.filter(([key]) => isPlainKey(key)));
}

function replaceIn(value: JsonValue, readings: readonly MediaReading[]): JsonValue {
  if (typeof value === 'string') return replaceText(value, readings);
  if (Array.isArray(value)) return value.map((item: JsonValue) => replaceIn(item, readings));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => isPlainKey(key));
  return Object.fromEntries(
    members.map(([key, member]) => [
      key,
      replaceIn(
        member,
        readings.map((reading) => readingOfMember(reading, key)),
      ),
    ]),
  );
}

/** The same for `file://` alone: paths in media fields are intended. */
export function replaceFileTexts(value: JsonValue): JsonValue {
  if (typeof value === 'string') return parseFilePath(value) === null ? value : textPlaceholder;
  if (Array.isArray(value)) return value.map(replaceFileTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceFileTexts(member)]));
}

function replaceText(text: string, readings: readonly MediaReading[]): string {
  const media = readings.find((reading) => reading.kind === 'media');
  if (media) return /^https:\/\//i.test(text) || text.trim() === '' ? text : mediaPlaceholders[media.takes];
  return readings.length > 0 && parseFilePath(text) !== null ? textPlaceholder : text;
}

/** YAML merges what is below `<<`, and accepts no longer keys. */
function isPlainKey(key: string): boolean {
  return key !== '<<' && key.length <= 500;
}
