import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeText } from '../../../../src/sandbox/chat/writeText.ts';

const write = (text: string, seed = 1): string => writeText({ system: '', text, maxTokens: null }, seed);

test('writes in the form that the prompt demands', () => {
  const rows: readonly (readonly [prompt: string, form: RegExp])[] = [
    ['Write a haiku about the harbor', /^(?:\*.+\*(?: {2})?\n){3}$/],
    ['Lyrics for a song about night trains', /^\[Verse 1\]\nNight trains .+\n[^]+\[Chorus\]\nOh, night trains/],
    ['Give me 7 names for a café', /^### A café\n\n(?:\d\. \*\*.+\*\*: .+\n){7}\n\*/],
    [
      'Answer in JSON: three colors of the sea',
      /^```json\n\{\n {2}"subject": "the sea",\n {2}"moods": \[[^\]]+\]\n\}\n```\n$/,
    ],
    ['Write an image prompt for a lighthouse', /^A lighthouse .+\.\n$/],
    ['What is a fjord?', /^## What is a fjord\?\n\nYou asked: \*What is a fjord\?\*/],
    ['Tell me about storms', /^## Storms\n\n[^]+Picture storms [^]+(?:\n\d\. \*\*.+\.){3}\n\n\*/],
    ['', /^## The open sea\n/],
  ];
  const wrong = rows.filter(([prompt, form]) => !form.test(write(prompt))).map(([prompt]) => [prompt, write(prompt)]);
  assert.deepEqual(wrong, []);
});

test('lists as many items as the prompt demands, from 1 to 20, or else 5', () => {
  const counts = [0, 1, 20, 21].map((count) => {
    const items = write(`Give me ${count} names for a café`).matchAll(/^(\d+)\. \*\*\S+ \S[^*]*\*\*: \S/gm);
    return Array.from(items, ([, number]) => Number(number));
  });
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);
  assert.deepEqual(counts, [upTo(5), upTo(1), upTo(20), upTo(5)]);
});

test('keeps Markdown markup out of the words of the user', () => {
  const text = write('What is <b onclick="x">bold</b> **this** [link](https://example.com) `more` | a\n# b?');
  assert.doesNotMatch(text, /[<[`|]|\n# b/);
});

test('is a function of prompt and seed', () => {
  const texts = [write('Why is the sea blue?'), write('Why is the sea blue?'), write('Why is the sea blue?', 2)];
  assert.deepEqual([texts[0] === texts[1], texts[0] === texts[2]], [true, false]);
});
