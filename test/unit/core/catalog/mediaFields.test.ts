import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '../../../../src/core/catalog/field.ts';
import {
  isMediaFieldName,
  isOfMediaKind,
  type MediaKind,
  mediaKindOf,
  type MediaReading,
  readingByName,
  readingOfField,
  readingOfMember,
} from '../../../../src/core/catalog/mediaFields.ts';

test('the kind of media follows from the name of a field', () => {
  const kinds: Readonly<Record<string, MediaKind>> = {
    image: 'image',
    images: 'image',
    mask: 'image',
    input_reference: 'image',
    video_url: 'video',
    reference_video_urls: 'video',
    my_video: 'video',
    audio_url: 'audio',
    my_audio: 'audio',
    picture: 'any',
    file: 'any',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(kinds).map((name) => [name, mediaKindOf(name)])), kinds);
});

test('only the names of the interface are media fields', () => {
  assert.deepEqual(
    ['image', 'img_url', 'video_list', 'my_video', 'Image', 'image_2', 'prompt'].filter(isMediaFieldName),
    ['image', 'img_url', 'video_list'],
  );
});

test('a file is of a kind of media by the type of its bytes', () => {
  const types: Readonly<Record<string, readonly MediaKind[]>> = {
    'image/png': ['image', 'any'],
    'audio/mpeg': ['audio', 'any'],
    'video/mp4': ['audio', 'video', 'any'],
    'video/webm': ['audio', 'video', 'any'],
    'video/quicktime': ['video', 'any'],
    'application/ogg': ['audio', 'video', 'any'],
    'application/pdf': [],
    'text/plain': [],
    'x-image/png': [],
  };
  const kinds: readonly MediaKind[] = ['image', 'audio', 'video', 'any'];
  assert.deepEqual(
    Object.fromEntries(Object.keys(types).map((type) => [type, kinds.filter((kind) => isOfMediaKind(type, kind))])),
    types,
  );
  assert.equal(isOfMediaKind(null, 'any'), false);
});

const string = { kind: 'string' } as const;
const field = (name: string, more: Partial<Field> = {}): Field => ({ name, type: string, description: '', ...more });

/** Returns a reading in short: what it accepts, or the names of its fields. */
function describe(reading: MediaReading): string {
  if (reading.kind === 'media') return `${reading.takes}${reading.takesData ? ' or data' : ''}`;
  return reading.kind === 'fields' ? [...reading.fields.keys()].join(' ') : 'by name';
}

test('a media field accepts data if it says so, or else as its model does', () => {
  const readings = [true, false].map((takesData) =>
    [
      field('image', { isMedia: true }),
      field('mask', { isMedia: true, takesData: true }),
      field('audio_url', { isMedia: true, takesData: false }),
    ].map((each) => describe(readingOfField(each, { takesData }))),
  );
  assert.deepEqual(readings, [
    ['image or data', 'image or data', 'audio'],
    ['image', 'image or data', 'audio'],
  ]);
});

test('inside a field, its members are media as the catalog says, or else by their names', () => {
  const inner = { kind: 'object', fields: [field('mask', { isMedia: true }), field('image')] } as const;
  const list = readingOfField(field('parts', { type: { kind: 'array', items: { kind: 'array', items: inner } } }), {
    takesData: true,
  });
  assert.deepEqual([describe(list), describe(readingOfMember(list, 'mask'))], ['mask image', 'image or data']);
  assert.deepEqual(
    [describe(readingOfMember(list, 'image')), describe(readingOfMember(list, 'video_url'))],
    ['by name', 'video'],
  );
});

test('a field that the catalog does not know is media by its name, and so is all below it', () => {
  const media = readingByName('video_list');
  assert.deepEqual([describe(media), describe(readingOfMember(media, 'any'))], ['video', 'video']);
  const other = readingByName('extra');
  assert.deepEqual(
    [describe(other), describe(readingOfMember(other, 'a')), describe(readingOfMember(other, 'image'))],
    ['by name', 'by name', 'image'],
  );
  assert.equal(describe(readingOfField(field('image', { type: { kind: 'unknown' } }), { takesData: true })), 'by name');
});
