import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeAt } from './completeAt.ts';

test('a whole job below jobs has its own id', () => {
  assert.equal(
    completeAt('jobs:\n  music: {}\n  |').find(({ label }) => label === 'Sonic')?.insertText,
    [
      '${1:music-2}:',
      '  model: sonic',
      '  title: ${2:Harbor Lights}',
      '  tags: ${3:indie folk, warm acoustic guitar}',
      '  prompt: |',
      '    ${4:[Verse]',
      '    The boats come home on a silver tide',
      '',
      '    [Chorus]',
      '    Harbor lights, hold on to me}',
      '  $0',
    ].join('\n'),
  );
});

test('a whole job is found by what it makes and by its model', () => {
  const offered = completeAt('|').find(({ label }) => label === 'Sonic');
  assert.deepEqual(
    [offered?.filterText, offered?.detail, offered?.isSnippet],
    ['Sonic Music sonic music song', 'Music · whole job', true],
  );
});

test('a whole job with "gen" is not offered in a file that has "gen"', () => {
  const titles = (marked: string): readonly string[] =>
    completeAt(marked).flatMap(({ kind, label }) => (kind === 'job' ? [label] : []));
  const left = titles('gen: {name: x}\n|');
  assert.ok(titles('|').includes('Kling, native, from an image'));
  assert.ok(left.includes('Sonic') && !left.includes('Kling, native, from an image'));
});
