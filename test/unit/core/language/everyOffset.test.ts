import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../src/core/language/index.ts';
import type { JobFileDocument } from '../../../../src/core/language/index.ts';
import { damagedTexts } from '../../../support/corpus.ts';
import * as fc from '../../../support/fastCheck.ts';
import { findFlaws } from './findFlaws.ts';

const service = createLanguageService();

const open = (text: string): JobFileDocument => service.open('hero.gen.yaml', text);

const corpus: readonly string[] = [
  '',
  '\n\n',
  'model: seedream-5-0-260128\nprompt: |\n  A cat # no\n\n  and: more\nsize: 2K # yes\nimages:\n- https://a\n- ""\n',
  'jobs:\n  a:\n    model: sonic\n    prompt: "x\n  b:\n    model: [a\n? [x]: y\n- - a: b\n  c\n',
  '"a b": c\n\'x\': |+\n   d\n...\n%YAML 1.2\n---\ngen: &a {defaults: {x: *a}}',
  '{model: sonic, prompt: {a: [1, {b: "c"}]}, ',
  'jobs: {a: {model: sonic, prompt: x, output: {dir: "a\\"b", name: c}}, b: {',
  '\tmodel: sonic\r\nprompt:\t>-\r\n  text\r\n\r\ntitle: 😀 ü\r\n',
  'vars: &x\n  <<: *x\n<<: [*x, *y]\n!tag model: !!str sonic\n',
  'model: sonic\nprompt: ${{ a | b }} $${{ }}\noutput: ${{\n',
  'vars: &x\n- \n  <<: *x\n...\n]\n!tag model: !!str sonic\n',
  'text: t\n: x\n: y\n-\n-- a\n- b:\n#\n#c\n|\n>\n',
];

for (const text of corpus) {
  test(`every feature works at every offset of ${JSON.stringify(text.slice(0, 40))}`, () =>
    assert.deepEqual(findFlaws(open(text)), []));
}

test('any text is parsed without a throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => assert.deepEqual(findFlaws(open(text)), [])),
    {
      numRuns: 150,
    },
  );
});

test('any damage to a job file is handled', () => {
  fc.assert(
    fc.property(damagedTexts(corpus.slice(2)), (text) => assert.deepEqual(findFlaws(open(text)), [])),
    { numRuns: 150 },
  );
});

test('deep nesting and very long lines are handled', () => {
  const nested = `model: ${'['.repeat(3000)}`;
  const stairs = `vars:\n${Array.from({ length: 300 }, (_, level) => `${' '.repeat(level + 1)}a:`).join('\n')}`;
  const dashes = `needs:\n${'- '.repeat(5000)}\n`;
  const shut = `text: ${'['.repeat(2500)}${']'.repeat(2500)}`;
  const blanks = `${'\t'.repeat(200_000)}x\nprompt${' '.repeat(200_000)}y\n`;
  const aliases = `vars: &v {x: 1}\njobs:\n${Array.from({ length: 2000 }, (_, n) => `  j${n}: {vars: *v}\n`).join('')}`;
  for (const text of [nested, stairs, dashes, shut, blanks, aliases, `prompt: ${'x '.repeat(20_000)}`]) {
    const document = open(text);
    assert.ok(document.problems().length > 0);
    assert.ok(Array.isArray(document.complete(text.length)));
    document.edit({ offset: text.length >> 1, remove: 0, insert: 'x' });
    assert.ok(document.problems().length > 0);
  }
});
