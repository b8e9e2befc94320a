import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addFingerprint } from '../../../../../src/core/jobFile/requests/fillRequest.ts';
import type { Lookups } from '../../../../../src/core/jobFile/lookups.ts';
import { planHero } from '../../../../fakes/planning/planHero.ts';
import * as fc from '../../../../support/fastCheck.ts';

/** Returns the fingerprint of a one-job file, before it is hashed. */
function fingerprintOf(text: string, lookups: Lookups = {}): string | undefined {
  const [request] = planHero(text, { lookups }).requests;
  return request && addFingerprint(request, { jobs: {}, sha256: (canonical) => canonical }).fingerprint;
}

test('a fingerprint is the hash of body, endpoint and hashes of the inputs in canonical JSON', () => {
  assert.equal(
    fingerprintOf('prompt: A lighthouse\nmodel: seedream-5-0-260128\n'),
    '{"body":{"model":"seedream-5-0-260128","prompt":"A lighthouse"},"endpoint":"/v1/images/generations","inputs":[]}',
  );
});

const job =
  'model: sonic\nprompt: Hello\ntitle: One\nstyle_weight: 0.5\nextra: {a: [1, 2], b: null, c: 9007199254740992}\n';

const same: readonly (readonly [what: string, text: string])[] = [
  ['other quotes and blocks', job.replace('Hello', '"Hello"').replace('[1, 2]', '[ 1,2 ]')],
  ['another way to write a number', job.replace('0.5', '5e-1')],
  ['another name for the file', `output: other\ngen: {timeout_minutes: 3, name: x}\n${job}`],
  ['a field left out by null', `${job}tags: null\n`],
];

for (const [what, text] of same) {
  test(`${what} is the same request`, () => {
    assert.ok(fingerprintOf(job));
    assert.equal(fingerprintOf(text), fingerprintOf(job));
  });
}

const different: readonly (readonly [what: string, from: string, to: string])[] = [
  ['an item', '[1, 2]', '[1, 3]'],
  ['the order of items', '[1, 2]', '[2, 1]'],
  ['a text instead of a number', '[1, 2]', '[1, "2"]'],
  ['an integer that is equal as a double', '9007199254740992', '9007199254740993'],
];

for (const [what, from, to] of different) {
  test(`${what} makes it another request`, () => {
    assert.ok(fingerprintOf(job.replace(from, to)));
    assert.notEqual(fingerprintOf(job.replace(from, to)), fingerprintOf(job));
  });
}

const fieldValue = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.integer(), fc.boolean());
const fields = fc.dictionary(fc.stringMatching(/^f[a-z]{1,6}$/), fieldValue, { minKeys: 1, maxKeys: 5 });

/** Writes a job of these fields in the given layout. */
function writeJob(entries: readonly (readonly [string, unknown])[], { isLoose = false } = {}): string {
  const lines = ['model: sonic', 'prompt: Hello', ...entries.map(([key, value]) => `${key}: ${JSON.stringify(value)}`)];
  return isLoose ? `# A note\n${lines.toReversed().join(' # why\n\n')}\n` : `${lines.join('\n')}\n`;
}

test('neither the order of keys nor comments nor layout make another request', () => {
  fc.assert(
    fc.property(fields, (values) => {
      const entries = Object.entries(values);
      assert.ok(fingerprintOf(writeJob(entries)));
      assert.equal(fingerprintOf(writeJob(entries, { isLoose: true })), fingerprintOf(writeJob(entries)));
    }),
  );
});

test('any change of any value makes another request', () => {
  fc.assert(
    fc.property(fields, fieldValue, fc.nat(), (values, other, at) => {
      const entries = Object.entries(values);
      const changed = entries.map(([key, value], index): [string, unknown] => [
        key,
        index === at % entries.length ? other : value,
      ]);
      fc.pre(JSON.stringify(changed) !== JSON.stringify(entries));
      assert.notEqual(fingerprintOf(writeJob(changed)), fingerprintOf(writeJob(entries)));
    }),
  );
});

test('the content of an input file is part of the request, and its name is not', () => {
  const withInput = (path: string, sha256: string): string | undefined =>
    fingerprintOf(`model: seedream-5-0-260128\nprompt: x\nimage: ${path}\n`, {
      files: {
        readText: () => ({ ok: false, reason: 'missing' }),
        inspect: () => ({ exists: true, isInside: true, sha256, bytes: 1 }),
      },
    });
  assert.ok(withInput('cat.png', 'aa'));
  assert.equal(withInput('cat.png', 'aa'), withInput('images/copy.png', 'aa'));
  assert.notEqual(withInput('cat.png', 'aa'), withInput('cat.png', 'ab'));
});

test('a value from a variable is the same as the value itself', () => {
  const text = 'vars: {name: Hello}\nmodel: sonic\nprompt: ${{ vars.name }}\n';
  assert.equal(fingerprintOf(text), fingerprintOf('model: sonic\nprompt: Hello\n'));
});
