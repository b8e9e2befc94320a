import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
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

/** Lists constraints, types and requirements that would stop a submit, by the path of their field. */
function listBinding(fields: readonly Field[]): readonly string[] {
  return fields.flatMap(({ name, type, typeSource, isRequired, constraints = [] }) => [
    ...(isRequired ? [`${name} is required`] : []),
    ...(typeSource === 'observed' ? [] : [`${name} has a type`]),
    ...constraints.flatMap(({ kind, source }) => (source === 'specification' ? [`${name} has ${kind}`] : [])),
    ...listBinding(membersOf(type)).map((each) => `${name}.${each}`),
  ]);
}

function membersOf(type: Field['type']): readonly Field[] {
  if (type.kind === 'array') return membersOf(type.items);
  return type.kind === 'object' ? type.fields : [];
}

for (const { title, modality, fields } of bundledCatalog.families) {
  if (modality !== 'video' && modality !== 'chat') continue;
  test(`nothing that is only observed of ${title} stops a submit`, () => assert.deepEqual(listBinding(fields), []));
}

/** Fields that accept local files, by their paths in the body. `media.url` is in the items of `media`. */
const mediaPaths = [
  'audio_url', 'extra_fields.input.images', 'image', 'image_tail', 'images', 'img_url', 'input_reference', 'mask',
  'media.url', 'metadata.first_frame_image', 'metadata.image', 'metadata.image_list', 'metadata.image_tail',
  'metadata.reference_audio_urls', 'metadata.reference_video_urls', 'metadata.video_list', 'metadata.video_url',
  'reference_video_urls', 'video_url',
]; // prettier-ignore
const prosePaths = [
  'gpt_description_prompt', 'input', 'instructions', 'messages.content', 'metadata.negative_prompt',
  'negative_prompt', 'prompt', 'ssml', 'system', 'text',
]; // prettier-ignore

test('local files and prose are the values of the same fields in every family', () => {
  const listFields = (fields: readonly Field[], parent = ''): readonly (readonly [path: string, field: Field])[] =>
    fields.flatMap((field) => [
      [`${parent}${field.name}`, field] as const,
      ...listFields(membersOf(field.type), `${parent}${field.name}.`),
    ]);
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
