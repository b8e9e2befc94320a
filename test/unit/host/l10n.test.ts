import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { buildL10nBundle, l10nBundlePath } from '../../support/l10nBundle.ts';

test('the bundle holds every string of the sources: run `npm run l10n` when this fails', async () => {
  assert.equal(await readFile(l10nBundlePath, 'utf8'), await buildL10nBundle());
});
