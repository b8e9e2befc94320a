import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { createCatalog } from '../../../../src/core/catalog/createCatalog.ts';
import type { Field } from '../../../../src/core/catalog/field.ts';
import { isReservedKey } from '../../../../src/core/catalog/reservedKeys.ts';

function namesOf(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
}

test('no field has the name of a reserved word', () => {
  const names = bundledCatalog.families.flatMap(({ fields }) => namesOf(fields));
  assert.deepEqual(
    names.filter((name) => isReservedKey(name) || name === 'model'),
    [],
  );
  assert.deepEqual(
    ['gen', 'vars', 'matrix', 'jobs', 'needs', 'output', 'request', '$schema', 'x-a', 'prompt'].map(isReservedKey),
    [true, true, true, true, true, true, true, true, true, false],
  );
});

test('rules name fields of their family, and no field twice', () => {
  for (const { fields, rules } of bundledCatalog.families) {
    const names = namesOf(fields);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      rules.flatMap((rule) => rule.fields).filter((name) => !names.includes(name)),
      [],
    );
  }
});

test('a model that two families contain is refused', () => {
  const [family] = bundledCatalog.families;
  assert.ok(family);
  assert.throws(() => createCatalog([family, { ...family, id: 'other' }]), /belongs to seedream-5-lite and to other/);
});

test('fields are found by alias', () => {
  const [family] = bundledCatalog.families;
  assert.ok(family);
  const field: Field = { name: 'bbox_list', aliases: ['bboxList'], type: { kind: 'unknown' }, description: '' };
  const own = { ...family, fields: [field] };
  assert.equal(createCatalog([own]).fieldsOf(own).get('bboxList'), field);
});

/** Fields that accept local files, by their paths in the body. `media.url` is in the items of `media`. */
const mediaPaths = [
  'audio_url',
  'extra_fields.input.images',
  'image',
  'image_tail',
  'images',
  'img_url',
  'input_reference',
  'mask',
  'media.url',
  'metadata.first_frame_image',
  'metadata.image',
  'metadata.image_list',
  'metadata.image_tail',
  'metadata.reference_audio_urls',
  'metadata.reference_video_urls',
  'metadata.video_list',
  'metadata.video_url',
  'reference_video_urls',
  'video_url',
];
const prosePaths = [
  'gpt_description_prompt',
  'input',
  'instructions',
  'messages.content',
  'metadata.negative_prompt',
  'negative_prompt',
  'prompt',
  'ssml',
  'system',
  'text',
];

test('local files and prose are the values of the same fields in every family', () => {
  const listFields = (fields: readonly Field[], parent = ''): readonly (readonly [path: string, field: Field])[] =>
    fields.flatMap((field) => {
      const { name, type } = field;
      const inner = type.kind === 'array' ? type.items : type;
      const members = inner.kind === 'object' ? inner.fields : [];
      return [[`${parent}${name}`, field] as const, ...listFields(members, `${parent}${name}.`)];
    });
  const kindOf = ({ isMedia, isProse }: Field): string => (isMedia ? 'media' : isProse ? 'prose' : 'value');
  const known = new Set([...mediaPaths, ...prosePaths]);
  const kinds = bundledCatalog.families
    .flatMap(({ fields }) => listFields(fields))
    .filter(([path, field]) => known.has(path) || kindOf(field) !== 'value')
    .map(([path, field]) => `${path}: ${kindOf(field)}`);

  assert.deepEqual(
    [...new Set(kinds)].toSorted(),
    // One family has a `text` object, which is the format of its text.
    [
      ...mediaPaths.map((path) => `${path}: media`),
      ...prosePaths.map((path) => `${path}: prose`),
      'text: value',
    ].toSorted(),
  );
});
