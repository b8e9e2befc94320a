import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import type { JsonObject } from '../../../src/core/support/json/json.ts';
import { checkBody } from '../../../src/sandbox/checkBody.ts';
import { breaches, breakBody } from './breaches.ts';
import { checkRequest } from './checkRequest.ts';

/** Returns the message with which the sandbox refuses a body with 400. Null if it accepts the body. */
function refusalOf(model: string, body: JsonObject): string | null {
  const family = bundledCatalog.findModel(model)?.families[0];
  assert.ok(family);
  return checkBody(family, body);
}

for (const [index, breach] of breaches.entries()) {
  const { model, field, code, good } = breach;
  test(`${String(index + 1)}. ${model}: ${field} is held to its row by the editor (${code}) and the sandbox`, () => {
    const bad = breakBody(breach);

    assert.deepEqual(checkRequest(model, good), []);
    assert.equal(refusalOf(model, good), null);
    // A missing field is shown at the model.
    assert.deepEqual(checkRequest(model, bad), [`${code} at ${field in bad ? field : 'model'}`]);
    assert.match(refusalOf(model, bad) ?? '', new RegExp(field));
  });
}
