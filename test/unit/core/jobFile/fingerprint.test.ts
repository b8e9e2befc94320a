import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { planJobFile } from '../../../../src/core/jobFile/plan.ts';

/** The fingerprint of a one-job file, before it is hashed. */
function fingerprintOf(text: string): string | undefined {
  const { requests } = planJobFile(text, {
    catalog: bundledCatalog,
    fileBase: 'hero',
    sha256: (canonical) => canonical,
    isStrict: false,
  });
  return requests[0]?.fingerprint;
}

const job = 'model: sonic\nprompt: Hello\ntitle: One\nstyle_weight: 0.5\nextra: {a: [1, 2], b: null}\n';

const same: readonly (readonly [what: string, text: string])[] = [
  [
    'another order of keys',
    'extra: {b: null, a: [1, 2]}\nstyle_weight: 0.5\ntitle: One\nprompt: Hello\nmodel: sonic\n',
  ],
  ['comments and blank lines', `# a song\n\n${job.replace('One', 'One # the title')}`],
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
  ['one letter', 'Hello', 'Hallo'],
  ['a number', '0.5', '0.6'],
  ['an item', '[1, 2]', '[1, 3]'],
  ['the order of items', '[1, 2]', '[2, 1]'],
  ['a text instead of a number', '[1, 2]', '[1, "2"]'],
  ['one more field', 'title', 'tags: x\ntitle'],
  ['an integer beyond 2^53', '[1, 2]', '[9007199254740993, 2]'],
];

for (const [what, from, to] of different) {
  test(`${what} makes it another request`, () => {
    assert.ok(fingerprintOf(job.replace(from, to)));
    assert.notEqual(fingerprintOf(job.replace(from, to)), fingerprintOf(job));
  });
}

test('integers that a double can not tell apart are different requests', () => {
  const [one, other] = ['9007199254740992', '9007199254740993'].map((seed) => fingerprintOf(`${job}seed: ${seed}\n`));
  assert.notEqual(one, other);
});
