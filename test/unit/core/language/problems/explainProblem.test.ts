import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService, explainProblem } from '../../../../../src/core/language/index.ts';
import { allProblems } from '../../../../../src/core/language/problems/allProblems.ts';
import { fillTemplate } from '../../../../../src/core/support/text/fillTemplate.ts';

const service = createLanguageService({
  budget: { runUsd: 5 },
  env: {
    names: ['CITY'],
    read: (name) => (name === 'CITY' ? { state: 'set', value: 'Bergen' } : { state: 'blocked' }),
  },
  files: () => ({
    name: 'hero.gen.yaml',
    dir: '',
    isTrusted: true,
    list: () => [],
    knowsUrl: () => false,
    readText: (path) => (path === 'brief.md' ? { ok: true, text: 'Rain' } : { ok: false, reason: 'missing' }),
    inspect: (path) => ({ exists: path !== 'cats.png', isInside: true, bytes: path === 'huge.png' ? 1e9 : 10 }),
  }),
});

function codesOf(text: string): readonly string[] {
  return [
    ...new Set(
      service
        .open('hero.gen.yaml', text)
        .problems()
        .map(({ code }) => code),
    ),
  ];
}

/** An empty text is too short, and counts as missing as well. */
const echoes: Readonly<Record<string, readonly string[]>> = { 'too-short': ['missing-field'] };

for (const [code, { page }] of Object.entries(allProblems)) {
  test(`the page of ${code} shows a file that has it, and one without a problem`, () => {
    assert.deepEqual([codesOf(page.wrong), codesOf(page.right)], [[...(echoes[code] ?? []), code], []]);
  });
}

test('a name that is not a code has no page', () => {
  assert.equal(explainProblem('toString', fillTemplate), null);
});

test('a page is Markdown with its title, its code, both examples and what to do', () => {
  const page = explainProblem('duplicate-key', (template) => template.toUpperCase());
  assert.equal(
    page,
    [
      '# DUPLICATE KEY',
      '`duplicate-key`',
      'A KEY CAN HAVE ONLY ONE VALUE. YAML PARSERS DIFFER IN WHICH OF TWO THEY USE, SO NEITHER IS SENT.',
      '## WRONG',
      '```yaml\nmodel: sonic\nprompt: Rain\nprompt: Sun\n```',
      '## RIGHT',
      '```yaml\nmodel: sonic\nprompt: Sun\n```',
      '## WHAT TO DO',
      'REMOVE ONE OF THEM.\n',
    ].join('\n\n'),
  );
});
