import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverAt, linesAt } from './hoverAt.ts';

test('a field shows its meaning, type, limits, default and source', () => {
  assert.deepEqual(linesAt('model: sonic\nmodel_ver|sion: x\n'), [
    'model_version',
    '**model_version** · a string',
    'Version of the music model.',
    '- Allowed: `sonic-v3-5` `sonic-v4` `sonic-v4-5` `sonic-v4-5-plus` `sonic-v5`',
    '- Default: `sonic-v4`',
    '*Source: the interface specification*',
  ]);
});

test('a fact that is only observed is marked as observed', () => {
  assert.deepEqual(linesAt('model: sonic\ngpt_|description_prompt: x\n'), [
    'gpt_description_prompt',
    '**gpt_description_prompt** · a string',
    'Describes the whole song when `custom_mode` is off.',
    '- Up to 400 characters',
    '*Source: observed, not specified. Problems are only warnings.*',
  ]);
});

test('a fact that is only observed is distinguished from those of the specification', () => {
  assert.deepEqual(linesAt('model: sonic\nvocal_|gender: f\n')?.slice(1), [
    '**vocal_gender** · a string',
    'Voice of the singer, as a single letter: `f` is female, `m` is male. Available since version 4.5.',
    '- Written as one letter',
    '- Allowed: `f` `m` (observed)',
    '*Source: the interface specification. Problems with what is marked as observed are only warnings.*',
  ]);
});

test('rules across fields are shown with each of the fields', () => {
  const lines = linesAt('model: seed-tts-2.0\nvo|ice: x\n') ?? [];
  assert.deepEqual(lines.slice(3, 5), [
    '- One of these is needed: `voice` `speaker`',
    '- Only one of these: `voice` `speaker` (observed)',
  ]);
});

test('a model shows what it makes, at which endpoint, and how it responds', () => {
  assert.deepEqual(linesAt('jobs:\n  a:\n    model: seed|-tts-2.0\n'), [
    'seed-tts-2.0',
    '**seed-tts-2.0** · Speech · Seed TTS 2.0',
    'Speech from text or SSML.',
    '- Endpoint: `/v1/audio/speech` · Runs as a task that is watched until it ends',
  ]);
});

test('a model with several endpoints shows all of them, the default first', () => {
  assert.deepEqual(linesAt('model: gemini-2.5-flash|-image\n')?.slice(3), [
    '- Endpoint: `/v1/images/generations` · Runs as a task that is watched until it ends',
    '- Endpoint: `/v1/chat/completions` · Returns the result in the response',
  ]);
});

test('a model outside the catalog shows what its name says', () => {
  assert.deepEqual(linesAt('model: grok-imagine|-image-next\n'), [
    'grok-imagine-image-next',
    '**grok-imagine-image-next** · Image',
    'This model is not in the catalog. Its fields are sent unchanged.',
    '- Endpoint: `/v1/images/generations` · Returns the result in the response',
  ]);
});

const keys: readonly (readonly [marked: string, start: string])[] = [
  ['mod|el: sonic\n', 'The model that generates the result.'],
  ['g|en: 1\n', 'Controls of Genwright'],
  ['gen:\n  end|point: x\n', 'Path of the endpoint'],
  ['jobs:\n  a:\n    output:\n      colli|sion: fail\n', 'What to do when the name is taken'],
  ['jo|bs:\n  a:\n', 'Several jobs in one file'],
  ['model: seedream-5-0-260128\noptimize_prompt_options: {mo|de: x}\n', 'How the prompt is optimized.'],
];

for (const [marked, start] of keys) {
  test(`the key at ${JSON.stringify(marked)} is explained`, () => {
    assert.equal(linesAt(marked)?.[2]?.startsWith(start), true);
  });
}

const silent = ['model: sonic\nnegative_tags: a t|itle\n', '# mod|el\n', 'x-a: {mod|el: x}\nmodel: sonic\n', '|'];

for (const marked of silent) {
  test(`there is no hover at ${JSON.stringify(marked)}`, () => assert.equal(linesAt(marked), null));
}

test('an error in one line does not prevent the hovers of the others', () => {
  const broken = 'foo: @x\nbar\n';
  assert.deepEqual(
    ['model: sonic\ntit|le: x\n', 'model: son|ic\ntitle: x\n', 'model: sonic\nprompt: x|\n'].map(
      (lines) => linesAt(`${lines}${broken}`)?.[0],
    ),
    ['title', 'sonic', 'x'],
  );
});

test('a constraint shows its reason, if there is more to say than its source', () => {
  assert.deepEqual(linesAt('model: gemini-2.5-flash-image\naspect_|ratio: x\n')?.slice(2, 5), [
    'Width to height.',
    '- Written as `W:H`',
    '- Allowed: `1:1` `3:2` `2:3` `3:4` `4:3` `4:5` `5:4` `9:16` `16:9` `21:9` (observed) — The gateway has a list for each model but does not publish it.',
  ]);
});

test('a rule with a name is stated at each of its fields', () => {
  const hints = [
    '- `thinking_mode` not with `enable_sequential: true`',
    '- `color_palette` not with `enable_sequential: true`',
  ];
  assert.deepEqual(
    [
      linesAt('model: wan2.7-image\nthinking_|mode: true\n')?.slice(3, 4),
      linesAt('model: wan2.7-image\nenable_|sequential: true\n')
        ?.filter((line) => line.includes('not with'))
        .sort(),
    ],
    [hints.slice(0, 1), hints.toReversed()],
  );
});

test('a hover names the job whose id, or whose model at the root, it is on', () => {
  const jobAt = (marked: string) => hoverAt(marked)?.job;
  const set = 'jobs:\n  "my door":\n    model: sonic\n    prompt: x\n';
  assert.deepEqual(
    [
      jobAt('mod|el: sonic\nprompt: x\n'),
      jobAt('model: son|ic\nprompt: x\n'),
      jobAt('model: sonic\nprom|pt: x\n'),
      jobAt(set.replace('door', 'do|or')),
      jobAt(set.replace('model', 'mod|el')),
      jobAt(set.replace('jobs', 'jo|bs')),
      jobAt(`mod|el: sonic\n${set}`),
    ],
    [null, undefined, undefined, 'my door', undefined, undefined, undefined],
  );
});

test('a key of an object shows the field of the model of its job, and in defaults of any model of the file', () => {
  const jobs = 'jobs:\n  one:\n    model: kling-v2-6\n  two:\n    model: seedream-5-0-260128\n';
  const key = '    metadata:\n      camera_|control: {}\n';
  assert.equal(linesAt(jobs.replace('  two', `${key}  two`))?.[0], 'camera_control');
  assert.equal(linesAt(`${jobs}${key}`), null);
  assert.equal(linesAt(`gen:\n  defaults:\n${key}${jobs}`)?.[0], 'camera_control');
});
