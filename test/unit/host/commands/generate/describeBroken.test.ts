import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBroken } from '../../../../../src/host/commands/generate/describeBroken.ts';
import { englishL10n } from '../../../../support/englishL10n.ts';

test('job files with errors are one message, which names the first of several', () => {
  const files = [
    { path: '/w/hero.gen.yaml', errors: 1 },
    { path: '/w/door.gen.yaml', errors: 3 },
  ];
  const texts = [[], files.slice(0, 1), files.slice(1), files].map((broken) => describeBroken(broken, englishL10n));
  assert.deepEqual(texts, [
    null,
    'Nothing was sent: hero.gen.yaml has an error.',
    'Nothing was sent: door.gen.yaml has 3 errors.',
    'Nothing was sent: 2 job files have errors. The first one is hero.gen.yaml.',
  ]);
});
