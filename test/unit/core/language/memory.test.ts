import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLanguageService } from '../../../../src/core/language/index.ts';

test('What was checked leaves memory with a collection of the young generation', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;
  const service = createLanguageService();
  const check = (count: number): void => {
    for (let at = 0; at < count; at += 1) {
      const document = service.open('file:///hero.gen.yaml', `model: grok-imagine-image\nprompt: A lighthouse ${at}\n`);
      document.problems();
      document.dispose();
      if (at % 20 === 0) collect({ type: 'minor' });
    }
  };
  const readOld = (): number =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? NaN;
  check(200);
  collect({ type: 'major' });
  const before = readOld();
  check(400);
  // A checked document has about 40 KB.
  const kept = (readOld() - before) / 400;
  assert.ok(kept < 5_000, `${kept} bytes of each document stay`);
});
