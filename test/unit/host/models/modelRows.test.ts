import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelFamily } from '../../../../src/core/catalog/catalog.ts';
import { createCatalog } from '../../../../src/core/catalog/createCatalog.ts';
import type { ModelRow } from '../../../../src/host/models/modelRows.ts';
import { buildFamily } from '../../../fakes/planning/families.ts';

await import('../fakes/fakeVscode.ts');
const { buildModelRows, describeLeaf, labelLeaf, listModelRows } =
  await import('../../../../src/host/models/modelRows.ts');

const images = { path: '/v1/images', pollPath: '/v1/images/{task_id}' };
const chat = { path: '/v1/chat', pollPath: null };

const family = (id: string, models: readonly string[], over: Partial<ModelFamily> = {}): ModelFamily =>
  buildFamily(id, { title: id.toUpperCase(), models, endpoints: [images], ...over });

/** Returns rows as `modality(family[model …])`. */
function draw(rows: readonly ModelRow[]): readonly string[] {
  return rows.map((row) => {
    if (row.kind === 'model') return row.modelId ?? `${row.familyId}*`;
    const name = row.kind === 'modality' ? `${row.modality} ${row.count}` : row.family.id;
    return `${name}(${draw(row.rows).join(' ')})`;
  });
}

describe('the rows of the Models view', () => {
  test('are grouped by what the models make, in the usual order, without empty groups', () => {
    const catalog = createCatalog([
      family('b', ['b1', 'b2']),
      family('talk', [], { modality: 'chat', prefixes: ['gpt-', 'o-'], endpoints: [chat] }),
      family('tune', ['t1'], { modality: 'music' }),
      family('a', ['a1']),
    ]);
    assert.deepEqual(draw(buildModelRows(catalog)), ['image 3(b(b1 b2) a1)', 'music 1(t1)', 'chat 1(talk*)']);
  });

  test('have a model of several families once, with all of its endpoints', () => {
    const catalog = createCatalog([
      family('a', ['a1']),
      family('talk', ['a1', 'c1'], { modality: 'chat', endpoints: [chat] }),
    ]);
    const rows = buildModelRows(catalog);
    const [first] = rows.flatMap((row) => (row.kind === 'modality' ? row.rows : []));
    assert.deepEqual(draw(rows), ['image 1(a1)', 'chat 1(c1)']);
    assert.deepEqual(first?.kind === 'model' && first.endpoints, [images, chat]);
  });

  test('are divided by family, unless a family has one model', () => {
    const rows = buildModelRows(createCatalog([family('many', ['m-240101', 'm-250101']), family('one', ['x'])]));
    assert.deepEqual(draw(rows), ['image 3(many(m-240101 m-250101) x)']);
    assert.deepEqual(draw(listModelRows(rows)), ['m-240101', 'm-250101', 'x']);
  });

  test('are called by their title with their id after it, and by their id below their family', () => {
    const many = family('many', ['m-240101', 'm-250101']);
    const open = family('open', [], { prefixes: ['gpt-', 'o-'] });
    const rows = listModelRows(buildModelRows(createCatalog([many, family('one', ['x-260128']), open])));
    assert.deepEqual(
      rows.map((row) => [labelLeaf(row), describeLeaf(row, null)]),
      [
        ['m-240101', ''],
        ['m-250101', ''],
        ['ONE', 'x-260128'],
        ['OPEN', 'gpt-…, o-…'],
      ],
    );
  });

  test('show the cost of a model as an estimate', () => {
    const [group] = buildModelRows(createCatalog([family('a', ['a1'])]));
    const leaf = group?.kind === 'modality' ? group.rows[0] : undefined;
    const cost = { amountUsd: 0.04, samples: 3 };
    assert.ok(leaf?.kind === 'model');
    const stated = { ...cost, samples: 0 };
    assert.deepEqual(
      [cost, stated, null].map((each) => describeLeaf(leaf, each)),
      ['a1 · about $0.04', 'a1 · about $0.04, stated', 'a1'],
    );
  });
});
