import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { jobFileSchema } from '../../../../src/core/language/index.ts';
import { isSchemaText } from '../../../../src/host/commands/isSchemaText.ts';

test('an earlier export is a schema', () => {
  assert.equal(isSchemaText(JSON.stringify(jobFileSchema(bundledCatalog))), true);
});

for (const text of [
  '',
  'model: x',
  '{}',
  '[]',
  'null',
  '{"a":{"$schema":"x"}}',
  '[{"$schema":"x"}]',
  '{"$schema":"http://json-schema.org/draft-07/schema#"',
  '{"$schema":"https://json.schemastore.org/tsconfig","compilerOptions":{}}',
  '{"$schema":7}',
]) {
  test(`${JSON.stringify(text)} is not a schema`, () => {
    assert.equal(isSchemaText(text), false);
  });
}
