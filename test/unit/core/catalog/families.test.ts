import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { createCatalog } from '../../../../src/core/catalog/createCatalog.ts';
import type { Constraint, Field, FieldType } from '../../../../src/core/catalog/field.ts';
import { isReservedKey } from '../../../../src/core/catalog/reservedKeys.ts';

/** Rows of the interface specification: `!` marks what only observation says, `*` what is required. */
const specified: Readonly<Record<string, readonly string[]>> = {
  'seedream-5-lite': [
    'models seedream-5-0-260128 doubao-seedream-5-0-lite-260128',
    'POST /v1/images/generations GET /v1/images/generations/{task_id}',
    'prompt* string length ..600',
    'size string enum 2K 3K 2048x2048 2304x1728 1728x2304 2848x1600 1600x2848 2496x1664 1664x2496 3136x1344 3072x3072 3456x2592 2592x3456 4096x2304 2304x4096 2496x3744 3744x2496 4704x2016',
    'output_format string enum jpeg png',
    'image string',
    'images [string] items ..14',
    'optimize_prompt_options {mode string enum standard}',
    'exclusive! image images',
  ],
  sonic: [
    'models sonic',
    'POST /v1/music/generations GET /v1/music/generations/{task_id}',
    'prompt* string length ..5000',
    'tags string length! ..1000',
    'title string length! ..120',
    'model_version string =sonic-v4 enum sonic-v3-5 sonic-v4 sonic-v4-5 sonic-v4-5-plus sonic-v5',
    'make_instrumental boolean!',
    'vocal_gender string enum! f m',
    'auto_lyrics boolean!',
    'negative_tags string!',
    'style_weight number range! 0..1',
    'weirdness_constraint number range! 0..1',
    'custom_mode boolean =true',
    'gpt_description_prompt string! length! ..400',
  ],
  'seed-tts-2': [
    'models seed-tts-2.0',
    'POST /v1/audio/speech GET /v1/audio/speech/{task_id}',
    'text string length ..10000',
    'voice string',
    'response_format string =mp3 enum! mp3 wav ogg opus pcm',
    'speed number',
    'ssml string length ..10000',
    'input string length ..10000',
    'prompt string length ..10000',
    'speaker string',
    'one-of text input prompt ssml',
    'one-of voice speaker',
    'exclusive! voice speaker',
  ],
};

function describeType(type: FieldType): string {
  if (type.kind === 'array') return `[${describeType(type.items)}]`;
  return type.kind === 'object' ? `{${type.fields.map(describeField).join(', ')}}` : type.kind;
}

function describeConstraint(constraint: Constraint): string {
  const limits =
    constraint.kind === 'enum' ? constraint.values.join(' ') : `${constraint.min ?? ''}..${constraint.max ?? ''}`;
  return `${constraint.kind}${constraint.source === 'observed' ? '!' : ''} ${limits}`;
}

function describeField({ name, isRequired, type, typeSource, constraints = [], ...field }: Field): string {
  return [
    name + (isRequired ? '*' : ''),
    describeType(type) + (typeSource === 'observed' ? '!' : ''),
    ...(field.default === undefined ? [] : [`=${field.default}`]),
    ...constraints.map(describeConstraint),
  ].join(' ');
}

for (const family of bundledCatalog.families) {
  test(`${family.title} has the fields, limits and rules of the interface specification`, () => {
    const [endpoint] = family.endpoints;
    const described = [
      `models ${family.models.join(' ')}`,
      `POST ${endpoint.path} GET ${endpoint.pollPath}`,
      ...family.fields.map(describeField),
      ...family.rules.map(
        ({ kind, source, fields }) => `${kind}${source === 'observed' ? '!' : ''} ${fields.join(' ')}`,
      ),
    ];
    assert.deepEqual(described, specified[family.id]);
  });
}

test('every family of the table is in the catalog', () => {
  assert.deepEqual(bundledCatalog.families.map(({ id }) => id).sort(), Object.keys(specified).sort());
});

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

test('a model that two families claim is refused', () => {
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
