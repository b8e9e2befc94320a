import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import type { Catalog } from '../../../../../src/core/catalog/catalog.ts';
import type { CheckedJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import { createJobFileReader } from '../../../../../src/core/jobFile/check/createJobFileReader.ts';

const models = ['sonic', 'gpt-image-2', 'seedream-5-0-260128', 'claude-sonnet-4-5'];

/** Each job has a different model, so that the requested models show which jobs are checked. */
const file = [
  'gen: {defaults: {needs: calm}}',
  'vars: {place: the quay}',
  'jobs:',
  ...models.map((model, at) => `  job${at}:\n    model: ${model}\n    prompt: A word about ${at === 3 ? '${{ vars.place }}' : 'it'}`),
  'output: out',
  '',
].join('\n'); // prettier-ignore

interface Seen {
  /** Texts of the sections that were parsed again. */
  readonly parsed: readonly string[];
  /** Models of the jobs that were checked. */
  readonly checked: readonly string[];
}

/** Reads a text and then a changed one, and returns what the second reading had to do. */
function readTwice(text: string, change: (text: string) => string): Seen {
  const asked: string[] = [];
  const reader = createJobFileReader({ catalog: listenTo(bundledCatalog, asked), isStrict: false });
  const before = read(reader.read(text));
  asked.length = 0;
  const now = read(reader.read(change(text)));
  const parsed = now.filter((section) => !before.includes(section)).map((section) => section.text.trim().split('\n')[0] ?? '');
  return { parsed, checked: [...new Set(asked)] };
} // prettier-ignore

function listenTo(catalog: Catalog, asked: string[]): Catalog {
  return {
    ...catalog,
    findModel(id) {
      asked.push(id);
      return catalog.findModel(id);
    },
  };
}

function read(checked: CheckedJobFile) {
  assert.ok(checked.problems);
  return checked.syntax.sections?.map(({ section }) => section) ?? [];
}

const typing = (place: string, insert: string) => (text: string) => text.replace(place, place + insert);

test('a character in one job parses one section and checks one job', () => {
  assert.deepEqual(readTwice(file, typing('model: gpt-image-2\n    prompt: A', 'h')), {
    parsed: ['job1:'],
    checked: ['gpt-image-2'],
  });
});

test('a section that only moves is neither parsed nor checked', () => {
  assert.deepEqual(
    readTwice(file, (text) => `# A note\n${text}`),
    { parsed: ['# A note'], checked: [] },
  );
});

test('an opening quote in one job does not affect the others', () => {
  const { parsed } = readTwice(file, typing('model: sonic\n    prompt: ', '"'));
  assert.deepEqual(parsed, ['job0:']);
});

test('an edit that all jobs see makes all of them be checked again', () => {
  assert.deepEqual(readTwice(file, typing('vars: {place: the', ' old')), {
    parsed: ['vars: {place: the old quay}'],
    checked: models,
  });
});

test('a new job makes all of them be checked again, and none of them be parsed', () => {
  const added = '  new: {model: sonic, prompt: x}\n';
  assert.deepEqual(
    readTwice(file, (text) => text.replace('jobs:\n', `jobs:\n${added}`)),
    { parsed: [added.trim()], checked: models },
  );
});

test('after a change of files every job is checked again, and nothing is parsed', () => {
  const asked: string[] = [];
  const reader = createJobFileReader({ catalog: listenTo(bundledCatalog, asked), isStrict: false });
  const before = read(reader.read(file));
  asked.length = 0;
  reader.forgetChecks();
  const now = read(reader.read(file));
  assert.deepEqual([now.every((section) => before.includes(section)), [...new Set(asked)]], [true, models]);
});

test('problems stay at their text when the text before and after it has changed since they were found', () => {
  const faulty = file.replace('model: gpt-image-2\n', 'model: gpt-image-2\n    sise: 2K\n');
  const before = typing('model: sonic\n', '    x-note: early\n')(faulty);
  const both = typing('claude-sonnet-4-5\n', '    x-note: late\n')(before);
  const reader = createJobFileReader({ catalog: bundledCatalog, isStrict: false });
  assert.ok(reader.read(faulty).problems);
  assert.ok(reader.read(before).syntax.sections);
  const places = reader.read(both).problems.map(({ code, start, end }) => [code, both.slice(start, end)]);
  assert.deepEqual(places, [
    ['unknown-key', 'needs'],
    ['unknown-field', 'sise'],
  ]);
});

test('a text that cannot be cut is read as a whole, and the sections from before it are known after it', () => {
  const reader = createJobFileReader({ catalog: bundledCatalog, isStrict: false });
  const before = read(reader.read(file));
  const whole = reader.read(`---\n${file}`);
  assert.deepEqual([whole.syntax.sections, whole.jobs.length], [null, 4]);
  assert.deepEqual(
    read(reader.read(file)).map((section, at) => section === before[at]),
    before.map(() => true),
  );
});
