import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import { problemTexts } from '../../../../../src/core/language/problems/problemTexts.ts';
import { filesOf } from '../openAt.ts';

const service = createLanguageService({
  budget: { runUsd: 5 },
  env: {
    names: ['CITY'],
    read: (name) => (name === 'CITY' ? { state: 'set', value: 'Bergen' } : { state: 'blocked' }),
  },
  files: () =>
    filesOf(
      { 'brief.md': 'Rain' },
      {
        knowsUrl: () => false,
        inspect: (path) => ({ exists: path !== 'cats.png', isInside: true, bytes: path === 'huge.png' ? 1e9 : 10 }),
      },
    ),
});

function codesOf(text: string): readonly string[] {
  const problems = service.open('hero.gen.yaml', text).problems();
  return [...new Set(problems.map(({ code }) => code))];
}

/** Returns the code of each section of a page, with its examples. */
function readSections(name: string) {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs', name), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      code: /^`(.+)`$/m.exec(section)?.[1] ?? '',
      examples: Array.from(section.matchAll(/^```yaml\n([^]*?)^```$/gm), ([, example = '']) => example),
    }));
}

const sections = readSections('problems.md');

test('the page explains each code, in the order of the messages', () => {
  assert.deepEqual(
    sections.map(({ code }) => code),
    Object.keys(problemTexts),
  );
});

/** An empty text is too short, and counts as missing as well. */
const echoes: Readonly<Record<string, readonly string[]>> = { 'too-short': ['missing-field'] };

/** Too long for an example. */
const withoutExample: ReadonlySet<string> = new Set(['too-large']);

for (const { code, examples } of sections.filter((section) => !withoutExample.has(section.code))) {
  test(`the section of ${code} shows a file that has it, and one without a problem`, () => {
    assert.deepEqual(examples.map(codesOf), [[...(echoes[code] ?? []), code], []]);
  });
}

test('a translation has the same sections and examples', () => {
  assert.deepEqual(readSections('problems.zh-cn.md'), sections);
});
