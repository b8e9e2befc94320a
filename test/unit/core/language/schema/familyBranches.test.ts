import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { familyAt } from '../../../../../src/core/catalog/createCatalog.ts';
import { buildFamilyBranches } from '../../../../../src/core/language/schema/familyBranches.ts';
import type { JsonObject } from '../../../../../src/core/support/json/json.ts';

const ajv = new Ajv({ strict: false });
const branches = buildFamilyBranches(bundledCatalog, { isWhole: false });
const conditions = bundledCatalog.families.map(({ id }, index) => ({
  id,
  holds: ajv.compile(branches[index]?.['if'] as JsonObject),
}));

/** Returns the families whose condition a job meets. */
function familiesOf(job: JsonObject): readonly string[] {
  return conditions.filter(({ holds }) => holds(job)).map(({ id }) => id);
}

/** Every listed model, and a new model for every prefix. */
const models = bundledCatalog.families.flatMap((family) => [
  ...family.models,
  ...(family.prefixes ?? []).map((start) => `${start}any-other`),
]);

test('a job meets the condition of the one family that the catalog finds', () => {
  for (const id of new Set([...models, 'gemini-2.5-flash-image-next', 'nobody-knows'])) {
    const model = bundledCatalog.findModel(id);
    const own = model?.families[0].id;
    assert.deepEqual(familiesOf({ model: id }), own === undefined ? [] : [own], id);
    for (const { path } of model?.families.flatMap(({ endpoints }) => endpoints) ?? []) {
      const chosen = model && familyAt(model, path);
      assert.deepEqual(familiesOf({ model: id, gen: { endpoint: path } }), [chosen?.id], `${id} at ${path}`);
    }
  }
});

test('controls without an endpoint leave the default', () => {
  assert.deepEqual(familiesOf({ model: 'claude-any-other', gen: { repeat: 2 } }), ['chat-messages']);
  assert.deepEqual(familiesOf({ model: 'claude-any-other', gen: 1 }), ['chat-messages']);
});

test('an endpoint that accepts no model has its own family', () => {
  assert.deepEqual(familiesOf({ gen: { endpoint: '/v1/videos/subtitle-erase' } }), ['subtitle-erase']);
});
