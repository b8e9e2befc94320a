import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRules } from '../../../../../src/core/catalog/checkRules.ts';
import { fullHdLength } from '../../../../../src/core/catalog/rules/fullHdLength.ts';
import { stringifyJson, type JsonObject } from '../../../../../src/core/support/json/json.ts';

const cases: readonly (readonly [values: JsonObject, faults: number])[] = [
  [{ size: '1080p', duration: 10 }, 1],
  [{ size: '1080p', duration: 10n }, 1],
  [{ size: '1080p', duration: 6 }, 0],
  [{ size: '768p', duration: 10 }, 0],
  [{ size: '1080p' }, 0],
  [{ duration: 10 }, 0],
  [{ size: ['1080p'], duration: '10' }, 0],
];

for (const [values, count] of cases) {
  const title = Object.entries(values).map(([name, value]) => `${name} ${stringifyJson(value)}`);
  test(`${title.join(' and ')} ${count > 0 ? 'do not go together' : 'may stay'}`, () => {
    const faults = checkRules([fullHdLength], { present: new Set(Object.keys(values)), values });
    assert.deepEqual(
      faults.map(({ code, source }) => [code, source]),
      Array.from({ length: count }, () => ['rule-broken', 'observed']),
    );
  });
}
