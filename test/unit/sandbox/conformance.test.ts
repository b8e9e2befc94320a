import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import { breaches, type Breach } from '../conformance/breaches.ts';
import { arrangeSandbox } from './arrangeSandbox.ts';

function pathOf({ model }: Breach): string {
  return bundledCatalog.findModel(model)?.families[0].endpoints[0].path ?? '';
}

test('accepts what complies with a row of the interface specification, and names the field of a violation', async (t) => {
  const { call } = await arrangeSandbox(t, { speed: 1000 });
  const wrong = [];
  for (const breach of breaches) {
    const { model, field, good, bad } = breach;
    const accepted = await call(pathOf(breach), { model, ...good });
    const refused = await call(pathOf(breach), { model, ...good, ...bad });
    const { code, message = '' } = (await refused.json()) as { code?: string; message?: string };
    const isNamed = new RegExp(`\\b${field}\\b`).test(message);
    if (accepted.status !== 200) wrong.push({ model, field, good, answer: await accepted.text() });
    if (refused.status !== 400 || code !== 'invalid_request' || !isNamed) wrong.push({ model, field, bad, message });
  }
  assert.deepEqual(wrong, []);
});
