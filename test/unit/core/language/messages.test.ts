import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeProblem } from '../../../../src/core/language/problems/describeProblem.ts';
import { problemTexts } from '../../../../src/core/language/problems/problemTexts.ts';
import { fillTemplate } from '../../../../src/core/support/text/fillTemplate.ts';

test('placeholders are filled, and braces of examples stay', () => {
  assert.equal(fillTemplate('"{a}" in `gen: {endpoint: /v1}`', { a: 1 }), '"1" in `gen: {endpoint: /v1}`');
});

test('a missing variant of a message is replaced by the message of the code', () => {
  const problem = {
    code: 'missing-field',
    severity: 'error',
    start: 0,
    end: 0,
    args: { variant: 'none', title: 'Sonic', field: 'a' },
  } as const;
  assert.equal(describeProblem(problem, fillTemplate), 'Sonic needs "a".');
});

/** Reads every `variant: '…'` in the sources of core. */
async function variantsInSources(): Promise<ReadonlySet<string>> {
  const folders = ['catalog', 'jobFile'].map((name) => join(import.meta.dirname, '../../../../src/core', name));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name)),
    ),
  );
  const sources = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  return new Set(
    sources.flatMap((source) => [...source.matchAll(/variant: '([a-z-]+)'/g)].map(([, variant = '']) => variant)),
  );
}

test('every variant that core reports has a message', async () => {
  const worded = new Set(Object.values(problemTexts).flatMap((text) => Object.keys(text)));
  const variants = await variantsInSources();
  assert.ok(variants.size > 20);
  assert.deepEqual(
    [...variants].filter((variant) => !worded.has(variant)),
    [],
  );
});
