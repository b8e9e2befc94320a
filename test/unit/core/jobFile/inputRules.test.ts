import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../src/core/jobFile/check/checkJobFile.ts';

/** Returns problems as `code severity text`. Every local file exists. */
function problemsOf(text: string): readonly string[] {
  const inspect = (): { exists: true; isInside: true; bytes: number } => ({ exists: true, isInside: true, bytes: 9 });
  const files = { inspect, readText: () => ({ ok: false, reason: 'missing' }) as const };
  return checkJobFile(text, { catalog: bundledCatalog, isStrict: false, lookups: { files } }).problems.map(
    ({ code, severity, start, end }) => `${code} ${severity} ${text.slice(start, end)}`,
  );
}

test('a rule sees a local file as its path', () => {
  assert.deepEqual(problemsOf('model: gemini-2.5-flash-image\nprompt: a\nimages: [a.png, b.webp]\n'), [
    'rule-broken error images',
  ]);
});

test('a rule waits for the value of an expression', () => {
  const still = '  still:\n    model: sonic\n    prompt: a\n';
  const next =
    '  next:\n    model: gemini-2.5-flash-image\n    prompt: b\n    images: [b.webp, "${{ jobs.still.url }}"]\n';
  assert.deepEqual(problemsOf(`jobs:\n${still}${next}`), []);
});

test('a field that a rule refuses is not reported as unknown too', () => {
  assert.deepEqual(problemsOf('model: wan2.6-t2i\nprompt: a\nimage: https://example.com/a.png\n'), [
    'rule-broken error image',
  ]);
});

test('a local file is not a list', () => {
  assert.deepEqual(problemsOf('model: gemini-2.5-flash-image\nprompt: a\nimages: a.png\n'), ['wrong-type error a.png']);
});
