import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from 'yaml';
import { buildSyntaxTree } from '../../../../../src/core/jobFile/syntax/buildSyntaxTree.ts';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import { shortenBlock } from '../../../../../src/core/jobFile/syntax/shortenBlock.ts';
import { damagedTexts } from '../../../../support/corpus.ts';
import * as fc from '../../../../support/fastCheck.ts';

/** Writes more lines than are read one by one. */
function linesAt(indent: string, changed: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: 80 }, (_, n) => changed[n] ?? `${indent}An old harbor in rain: line ${n}\n`).join('');
}

/** Texts, with whether most of their lines are left out. */
const cases: readonly (readonly [what: string, text: string, isShortened: boolean])[] = [
  ['the prompt of a file', `model: sonic\nprompt: |\n${linesAt('  ')}tags: a\n`, true],
  ['the last key', `model: sonic\nprompt: |\n${linesAt('  ')}`, true],
  ['a file without a line break at its end', `prompt: |\n${linesAt('  ').trimEnd()}`, true],
  ['the prompt of a job', `jobs:\n  a:\n    prompt: |\n${linesAt('      ')}    size: 2K\n  b: {}\n`, true],
  ['a message in a list', `messages:\n  - role: user\n    content: |\n${linesAt('      ')}  - |\n    Why?\n`, true],
  ['an item', `- |\n${linesAt('  ')}- b\n`, true],
  ['no line break at the end of the value', `a: |-\n${linesAt('  ')}\n\nb: c\n`, true],
  ['line breaks that are kept', `a: |+\n${linesAt('  ')}\n\n  \nb: c\n`, true],
  ['line breaks that are not kept', `a: |\n${linesAt('  ')}\n   \n\nb: c\n`, true],
  ['empty lines', `a: |\n${linesAt('  ', { 3: '\n', 4: '  \n', 70: '\n\n' })}b: c\n`, true],
  [
    'lines with more indentation',
    `a: |\n${linesAt('  ', { 3: '     b: |\n', 4: '  \tc\n', 79: '   \n' })}b: c\n`,
    true,
  ],
  ['a line that is indented less without content', `a: |\n${linesAt('  ', { 78: ' \n' })}b: c\n`, true],
  ['an anchor in the file', `x: &a [1]\ny: |\n${linesAt('  ')}z: *a\n`, true],
  ['a second block', `a: |\n${linesAt('  ')}b: |\n${linesAt(' ')}`, true],
  ['a comment that looks like a block', `# a: |\n${linesAt('  ')}b: c\n`, true],
  ['quotes', `a: "b: |\n${linesAt('  ')}"\n`, true],
  ['single quotes that stay open', `a: 'b: |\n${linesAt('  ')}\nb: c\n`, true],
  ['plain text', `a: b\n  c: |\n${linesAt('    ')}`, true],
  ['a block in a folded one', `a: >\n  b: |\n${linesAt('    ')}`, true],
  ['a key', `? - |\n${linesAt('   ')}: b\n`, true],
  ['too little indentation', `jobs:\n  a: |\n${linesAt(' ')}`, true],
  ['an anchor that ends with a colon', `a: |\n${linesAt('  ')}&<<: b\n`, true],
  ['a tab', `a: |\n${linesAt('  ', { 70: '\tb\n' })}c: d\n`, true],
  ['the end of the document', `a: |\n${linesAt('  ')}---\nb: c\n`, true],
  ['a folded block', `a: >\n${linesAt('  ')}b: c\n`, false],
  ['a block with a tag', `a: !!binary |\n${linesAt('  ')}b: c\n`, false],
  ['an indentation indicator', `a: |1\n${linesAt('  ')}b: c\n`, false],
  ['Windows line breaks', `a: |\n${linesAt('  ').replaceAll('\n', '\r\n')}b: c\n`, false],
  ['a line that is indented less', `a: |\n${linesAt('  ', { 3: ' b\n' })}c: d\n`, false],
  ['a middle of 2000 units', `a: |\n  b\n  ${'c'.repeat(1_997)}\n  d\n`, true],
  ['a middle of 1999 units', `a: |\n  b\n  ${'c'.repeat(1_996)}\n  d\n`, false],
  ['a short block', 'a: |\n  b\n  c\n  d\n', false],
  ['a line', 'a: |\n  b', false],
];

/** Reads every line. */
function readWhole(text: string): readonly unknown[] {
  const document = parseDocument(text, { intAsBigInt: true, prettyErrors: false, uniqueKeys: false });
  const { root, problems, aliasedNodes } = buildSyntaxTree(document, text);
  // A job file may have other warnings of the library, such as that of an anchor that ends with a colon.
  const tags = document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED');
  const isFlawless = problems.length + document.errors.length + tags.length === 0;
  return [root, aliasedNodes, isFlawless];
}

function read(text: string): readonly unknown[] {
  const { root, problems, aliasedNodes } = parseSyntax(text);
  return [root, aliasedNodes, problems.length === 0];
}

for (const [what, text, isShortened] of cases) {
  test(`${what}: ${isShortened ? 'most lines are' : 'no line is'} left out, and the tree is the same`, () => {
    assert.equal((shortenBlock(text)?.text.length ?? text.length) < text.length, isShortened);
    assert.deepEqual(read(text), readWhole(text));
  });
}

test('a damaged text has the same tree as if every line were read', () => {
  const texts = cases.map(([, text]) => text);
  fc.assert(
    fc.property(damagedTexts(texts), (text) => assert.deepEqual(read(text), readWhole(text))),
    { numRuns: 1_000 },
  );
});
