import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makeInert } from '../../../src/core/support/text/inertText.ts';
import { buildL10nBundle, l10nBundlePath } from '../../support/l10nBundle.ts';

test('the bundle contains every string of the sources: run `npm run l10n` if this fails', async () => {
  assert.equal(await readFile(l10nBundlePath, 'utf8'), await buildL10nBundle());
});

test('no sentence of Genwright is changed when it is made inert', async () => {
  const bundle = JSON.parse(await readFile(l10nBundlePath, 'utf8')) as Record<string, string>;
  const changed = Object.keys(bundle).filter((template) => makeInert(template) !== template);
  assert.deepEqual(changed, []);
});
