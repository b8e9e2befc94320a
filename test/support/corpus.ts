import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from './fastCheck.ts';

export interface CorpusFile {
  readonly name: string;
  readonly text: string;
}

const folders = ['jobFiles', 'corpus', 'world/jobFiles'].map((name) => join(import.meta.dirname, '../fixtures', name));

/** Reads every job file of the fixtures: good, bad and broken ones. */
export function readCorpus(): readonly CorpusFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.gen.yaml'))
      .sort()
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })),
  );
}

/** A change of a text. `at` and `remove` are limited to the text. */
export interface Damage {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const pieces = [
  'a', ' ', '  ', '\n', '\n\n', '\r\n', '\n  ', '\n    ', '\t', ': ', ':', '- ', '\n- ', '#', ' # ', '|', '|+\n', '>-\n',
  '"', "'", '{', '}', '[', ']', ',', '&a ', '*a', '!', '? ', '%', '---\n', '...\n', '<<: ', '${{ ', ' }}', 'vars.x',
  'jobs:\n', '\njobs:', '\nmodel: sonic', '\n  b:\n', 'gen: ', 'null', '\ufeff', '😀', 'ü', '\u2028', '\0',
  '@a', '`b', '%c', 'yes', '"5"', ' 16:9', '[${{ vars.a }}]', 'size: 2k\n', 'prompt: 5\n',
]; // prettier-ignore

export function damages(): fc.Arbitrary<Damage> {
  return fc.record({
    at: fc.nat({ max: 5_000 }),
    remove: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.nat({ max: 120 }) }),
    insert: fc.oneof(
      fc.constantFrom(...pieces),
      fc.array(fc.constantFrom(...pieces), { maxLength: 3 }).map((each) => each.join('')),
    ),
  });
}

/** Converts the change to an edit of a document. */
export function fitDamage(
  { at, remove, insert }: Damage,
  text: string,
): { offset: number; remove: number; insert: string } {
  const offset = at % (text.length + 1);
  return { offset, remove: Math.min(remove, text.length - offset), insert };
}

/** Texts of a corpus with a few changes in random places. */
export function damagedTexts(corpus: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...corpus), fc.array(damages(), { minLength: 1, maxLength: 4 })).map(([whole, all]) =>
    all.reduce((text, damage) => {
      const { offset, remove, insert } = fitDamage(damage, text);
      return text.slice(0, offset) + insert + text.slice(offset + remove);
    }, whole),
  );
}
