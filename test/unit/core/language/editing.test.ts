import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobFileDocument } from '../../../../src/core/language/index.ts';
import { type Damage, damages, fitDamage, readCorpus } from '../../../support/corpus.ts';
import * as fc from '../../../support/fastCheck.ts';
import { open } from './openAt.ts';

const corpus = readCorpus().map(({ text }) => text);

const asked = ['problems', 'symbols', 'complete', 'hover', 'longTexts', 'links'] as const;
type Asked = (typeof asked)[number];

/** Returns the results of a feature. A feature that depends on a place is called at these offsets. */
function answer(document: JobFileDocument, feature: Asked, offsets: readonly number[]): unknown {
  switch (feature) {
    case 'complete':
    case 'hover':
      return offsets.map((offset) => document[feature](offset));
    default:
      return document[feature]();
  }
}

interface Step {
  readonly damage: Damage;
  /** Features that are called between edits, so that parts of several versions are kept. */
  readonly features: readonly Asked[];
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ damage: damages(), features: fc.subarray([...asked], { maxLength: 2 }) }),
  { minLength: 1, maxLength: 6 },
);

/** Returns offsets around the edit, and others over the whole text. */
function placesIn(text: string, edited: number): readonly number[] {
  const spread = Array.from({ length: 5 }, (_, at) => Math.floor((text.length * at) / 4));
  return [...new Set([edited, edited + 1, edited + 12, ...spread])].filter((offset) => offset <= text.length);
}

test('after any edits a document returns what a newly opened one returns', () => {
  fc.assert(
    fc.property(fc.constantFrom(...corpus), steps, (text, all) => {
      const document = open(text);
      for (const { damage, features } of all) {
        const edit = fitDamage(damage, document.text);
        document.edit(edit);
        for (const feature of features) answer(document, feature, [edit.offset]);
        if (damage.at % 3 > 0) continue;
        const places = placesIn(document.text, edit.offset + edit.insert.length);
        const fresh = open(document.text);
        for (const feature of asked) {
          assert.deepEqual(answer(document, feature, places), answer(fresh, feature, places), feature);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('problems stay at their text when the text before and after it has changed since they were found', () => {
  const document = open('jobs:\n  a:\n    model: sonic\n    titel: x\n  b:\n    model: sonic\n');
  const insertAfter = (place: string, insert: string): void =>
    document.edit({ offset: document.text.indexOf(place) + place.length, remove: 0, insert });
  assert.equal(document.problems().length, 3);
  insertAfter('jobs:\n', '  new: {model: sonic}\n');
  insertAfter('  b:\n', '    x-note: late\n');
  const places = document.problems().map(({ start, end }) => document.text.slice(start, end));
  assert.deepEqual(places, ['new', 'a', 'titel', 'b']);
});
