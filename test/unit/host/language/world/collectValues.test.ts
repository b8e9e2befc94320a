import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectValues } from '../../../../../src/host/language/world/collectValues.ts';

function collect(jobFile: unknown): readonly string[] {
  const found: string[] = [];
  collectValues(jobFile, (field, value) => void found.push(`${field} ${value}`));
  return found;
}

test('only short strings that can be a choice are collected', () => {
  const longest = 'x'.repeat(80);
  const jobs = [
    longest,
    `${longest}x`,
    ' ',
    'a\nb',
    '${{ vars.a }}',
    './a.png',
    '/a.png',
    'https://a.example',
    7,
    null,
  ];
  assert.deepEqual(collect({ jobs: Object.fromEntries(jobs.map((voice, at) => [`job${at}`, { voice }])) }), [
    `voice ${longest}`,
  ]);
});

test('members are collected under their own names, up to six levels deep', () => {
  const nest = (depth: number): unknown => (depth === 0 ? 'deep' : { size: nest(depth - 1) });
  assert.deepEqual(collect({ style: { tone: ['soft', { mood: 'calm' }] } }), ['tone soft', 'mood calm']);
  assert.deepEqual([collect({ size: nest(6) }), collect({ size: nest(7) })], [['size deep'], []]);
});
