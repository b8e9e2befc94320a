import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import type { ModelFamily } from '../../../../../src/core/catalog/catalog.ts';
import { createCatalog } from '../../../../../src/core/catalog/createCatalog.ts';
import { endpoints } from '../../../../../src/core/catalog/endpoints.ts';
import type { Field } from '../../../../../src/core/catalog/field.ts';
import type { IndexedModel, IndexedSchema, ModelIndex } from '../../../../../src/core/catalog/published/modelIndex.ts';
import { overlayCatalog } from '../../../../../src/core/catalog/published/overlayCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import * as fc from '../../../../support/fastCheck.ts';

const text = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  type: { kind: 'string' },
  typeSource: 'observed',
  description: '',
  ...more,
});

const family = (over: Partial<ModelFamily> & Pick<ModelFamily, 'id'>): ModelFamily => ({
  title: over.id,
  description: '',
  modality: 'image',
  models: [],
  endpoints: [endpoints.images],
  fields: [
    {
      ...text('prompt'),
      isProse: true,
      isRequired: true,
      constraints: [{ kind: 'length', max: 600, source: 'specification' }],
    },
    { ...text('size'), constraints: [{ kind: 'enum', values: ['1K', '2K'], source: 'specification' }] },
    text('style'),
  ],
  rules: [{ kind: 'exclusive', fields: ['image', 'images'], source: 'specification' }],
  sample: { prompt: 'A door' },
  ...over,
});

const bundled = createCatalog([
  family({ id: 'pictures', models: ['pic-1', 'pic-2'] }),
  family({ id: 'midnight', prefixes: ['mj_'] }),
  family({ id: 'talk', modality: 'chat', prefixes: ['gpt-'], endpoints: [endpoints.chat], rules: [] }),
]);

const model = (id: string, paths: readonly string[], over: Partial<IndexedModel> = {}): IndexedModel => ({
  id,
  title: null,
  description: null,
  modality: null,
  endpoints: paths.map((path) => ({ path: path.split('#')[0] ?? '', alias: path.split('#')[1] ?? null })),
  pollPath: null,
  ...over,
});

const schema = (path: string, fields: readonly Field[], over: Partial<IndexedSchema> = {}): IndexedSchema => ({
  path,
  alias: null,
  models: [],
  fields,
  required: [],
  ...over,
});

function arrange(index: Partial<ModelIndex>) {
  const whole: ModelIndex = {
    version: null,
    breakingSince: null,
    models: [],
    paths: [],
    schemas: [],
    samples: [],
    ...index,
  };
  const catalog = overlayCatalog(bundled, whole);
  const fieldsOf = (id: string): readonly string[] | undefined =>
    catalog.findModel(id)?.families[0].fields.map(({ name }) => name);
  const targetsOf = (id: string) =>
    catalog
      .findModel(id)
      ?.families.map((each) => [each.modality, ...each.endpoints.map(({ path, pollPath }) => [path, pollPath])]);
  return { catalog, fieldsOf, targetsOf };
}

const images = '/v1/images/generations';

/** Suggested values may be added, because nothing is checked against them. */
const withoutSuggestions = (field: Field): Field => ({ ...field, suggestions: [] });

describe('the live index over the bundled catalog', () => {
  test('adds a model that no bundled family covers, with the fields of its schema', () => {
    const { catalog, targetsOf } = arrange({
      models: [model('dream-9', [`${images}#dream`], { pollPath: `${images}/{task_id}` })],
      schemas: [
        schema(images, [text('mood'), text('prompt', { isProse: true })], { alias: 'dream', required: ['prompt'] }),
      ],
    });
    const [added] = catalog.findModel('dream-9')?.families ?? [];
    assert.deepEqual(
      [targetsOf('dream-9'), added?.fields.map(({ name }) => name), Object.keys(added?.sample ?? {})],
      [[['image', [images, `${images}/{task_id}`]]], ['prompt', 'mood'], ['prompt']],
    );
  });

  test('makes a model without a query synchronous, and starts its job from the example of the gateway', () => {
    const { catalog, targetsOf } = arrange({
      models: [model('flash-1', [images])],
      samples: [{ title: null, model: 'flash-1', endpoint: images, body: { prompt: 'A cat', output: 'x' } }],
    });
    assert.deepEqual(
      [targetsOf('flash-1'), catalog.findModel('flash-1')?.families[0].sample],
      [[['image', [images, null]]], { prompt: 'A cat', request: { output: 'x' } }],
    );
  });

  test('lists a model of a known prefix with the fields of its family', () => {
    const { catalog, fieldsOf } = arrange({ models: [model('mj_fast', [images]), model('gpt-9', [])] });
    assert.deepEqual(
      [fieldsOf('mj_fast'), [...catalog.models.keys()]],
      [
        ['prompt', 'size', 'style'],
        ['pic-1', 'pic-2', 'mj_fast', 'gpt-9'],
      ],
    );
  });

  test('adds an endpoint to a bundled model, next to its own', () => {
    const { targetsOf } = arrange({ models: [model('pic-1', [images, '/v1/chat/completions'])] });
    assert.deepEqual(targetsOf('pic-1'), [
      ['image', [images, `${images}/{task_id}`]],
      ['image', ['/v1/chat/completions', null]],
    ]);
  });

  test('adds a field to a bundled family, and offers values where no list is closed', () => {
    const { catalog, fieldsOf } = arrange({
      schemas: [
        schema(
          images,
          [text('mood'), text('style', { constraints: [{ kind: 'enum', values: ['oil'], source: 'observed' }] })],
          {
            models: ['pic-1'],
          },
        ),
      ],
    });
    const style = catalog.findModel('pic-2')?.families[0].fields.find(({ name }) => name === 'style');
    assert.deepEqual(
      [fieldsOf('pic-1'), style?.suggestions, style?.constraints],
      [['prompt', 'size', 'style', 'mood'], ['oil'], undefined],
    );
  });

  test('keeps what is bundled if the gateway contradicts it', () => {
    const { catalog } = arrange({
      models: [
        model('pic-1', [images], { pollPath: null }),
        model('other', ['/v1/videos'], { pollPath: '/v1/videos/{task_id}' }),
      ],
      schemas: [
        schema(
          images,
          [
            text('size', { constraints: [{ kind: 'enum', values: ['8K'], source: 'observed' }] }),
            text('prompt', { constraints: [{ kind: 'length', max: 9000, source: 'observed' }] }),
            text('images', { type: { kind: 'array', items: { kind: 'string' } } }),
          ],
          { models: ['pic-1'] },
        ),
      ],
    });
    const [before, after] = [bundled, catalog].map((each) => each.findModel('pic-1')?.families[0]);
    assert.deepEqual(
      [after?.fields, after?.rules, after?.endpoints],
      [before?.fields, before?.rules, before?.endpoints],
    );
  });

  test('does not give a family the fields of its neighbors on the same path', () => {
    const { fieldsOf } = arrange({ schemas: [schema(images, [text('mood')])] });
    assert.deepEqual(fieldsOf('pic-1'), ['prompt', 'size', 'style']);
  });

  test('never calls a path that the API description has only for an alias', () => {
    const { targetsOf } = arrange({
      paths: [images],
      models: [model('a', ['/v1/images/authoring']), model('b', [images])],
    });
    assert.deepEqual([targetsOf('a'), targetsOf('b')?.length], [undefined, 1]);
  });

  test('only warns if a field is required or closed only according to the gateway', () => {
    const catalog = overlayCatalog(bundledCatalog, {
      version: null,
      breakingSince: null,
      paths: [],
      samples: [],
      models: [model('dream-9', [images], { pollPath: `${images}/{task_id}` })],
      schemas: [
        schema(
          images,
          [text('mood'), text('size', { constraints: [{ kind: 'enum', values: ['1K'], source: 'observed' }] })],
          {
            models: ['dream-9'],
            required: ['mood'],
          },
        ),
      ],
    });
    const { problems } = checkJobFile('model: dream-9\nsize: 3K\n', { catalog, isStrict: false });
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [
        ['missing-one-of', 'warning'],
        ['not-in-enum', 'warning'],
      ],
    );
  });

  test('never takes a field, a constraint or a rule from a bundled family, whatever it holds', () => {
    const names = fc.constantFrom('prompt', 'size', 'image', 'images', 'mood', 'model');
    const fields = fc.array(
      names.map((name) => text(name, { constraints: [{ kind: 'length', max: 1, source: 'observed' }] })),
    );
    const ids = fc.constantFrom(
      ...[...bundledCatalog.models.keys()].slice(0, 12),
      'new-1',
      'mj_x',
      'claude-x',
      'sonic',
    );
    const paths = fc.constantFrom(...Object.values(endpoints).map(({ path }) => path), '/v1/new/images');
    const models = fc.array(fc.tuple(ids, fc.array(paths)).map(([id, list]) => model(id, list)));
    const schemas = fc.array(
      fc.tuple(paths, fields, fc.array(ids)).map(([path, own, listed]) => schema(path, own, { models: listed })),
    );
    fc.assert(
      fc.property(models, schemas, (listed, described) => {
        const index = {
          version: null,
          breakingSince: null,
          paths: [],
          samples: [],
          models: listed,
          schemas: described,
        };
        const catalog = overlayCatalog(bundledCatalog, index);
        for (const [id, { families }] of bundledCatalog.models) {
          const now = catalog.models.get(id)?.families ?? [];
          for (const [position, before] of families.entries()) {
            const after = now[position];
            const kept = after?.fields.slice(0, before.fields.length).map(withoutSuggestions);
            assert.deepEqual(
              [after?.id, kept, after?.rules.slice(0, before.rules.length), after?.endpoints],
              [before.id, before.fields.map(withoutSuggestions), before.rules, before.endpoints],
            );
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
