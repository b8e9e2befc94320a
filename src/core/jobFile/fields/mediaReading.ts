import type { Field, FieldType } from '../../catalog/field.ts';
import { indexFields } from '../../catalog/createCatalog.ts';
import { isMediaFieldName, type MediaKind, mediaKindOf } from '../../catalog/mediaFieldNames.ts';

/**
 * Which strings of a value are media, as a URL or else as a local file. `by-name`: strings below a key that is known to
 * accept media, for values that the catalog does not describe.
 */
export type MediaReading =
  | { readonly kind: 'media'; readonly takes: MediaKind; readonly takesData: boolean }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, Field>; readonly takesData: boolean }
  | { readonly kind: 'by-name' };

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

/** Returns the reading of a field that is not in the catalog. */
export function readingByName(name: string): MediaReading {
  return isMediaFieldName(name) ? { kind: 'media', takes: mediaKindOf(name), takesData: false } : byName;
}

/** Returns the reading of a member of a map. */
export function readingOfMember(reading: MediaReading, key: string): MediaReading {
  if (reading.kind === 'media') return reading;
  const field = reading.kind === 'fields' ? reading.fields.get(key) : undefined;
  return field && reading.kind === 'fields' ? readingOfField(field, reading) : readingByName(key);
}
