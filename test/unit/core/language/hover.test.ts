import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguageService } from '../../../../src/core/language/index.ts';
import { markedText } from '../../../support/markedText.ts';

/** The hovered text and the lines of the hover that are not empty. */
function hoverAt(marked: string): readonly string[] | null {
  const { text, offset } = markedText(marked);
  const hover = createLanguageService().open('hero.gen.yaml', text).hover(offset);
  return (
    hover && [text.slice(hover.start, hover.end), ...hover.markdown.split('\n').filter((line) => line.trim() !== '')]
  );
}

test('a field tells its meaning, type, limits, default and source', () => {
  assert.deepEqual(hoverAt('model: sonic\nmodel_ver|sion: x\n'), [
    'model_version',
    '**model_version** · text',
    'Version of the music model.',
    '- Allowed: `sonic-v3-5` `sonic-v4` `sonic-v4-5` `sonic-v4-5-plus` `sonic-v5`',
    '- Default: `sonic-v4`',
    '*Source: the interface specification*',
  ]);
});

test('what is only observed is marked', () => {
  assert.deepEqual(hoverAt('model: sonic\ngpt_|description_prompt: x\n'), [
    'gpt_description_prompt',
    '**gpt_description_prompt** · text (observed)',
    'Describes the whole song when `custom_mode` is off.',
    '- Up to 400 characters (observed)',
    '*Source: the interface specification; what is marked as observed is not promised and only warns*',
  ]);
});

test('rules across fields stand with each of them', () => {
  const lines = hoverAt('model: seed-tts-2.0\nvo|ice: x\n') ?? [];
  assert.deepEqual(lines.slice(3, 5), [
    '- One of these is needed: `voice` `speaker`',
    '- Not together: `voice` `speaker` (observed)',
  ]);
});

test('a model tells what it makes, where, and how it answers', () => {
  assert.deepEqual(hoverAt('jobs:\n  a:\n    model: seed|-tts-2.0\n'), [
    'seed-tts-2.0',
    '**seed-tts-2.0** · Speech · Seed TTS 2.0',
    'Speech from text or SSML.',
    '- Endpoint: `/v1/audio/speech`',
    '- Runs as a task that is followed until it ends',
  ]);
});

test('a model out of the catalog tells what its name tells', () => {
  assert.deepEqual(hoverAt('model: grok-imagine|-image\n'), [
    'grok-imagine-image',
    '**grok-imagine-image** · Image',
    'This model is not in the catalog. Its fields are sent as they are.',
    '- Endpoint: `/v1/images/generations`',
    '- Answers at once',
  ]);
});

const keys: readonly (readonly [marked: string, start: string])[] = [
  ['mod|el: sonic\n', 'The model that makes this.'],
  ['g|en: 1\n', 'Controls of Genwright'],
  ['gen:\n  end|point: x\n', 'Path of the gateway'],
  ['jobs:\n  a:\n    output:\n      colli|sion: fail\n', 'When the name is taken'],
  ['jo|bs:\n  a:\n', 'Several jobs in one file'],
  ['model: seedream-5-0-260128\noptimize_prompt_options: {mo|de: x}\n', 'How the prompt is optimized.'],
];

for (const [marked, start] of keys) {
  test(`the key at ${JSON.stringify(marked)} is explained`, () => {
    assert.equal(hoverAt(marked)?.[2]?.startsWith(start), true);
  });
}

const silent = [
  'model: sonic\nprompt: a t|itle\n',
  '# mod|el\n',
  'jobs:\n  mod|el:\n    model: sonic\n',
  'x-a: {mod|el: x}\n',
  '|',
];

for (const marked of silent) {
  test(`nothing is said at ${JSON.stringify(marked)}`, () => assert.equal(hoverAt(marked), null));
}

test('a fault in one line does not silence the others', () => {
  assert.equal(hoverAt('model: sonic\ntit|le: x\nfoo: @x\nbar\n')?.[0], 'title');
});
