import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { planText } from '../../../../../src/core/jobFile/requests/planText.ts';
import { recallJob } from '../../../../../src/core/language/recall/recallJob.ts';
import { isJsonObject, stringifyJson } from '../../../../../src/core/support/json/json.ts';
import { parseJson } from '../../../../../src/core/support/json/parseJson.ts';

function plan(text: string) {
  return planText(text, { catalog: bundledCatalog, isStrict: false, fileName: 'hero.gen.yaml' }).requests;
}

/** Returns the body that is planned after a recorded request was applied to a job file. */
function recallBody(text: string, body: string): string {
  const request = parseJson(body);
  assert.ok(isJsonObject(request));
  const record = {
    job: null,
    index: 1,
    model: 'sonic',
    endpoint: plan('model: sonic\nprompt: x\n')[0]?.endpoint ?? '',
    request,
    inputs: [],
  };
  const outcome = recallJob({ text, record, planned: plan(text), catalog: bundledCatalog, sha256: () => '' });
  const after = outcome.kind === 'edited' ? outcome.text : text;
  return stringifyJson(plan(after)[0]?.body ?? null);
}

const song = 'model: sonic\nprompt: x\n';

for (const name of ['constructor', 'toString', '__proto__']) {
  const cases: readonly (readonly [what: string, text: string, body: string])[] = [
    ['is removed if the record has no such field', `${song}${name}: 1\n`, '{"model":"sonic","prompt":"x"}'],
    ['is excluded if it is a default', `gen: {defaults: {${name}: 1}}\n${song}`, '{"model":"sonic","prompt":"x"}'],
    ['is added if the record has it', song, `{"model":"sonic","prompt":"x","${name}":1}`],
    ['stays in braces', `{model: sonic, prompt: y, ${name}: 1}\n`, `{"model":"sonic","prompt":"x","${name}":1}`],
    [
      'stays in a map',
      `${song}extra:\n  a: 1\n  ${name}: 2\n`,
      `{"model":"sonic","prompt":"x","extra":{"a":3,"${name}":2}}`,
    ],
    [
      'is removed from a map',
      `${song}extra:\n  a: 1\n  ${name}: 2\n`,
      `{"model":"sonic","prompt":"x","extra":{"a":1}}`,
    ],
  ];
  for (const [what, text, body] of cases) {
    test(`a field named ${name} ${what}`, () => {
      const recalled: unknown = parseJson(recallBody(text, body));
      assert.deepEqual(recalled, parseJson(body));
    });
  }
}
