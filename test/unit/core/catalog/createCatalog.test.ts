import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createCatalog,
  familyAt,
  familyWithoutModel,
  indexFields,
} from '../../../../src/core/catalog/createCatalog.ts';
import { endpoints } from '../../../../src/core/catalog/endpoints.ts';
import type { Field } from '../../../../src/core/catalog/field.ts';
import { isIgnoredKey, isReservedKey } from '../../../../src/core/catalog/reservedKeys.ts';
import { buildFamily } from '../../../fakes/planning/families.ts';

const pictures = buildFamily('pictures', { models: ['pic-1', 'duo'] });
const clips = buildFamily('clips', {
  models: ['clip-1', 'duo'],
  endpoints: [endpoints.videos, endpoints.legacyVideo],
  prefixes: ['clip-'],
});
const longClips = buildFamily('long-clips', { prefixes: ['clip-long-'], endpoints: [endpoints.klingText] });
const erase = buildFamily('erase', { endpoints: [endpoints.subtitleErase] });
const catalog = createCatalog([pictures, clips, longClips, erase]);

/** Returns the ids of the families of a model. */
const familiesOf = (id: string): readonly string[] | undefined =>
  catalog.findModel(id)?.families.map((each) => each.id);

test('a model belongs to each family that lists it, in their order', () => {
  assert.deepEqual(
    [familiesOf('pic-1'), familiesOf('clip-1'), familiesOf('duo')],
    [['pictures'], ['clips'], ['pictures', 'clips']],
  );
  assert.deepEqual([...catalog.models.keys()], ['pic-1', 'duo', 'clip-1']);
});

test('the longest prefix covers a model that no family lists', () => {
  assert.deepEqual(
    [familiesOf('clip-9'), familiesOf('clip-long-9'), familiesOf('clip-'), familiesOf('pic-2')],
    [['clips'], ['long-clips'], ['clips'], undefined],
  );
  assert.equal(catalog.findModel('clip-9')?.id, 'clip-9');
});

test('a longer prefix of the interface specification wins over that of a family', () => {
  const specified = createCatalog([
    buildFamily('wide', { prefixes: ['see'] }),
    buildFamily('exact', { prefixes: ['seedream-'] }),
  ]);
  assert.deepEqual(
    ['seedream-9', 'seedance-9', 'seed'].map((id) => specified.findModel(id)?.families[0].id),
    ['exact', undefined, 'wide'],
  );
});

test('two families with one model on one path are an error of their data', () => {
  const other = buildFamily('other', { models: ['pic-1'], endpoints: [endpoints.chat, endpoints.images] });
  assert.throws(() => createCatalog([pictures, other]), /pic-1 belongs to pictures and to other on one path/);
  assert.throws(
    () => createCatalog([buildFamily('a', { prefixes: ['x-'] }), buildFamily('b', { prefixes: ['x-'] })]),
    /x- belongs to a and to b/,
  );
});

test('the path selects among the families of a model', () => {
  const duo = catalog.findModel('duo');
  assert.ok(duo);
  const at = (path: string | null) => familyAt(duo, path)?.id;
  assert.deepEqual(
    [at(null), at('/v1/images/generations'), at('/v1/video/generations'), at('/v1/chat/completions')],
    ['pictures', 'pictures', 'clips', undefined],
  );
});

test('only a path that accepts no model has a family without one', () => {
  assert.equal(familyWithoutModel(catalog, '/v1/videos/subtitle-erase')?.id, 'erase');
  assert.equal(familyWithoutModel(catalog, '/v1/videos'), undefined);
});

test('fields are found by name and by alias', () => {
  const fields: readonly Field[] = [
    { name: 'prompt', aliases: ['text', 'input'], type: { kind: 'string' }, description: '' },
    { name: 'seed', type: { kind: 'integer' }, description: '' },
  ];
  assert.deepEqual(
    [...indexFields(fields)].map(([key, { name }]) => [key, name]),
    [
      ['prompt', 'prompt'],
      ['text', 'prompt'],
      ['input', 'prompt'],
      ['seed', 'seed'],
    ],
  );
  const listed = buildFamily('listed', { fields });
  assert.equal(createCatalog([listed]).fieldsOf(listed).get('text')?.name, 'prompt');
  assert.equal(catalog.fieldsOf(listed).get('input')?.name, 'prompt');
});

test('reserved keys are never fields, and some of them are read by nothing', () => {
  const reserved = ['gen', 'vars', 'matrix', 'jobs', 'needs', 'output', 'request'];
  const ignored = ['$schema', 'x-', 'x-note'];
  const fields = ['model', 'x', 'X-note', 'schema', 'Gen', 'toString'];
  assert.deepEqual([...reserved, ...ignored, ...fields].filter(isReservedKey), [...reserved, ...ignored]);
  assert.deepEqual([...reserved, ...ignored, ...fields].filter(isIgnoredKey), ignored);
});
