import { indexFields } from './createCatalog.ts';
import type { Field, FieldType } from './field.ts';

/**
 * Names of the fields in which the families accept media by URL. For a model that is not in the catalog, a value of
 * such a field is a local file unless it is a URL.
 */
export const mediaFieldNames = [
  'image',
  'images',
  'image_tail',
  'image_list',
  'image_url',
  'img_url',
  'mask',
  'input_reference',
  'first_frame_image',
  'last_frame_image',
  'audio_url',
  'video_url',
  'video_list',
  'reference_video_urls',
  'reference_audio_urls',
] as const;

const known: ReadonlySet<string> = new Set(mediaFieldNames);

export function isMediaFieldName(name: string): boolean {
  return known.has(name);
}

/** The kind of media of a field. `any` if its name does not show it. */
export type MediaKind = 'image' | 'audio' | 'video' | 'any';

export function mediaKindOf(fieldName: string): MediaKind {
  if (/video/.test(fieldName)) return 'video';
  if (/audio/.test(fieldName)) return 'audio';
  return isMediaFieldName(fieldName) ? 'image' : 'any';
}

/** Video containers may contain only audio. */
const mediaTypes: Readonly<Record<MediaKind, RegExp>> = {
  image: /^image\//,
  audio: /^(?:audio\/|application\/ogg$|video\/(?:mp4|webm|ogg)$)/,
  video: /^(?:video\/|application\/ogg$)/,
  any: /^(?:(?:image|audio|video)\/|application\/ogg$)/,
};

/** Whether a media type, as detected from the bytes of a file, is of a kind. */
export function isOfMediaKind(mediaType: string | null, kind: MediaKind): boolean {
  return mediaType !== null && mediaTypes[kind].test(mediaType);
}

/**
 * Which strings of a value are media, as a URL or else as a local file. `by-name`: strings below a key that is known to
 * accept media, for values that the catalog does not describe. `no-media`: none, at any depth.
 */
export type MediaReading =
  | { readonly kind: 'media'; readonly takes: MediaKind; readonly takesData: boolean }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, Field>; readonly takesData: boolean }
  | { readonly kind: 'by-name' | 'no-media' };

const byName: MediaReading = { kind: 'by-name' };

/** `takesData`: the default for fields that do not set it themselves. */
export function readingOfField(field: Field, { takesData }: { readonly takesData: boolean }): MediaReading {
  if (field.isMedia) {
    return { kind: 'media', takes: mediaKindOf(field.name), takesData: field.takesData ?? takesData };
  }
  return readingOfType(field.type, { takesData });
}

function readingOfType(type: FieldType, options: { readonly takesData: boolean }): MediaReading {
  if (type.kind === 'array') return readingOfType(type.items, options);
  return type.kind === 'object' ? { kind: 'fields', fields: indexFields(type.fields), ...options } : byName;
}

export function readingByName(name: string): MediaReading {
  return isMediaFieldName(name) ? { kind: 'media', takes: mediaKindOf(name), takesData: false } : byName;
}

export function readingOfMember(reading: MediaReading, key: string): MediaReading {
  if (reading.kind === 'media' || reading.kind === 'no-media') return reading;
  const field = reading.kind === 'fields' ? reading.fields.get(key) : undefined;
  return field && reading.kind === 'fields' ? readingOfField(field, reading) : readingByName(key);
}
