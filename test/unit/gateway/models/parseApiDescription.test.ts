import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

  test('is a document with paths', () => {
    const documents = ['', 'Welcome', '[]', '{"info":{"version":"2"}}', '{"paths":[]}'];
    assert.deepEqual(
      documents.map(parseApiDescription),
      documents.map(() => null),
    );
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

  test('ends if schemas multiply', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`p${index}`, { $ref: '#/components/schemas/Wide' }]),
    );
    const fields = fieldsOf({ $ref: '#/components/schemas/Wide' }, { Wide: { type: 'object', properties: wide } });
    assert.ok(JSON.stringify(fields).length < 20_000_000);
  });

  for (const text of ['', '- a\n- b', 'paths: 7', '{"info":{}}', 'a: [', '*a', '<html>']) {
    test(`is not what ${JSON.stringify(text)} is`, () => assert.equal(parseApiDescription(text), null));
  }

  test('never throws, whatever the schema', () => {
    fc.assert(fc.property(fc.jsonValue(), (schema) => void arrange(schema)));
    const keyword = fc.constantFrom('$ref', 'allOf', 'oneOf', 'type', 'properties', 'items', 'enum', 'required');
    fc.assert(fc.property(fc.dictionary(keyword, fc.jsonValue()), (schema) => void arrange(schema)));
  });
});
