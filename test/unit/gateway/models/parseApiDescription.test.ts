import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FieldType } from '../../../../src/core/catalog/field.ts';
import { parseApiDescription } from '../../../../src/gateway/models/parseApiDescription.ts';
import * as fc from '../../../support/fastCheck.ts';

const head = 'openapi: 3.1.0\ninfo:\n  version: 1.5.18\n  x-breaking-changes-since: 2026-05-13\n';

/** Parses a description with one POST, whose body has this schema. */
function arrange(schema: unknown, { path = '/v1/images/generations', components = {} } = {}) {
  const post = { requestBody: { content: { 'application/json': { schema } } } };
  const document = { info: { version: '2' }, paths: { [path]: { post } }, components: { schemas: components } };
  return parseApiDescription(JSON.stringify(document));
}

const fieldsOf = (schema: unknown, components = {}) => arrange(schema, { components })?.schemas[0]?.fields ?? null;

describe('an API description', () => {
  test('is read from YAML: version, date of the change notice, and paths that are real', () => {
    const api = parseApiDescription(`${head}paths:
  /v1/videos: {post: {}}
  /v1/videos/{task_id}: {get: {}}
  '/v1/videos#kling': {post: {}}
  '{base_url}/v1/music/generations': {post: {}}
`);
    assert.deepEqual(api, {
      version: '1.5.18',
      breakingSince: '2026-05-13',
      paths: ['/v1/videos', '/v1/music/generations'],
      schemas: [],
    });
  });

  test('finds the change notice in its text too', () => {
    const info = { version: 1.5, description: '**Breaking changes since 2026-07-01**: read the notes.' };
    const api = parseApiDescription(JSON.stringify({ info, paths: {} }));
    assert.deepEqual([api?.version, api?.breakingSince], ['1.5', '2026-07-01']);
  });

  test('has no version but a short token', () => {
    const versions = ['[2](command:genwright.x)', '1.6.0 [x](command:y)', '2026-07+b/1'.repeat(9), ' ', null].map(
      (version) => parseApiDescription(JSON.stringify({ info: { version }, paths: {} }))?.version,
    );
    assert.deepEqual(versions, [null, '1.6.0', '2026-07+b/1'.repeat(9).slice(0, 40), null, null]);
  });

  test('gives fields with type, limits, default and description, all of them observed', () => {
    const fields = fieldsOf({
      type: 'object',
      required: ['prompt', 'model'],
      properties: {
        model: { type: 'string', enum: ['a-1', 'a-2'] },
        prompt: { type: 'string', maxLength: 600, description: 'What it shows' },
        size: { enum: ['1K', '2K'], default: '1K' },
        n: { type: ['integer', 'null'], minimum: 1, maximum: 4 },
        images: { type: 'array', items: { type: 'string', format: 'uri' }, maxItems: 3 },
        camera: { type: 'object', properties: { pan: { type: 'number' } }, required: ['pan'] },
        extra: { type: 'object', additionalProperties: true },
        output: { type: 'string' },
      },
    });
    const observed = { typeSource: 'observed', description: '' };
    assert.deepEqual(fields, [
      {
        ...observed,
        name: 'prompt',
        type: { kind: 'string' },
        description: 'What it shows',
        constraints: [{ kind: 'length', source: 'observed', max: 600 }],
        isProse: true,
      },
      {
        ...observed,
        name: 'size',
        type: { kind: 'string' },
        default: '1K',
        constraints: [{ kind: 'enum', values: ['1K', '2K'], source: 'observed' }],
      },
      {
        ...observed,
        name: 'n',
        type: { kind: 'integer' },
        constraints: [{ kind: 'range', source: 'observed', min: 1, max: 4 }],
      },
      {
        ...observed,
        name: 'images',
        type: { kind: 'array', items: { kind: 'string' } },
        constraints: [{ kind: 'items', source: 'observed', max: 3 }],
        isMedia: true,
      },
      {
        ...observed,
        name: 'camera',
        type: {
          kind: 'object',
          fields: [{ ...observed, name: 'pan', type: { kind: 'number' }, isRequired: true }],
        },
      },
      { ...observed, name: 'extra', type: { kind: 'unknown' } },
    ]);
  });

  test('follows local references and joins allOf', () => {
    const components = {
      Base: { properties: { prompt: { $ref: '#/components/schemas/Prompt' } }, required: ['prompt', 'gone', 7] },
      Prompt: { type: 'string' },
    };
    const schema = { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { seed: { type: 'integer' } } }] };
    const [body] = arrange(schema, { components })?.schemas ?? [];
    assert.deepEqual([body?.fields.map(({ name }) => name), body?.required], [['prompt', 'seed'], ['prompt']]);
  });

  test('uses each branch of a body for the models that it names', () => {
    const branch = (model: string, field: string) => ({
      properties: { model: { const: model }, [field]: { type: 'string' } },
    });
    const schemas = arrange({ oneOf: [branch('a', 'one'), branch('b', 'two')] }, { path: '/v1/x#alias' })?.schemas;
    assert.deepEqual(
      schemas?.map(({ path, alias, models, fields }) => [path, alias, models, fields.map(({ name }) => name)]),
      [
        ['/v1/x', 'alias', ['a'], ['one']],
        ['/v1/x', 'alias', ['b'], ['two']],
      ],
    );
  });

  test('accepts anything for a value of several kinds, and a nullable value for its type', () => {
    const fields = fieldsOf({
      properties: {
        image: { oneOf: [{ type: 'string' }, { type: 'array', items: {} }] },
        seed: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        size: {
          oneOf: [
            { type: 'string', enum: ['1K'] },
            { type: 'string', enum: ['2K'] },
          ],
        },
        ratio: { oneOf: [{ type: 'string', enum: ['1:1'] }, { type: 'string' }] },
      },
    });
    assert.deepEqual(
      fields?.map(({ type, constraints = [] }) => [type.kind, ...constraints]),
      [['unknown'], ['integer'], ['string', { kind: 'enum', values: ['1K', '2K'], source: 'observed' }], ['string']],
    );
  });

  test('names its models in a list, or else by an example', () => {
    const lists = [
      { enum: ['a-1', 'a-2'], example: 'b-1' },
      { default: 'b-1', example: 'b-2' },
      { example: 'b-2', examples: ['b-3'] },
      { examples: ['b-3'] },
      { type: 'string' },
    ].map((model) => arrange({ properties: { model, prompt: {} } })?.schemas[0]?.models ?? []);
    assert.deepEqual(lists, [['a-1', 'a-2'], ['b-1'], ['b-2'], ['b-3'], []]);
  });

  const text = { type: 'string' };
  const kinds: readonly (readonly [property: object, kind: string, itemKind?: string])[] = [
    [{ items: text }, 'array', 'string'],
    [{ type: 'array' }, 'array', 'unknown'],
    [{ type: 'array', items: { anyOf: [text, { type: 'integer' }] } }, 'array', 'unknown'],
    [{ properties: { a: text } }, 'object'],
    [{ type: 'object', properties: { a: text }, additionalProperties: false }, 'object'],
    [{ type: 'object', properties: { a: text }, additionalProperties: text }, 'unknown'],
    [{ const: 'a' }, 'string'],
    [{ enum: ['a', null] }, 'string'],
    [{ enum: ['a', 1] }, 'unknown'],
    [{ type: ['string', 'integer'], enum: ['a'] }, 'unknown'],
    [{ type: ['string', 7] }, 'string'],
    [{}, 'unknown'],
  ];
  for (const [property, kind, itemKind] of kinds) {
    test(`understands ${JSON.stringify(property)} as ${kind}`, () => {
      const [field] = fieldsOf({ properties: { a: property } }) ?? [];
      const items = field?.type.kind === 'array' ? field.type.items.kind : undefined;
      assert.deepEqual([field?.type.kind, items], [kind, itemKind]);
    });
  }

  const details: readonly (readonly [property: object, expected: object])[] = [
    [{ minLength: 1 }, { constraints: [{ kind: 'length', source: 'observed', min: 1 }] }],
    [
      { exclusiveMinimum: 0, exclusiveMaximum: 9 },
      { constraints: [{ kind: 'range', source: 'observed', min: 0, max: 9 }] },
    ],
    [{ minItems: 0 }, { constraints: [{ kind: 'items', source: 'observed', min: 0 }] }],
    [{ default: false }, { default: false }],
    [{ default: 0 }, { default: 0 }],
    [{ default: [] }, {}],
    [{ title: 'A title', readOnly: false }, { description: 'A title' }],
  ];
  for (const [property, expected] of details) {
    test(`keeps what ${JSON.stringify(property)} says`, () => {
      const plain = { name: 'a', type: { kind: 'string' }, typeSource: 'observed', description: '' };
      assert.deepEqual(fieldsOf({ properties: { a: { ...text, ...property } } }), [{ ...plain, ...expected }]);
    });
  }

  test('leaves out fields that only a response has', () => {
    assert.deepEqual(fieldsOf({ properties: { id: { ...text, readOnly: true } } }), []);
  });

  test('follows a reference to a name with a slash, a tilde or a space, and to nothing that is not there', () => {
    const components = { 'a/b~c d': text };
    const fields = fieldsOf(
      {
        properties: {
          a: { $ref: '#/components/schemas/a~1b~0c%20d' },
          b: { $ref: '#/components/schemas/constructor' },
          c: { $ref: '#/components/schemas/%' },
          d: { $ref: '#/info/version/2' },
        },
      },
      components,
    );
    assert.deepEqual(
      fields?.map(({ name }) => name),
      ['a'],
    );
  });

  test('ignores patterns, because a foreign expression could block the editor', () => {
    const [field] = fieldsOf({ properties: { a: { type: 'string', pattern: '^(a+)+$' } } }) ?? [];
    assert.equal(field?.constraints, undefined);
  });

  test('never fetches a remote reference, and leaves out what only one of them describes', () => {
    const fields = fieldsOf({ properties: { a: { $ref: 'https://evil.example/a.json' }, b: { type: 'string' } } });
    assert.deepEqual(
      fields?.map(({ name }) => name),
      ['b'],
    );
  });

  test('ends if schemas are circular', () => {
    const Node = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' }, id: { type: 'string' } },
    };
    const Loop = { allOf: [{ $ref: '#/components/schemas/Loop' }, { properties: { id: {} } }] };
    const fields = fieldsOf(
      { properties: { node: { $ref: '#/components/schemas/Node' }, loop: { $ref: '#/components/schemas/Loop' } } },
      { Node, Loop },
    );
    assert.deepEqual(
      fields?.map(({ name, type }) => [name, type.kind]),
      [
        ['node', 'object'],
        ['loop', 'object'],
      ],
    );
  });

  test('describes five values in each other, and accepts anything deeper inside', () => {
    const nest = (depth: number, kind: 'object' | 'array'): object => {
      if (depth === 0) return text;
      return kind === 'object' ? { properties: { a: nest(depth - 1, kind) } } : { items: nest(depth - 1, kind) };
    };
    const count = (type: FieldType | undefined): number => {
      if (type?.kind === 'object') return 1 + count(type.fields[0]?.type);
      return type?.kind === 'array' ? 1 + count(type.items) : 0;
    };
    const depths = (['object', 'array'] as const).map((kind) =>
      count(fieldsOf({ properties: { a: nest(9, kind) } })?.[0]?.type),
    );
    // An array is still one if its items are unknown.
    assert.deepEqual(depths, [5, 6]);
  });

  test('ends if schemas multiply', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`p${index}`, { $ref: '#/components/schemas/Wide' }]),
    );
    const fields = fieldsOf({ $ref: '#/components/schemas/Wide' }, { Wide: { type: 'object', properties: wide } });
    assert.ok(JSON.stringify(fields).length < 20_000_000);
  });

  for (const text of [
    '',
    'Welcome',
    '[]',
    '- a\n- b',
    '{"paths":[]}',
    'paths: 7',
    '{"info":{}}',
    'a: [',
    '*a',
    '<html>',
  ]) {
    test(`is not what ${JSON.stringify(text)} is`, () => assert.equal(parseApiDescription(text), null));
  }

  test('never throws, whatever the schema', () => {
    fc.assert(fc.property(fc.jsonValue(), (schema) => void arrange(schema)));
    const keyword = fc.constantFrom('$ref', 'allOf', 'oneOf', 'type', 'properties', 'items', 'enum', 'required');
    fc.assert(fc.property(fc.dictionary(keyword, fc.jsonValue()), (schema) => void arrange(schema)));
  });
});
