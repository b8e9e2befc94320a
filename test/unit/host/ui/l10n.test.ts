import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeInert } from '../../../../src/core/support/text/makeInert.ts';
import { rootDir } from '../../../hosts/paths.ts';
import { buildL10nBundle, l10nBundlePath } from '../../../../scripts/l10nBundle.ts';

test('the bundle contains every string of the sources: run `npm run l10n` if this fails', async () => {
  assert.equal(await readFile(l10nBundlePath, 'utf8'), await buildL10nBundle());
});

test('the bundle has the string of each call, from whichever module or object the caller gets `l10n`', async () => {
  const bundle = JSON.parse(await readFile(l10nBundlePath, 'utf8')) as Record<string, string>;
  const host = join(rootDir, 'src/host');
  const names = (await readdir(host, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const sources = await Promise.all(names.map((name) => readFile(join(host, name), 'utf8')));
  const called = sources.flatMap((source) => [...source.matchAll(/\bl10n\s*\.t\(\s*'([^'\\]+)'/g)]);
  assert.ok(called.length > 500);
  assert.deepEqual(
    called.map(([, text = '']) => text).filter((text) => !Object.hasOwn(bundle, text)),
    [],
  );
});

test('no sentence of Genwright is changed when it is made inert', async () => {
  const bundle = JSON.parse(await readFile(l10nBundlePath, 'utf8')) as Record<string, string>;
  const changed = Object.keys(bundle).filter((template) => makeInert(template) !== template);
  assert.deepEqual(changed, []);
});
