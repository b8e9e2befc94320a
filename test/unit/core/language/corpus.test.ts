import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../src/core/language/index.ts';
import type { JobFileDocument } from '../../../../src/core/language/index.ts';
import { groupBy } from '../../../../src/core/support/groupBy.ts';
import { readCorpus } from '../../../support/corpus.ts';
import { findFlaws } from './findFlaws.ts';

const service = createLanguageService({
  env: { names: ['SONG_TITLE'], read: (name) => (name === 'SONG_TITLE' ? { state: 'set', value: 'Tide' } : { state: 'blocked' }) },
}); // prettier-ignore

const open = (text: string): JobFileDocument => service.open('file:///hero.gen.yaml', text);

const corpus = readCorpus();

for (const [folder, files] of groupBy(corpus, ({ name }) => name.split('/').at(-2) ?? 'golden')) {
  test(`every feature returns a result at the offsets of the ${files.length} ${folder} job files`, () => {
    const flaws = files.flatMap(({ name, text }) => findFlaws(open(text)).map((flaw) => `${name}: ${flaw}`));
    assert.deepEqual(flaws, []);
  });
}

test('the corpus is large', () => assert.ok(corpus.length >= 150, `${corpus.length} files`));
