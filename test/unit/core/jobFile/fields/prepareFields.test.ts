import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelFamily } from '../../../../../src/core/catalog/catalog.ts';
import { createCatalog } from '../../../../../src/core/catalog/createCatalog.ts';
import { endpoints } from '../../../../../src/core/catalog/endpoints.ts';
import type { Field } from '../../../../../src/core/catalog/field.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';
import type { FoundInput, Lookups } from '../../../../../src/core/jobFile/lookups.ts';
import { isPending, isSettled, pendingOf, type PlanValue, reveal } from '../../../../../src/core/jobFile/planValue.ts';
import { buildFamily } from '../../../../fakes/planning/families.ts';

const string = { kind: 'string' } as const;
const text = (name: string, more: Partial<Field> = {}): Field => ({ name, type: string, description: '', ...more });

const fields: readonly Field[] = [
  text('prompt', { aliases: ['text'] }),
  text('style', { typeSource: 'observed' }),
  text('image', { isMedia: true }),
  text('audio_url', { isMedia: true, takesData: false }),
  text('frame', { suggestions: ['16:9', '1:1'] }),
  { name: 'seed', type: { kind: 'integer' }, description: '' },
  { name: 'tags', type: { kind: 'array', items: string }, description: '' },
  {
    name: 'options',
    description: '',
    type: { kind: 'object', fields: [text('mode'), text('mask', { isMedia: true })] },
  },
];

const chatFields: readonly Field[] = [
  text('prompt'),
  text('system'),
  { name: 'messages', type: { kind: 'array', items: { kind: 'unknown' } }, typeSource: 'observed', description: '' },
];

const family = (id: string, more: Partial<ModelFamily>): ModelFamily => buildFamily(id, { fields, ...more });

const catalog = createCatalog([
  family('picture', { models: ['pic-1'] }),
  family('clip', { models: ['clip-1'], modality: 'video', endpoints: [endpoints.videos] }),
  family('title', { models: ['title-1'], fields: [text('prompt', { aliases: ['text'], isRequired: true })] }),
  family('talk', { models: ['talk-1'], modality: 'chat', endpoints: [endpoints.chat], fields: chatFields }),
  family('answer', { models: ['answer-1'], modality: 'chat', endpoints: [endpoints.messages], fields: chatFields }),
  family('reply', { models: ['reply-1'], modality: 'chat', endpoints: [endpoints.responses], fields: chatFields }),
]);

const found: FoundInput = { exists: true, isInside: true, sha256: 'aa', bytes: 1 };
const lookups: Lookups = {
  files: {
    readText: (path) => ({ ok: true, text: `text of ${path}` }),
    inspect: (path) => (path === 'absent.png' ? { ...found, exists: false } : found),
  },
  env: () => ({ state: 'set', value: 'city.png' }),
};

/** Returns the value in JSON, with `‹file›` for a local file and `‹?›` for an unknown value. */
function show(value: PlanValue): unknown {
  if (isPending(value)) {
    const known = pendingOf(value);
    return known.kind === 'file'
      ? `‹${known.file}${known.takesData ? '' : ', no data'}${known.isFromEnv ? ', env' : ''}›`
      : '‹?›';
  }
  if (Array.isArray(value)) return (value as readonly PlanValue[]).map(show);
  if (isSettled(value)) return reveal(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, show(member)]));
}

/**
 * Returns the fields of each request, and problems as `severity code/variant «text»` with their suggestion and
 * combination.
 */
function prepare(source: string, isStrict = false): readonly unknown[] {
  const { jobs, problems } = checkJobFile(source, { catalog, isStrict, lookups });
  const values = jobs.flatMap(({ groups }) =>
    groups.flatMap(({ fields: prepared, request, variants }) =>
      variants.map((variant) =>
        Object.fromEntries(
          [...prepared, ...request].map(({ entry, evaluate }) => [entry.key, show(evaluate(variant))]),
        ),
      ),
    ),
  );
  const told = problems.map(({ severity, code, args, start, end }) => {
    const more = [args['suggestion'], args['combination']].filter((each) => each !== undefined);
    const variant = args['variant'] === undefined ? '' : `/${args['variant']}`;
    return [`${severity} ${code}${variant} «${source.slice(start, end)}»`, ...more].join(', ');
  });
  return [...values, ...told];
}

const pic = 'model: pic-1\n';
type Cases = readonly (readonly [what: string, source: string, result: readonly unknown[]])[];

const names: Cases = [
  ['a known field', `${pic}prompt: x\n`, [{ prompt: 'x' }]],
  ['an alias', `${pic}text: x\n`, [{ text: 'x' }]],
  [
    'a field under its name and an alias',
    `${pic}prompt: x\ntext: y\n`,
    [{ prompt: 'x', text: 'y' }, 'warning exclusive-fields «text»'],
  ],
  ['an unknown field', `${pic}weather: x\n`, [{ weather: 'x' }, 'warning unknown-field/sent «weather»']],
  ['a mistyped field', `${pic}promt: x\n`, [{ promt: 'x' }, 'warning unknown-field/sent-suggestion «promt», prompt']],
  [
    'a member of an object outside of it',
    `${pic}mode: x\n`,
    [{ mode: 'x' }, 'warning unknown-field/sent-suggestion «mode», options.mode'],
  ],
  [
    'a word of the name of a field',
    `${pic}audio: x\n`,
    [{ audio: 'x' }, 'warning unknown-field/sent-suggestion «audio», audio_url'],
  ],
  [
    'an unknown field with a value that one field lists',
    `${pic}ratio: "16:9"\n`,
    [{ ratio: '16:9' }, 'warning unknown-field/sent-suggestion «ratio», frame'],
  ],
  [
    'a mistyped field that is set too',
    `${pic}styl: x\nstyle: y\n`,
    [{ styl: 'x', style: 'y' }, 'warning unknown-field/sent «styl»'],
  ],
  [
    'an alias that is set under its name',
    `${pic}tex: x\nprompt: y\n`,
    [{ tex: 'x', prompt: 'y' }, 'warning unknown-field/sent «tex»'],
  ],
  [
    'a field that an entry of include sets, and another one leaves as it is written',
    `${pic}style: plain\nmatrix: {include: [{prompt: x, style: bold}, {prompt: y}]}\n`,
    [
      { prompt: 'x', style: 'bold' },
      { prompt: 'y', style: 'plain' },
    ],
  ],
  ['a required field in request, by its alias', 'model: title-1\nrequest: {text: x}\n', [{ text: 'x' }]],
];

const types: Cases = [
  ['a specified type', `${pic}seed: x\n`, [{ seed: 'x' }, 'error wrong-type/plain «x»']],
  ['an observed type', `${pic}style: 5\n`, [{ style: 5 }, 'warning wrong-type/quote «5»']],
  ['an item', `${pic}tags: [a, 5]\n`, [{ tags: ['a', 5] }, 'error wrong-type/quote «5»']],
  ['a member', `${pic}options: {mode: 5}\n`, [{ options: { mode: 5 } }, 'error wrong-type/quote «5»']],
  [
    'a mistyped member',
    `${pic}options: {mod: x}\n`,
    [{ options: { mod: 'x' } }, 'warning unknown-field/nested-suggestion «mod», mode'],
  ],
  ['an unknown value', `${pic}seed: \${{ now }}\n`, [{ seed: '‹?›' }]],
  ['a string with an unknown part', `${pic}seed: a\${{ now }}\n`, [{ seed: '‹?›' }]],
  [
    'a file for a number',
    `${pic}seed: file://a.md\n`,
    [{ seed: 'text of a.md' }, 'error wrong-type/plain «file://a.md»'],
  ],
];

const files: Cases = [
  ['a path in a media field', `${pic}image: a.png\n`, [{ image: '‹a.png›' }]],
  ['a path with spaces', `${pic}image: " ./a.png "\n`, [{ image: '‹a.png›' }]],
  ['a path after file://', `${pic}image: file://a.png\n`, [{ image: '‹a.png›' }]],
  ['a path from the environment', `${pic}image: \${{ env.A }}\n`, [{ image: '‹city.png, env›' }]],
  ['a missing file', `${pic}image: absent.png\n`, [{ image: '‹?›' }, 'error missing-input/missing «absent.png»']],
  ['a URL in a media field', `${pic}image: https://a/b.png\n`, [{ image: 'https://a/b.png' }]],
  ['a field that accepts no data', `${pic}audio_url: a.mp3\n`, [{ audio_url: '‹a.mp3, no data›' }]],
  ['a media field of a video model', 'model: clip-1\nimage: a.png\n', [{ image: '‹a.png, no data›' }]],
  ['a media member', `${pic}options: {mask: a.png, mode: a.png}\n`, [{ options: { mask: '‹a.png›', mode: 'a.png' } }]],
  ['a path in another field', `${pic}prompt: a.png\n`, [{ prompt: 'a.png' }]],
  ['a text after file://', `${pic}prompt: file://a.md\n`, [{ prompt: 'text of a.md' }]],
  ['file:// inside a text', `${pic}prompt: see file://a.md\n`, [{ prompt: 'see file://a.md' }]],
  [
    'file:// from a variable',
    `${pic}prompt: "\${{ matrix.p }}"\nmatrix: {p: ["file://a.md"]}\n`,
    [{ prompt: 'file://a.md' }],
  ],
  [
    'a field with a name for media that the catalog does not know',
    `${pic}video_url: a.mp4\n`,
    [{ video_url: '‹a.mp4, no data›' }, 'warning unknown-field/sent-suggestion «video_url», audio_url'],
  ],
  [
    'a path in request',
    `${pic}request: {image: a.png, prompt: file://a.md}\n`,
    [{ image: 'a.png', prompt: 'file://a.md' }],
  ],
];

const axes: Cases = [
  ['an axis sets the field with its name', `${pic}matrix: {seed: [1, 2]}\n`, [{ seed: 1 }, { seed: 2 }]],
  ['an axis wins over the field', `${pic}seed: 9\nmatrix: {seed: [1]}\n`, [{ seed: 1 }]],
  ['an axis sets a field by its alias', `${pic}matrix: {text: [x]}\n`, [{ text: 'x' }]],
  [
    'an axis that an expression references is not a field',
    `${pic}prompt: "\${{ matrix.seed }}"\nmatrix: {seed: [1]}\n`,
    [{ prompt: 1 }, 'error wrong-type/quote «"${{ matrix.seed }}"», seed: 1'],
  ],
  ['an axis without effect', `${pic}matrix: {mood: [a]}\n`, [{}, 'warning no-effect «mood»']],
  ['a mistyped axis', `${pic}matrix: {sed: [1]}\n`, [{}, 'warning no-effect/suggestion «sed», seed']],
  ['an axis in a file name', `${pic}output: "\${{ matrix.mood }}"\nmatrix: {mood: [a]}\n`, [{}]],
  [
    'a value of an axis with a problem',
    `${pic}matrix: {seed: [1, x, 2]}\n`,
    [{ seed: 1 }, { seed: 'x' }, { seed: 2 }, 'error wrong-type/plain «x»'],
  ],
  [
    'a problem of one model of two',
    'prompt: x\nsystem: y\nmatrix: {model: [pic-1, talk-1]}\n',
    [{ prompt: 'x', system: 'y' }, { prompt: 'x', system: 'y' }, 'warning unknown-field/sent «system», model: pic-1'],
  ],
  [
    'a model in an axis that an expression references',
    `${pic}prompt: "\${{ matrix.model }}"\nmatrix: {model: [a]}\n`,
    [{ prompt: 'a' }],
  ],
  ['a model in an axis that the model references', 'model: "${{ matrix.model }}"\nmatrix: {model: [pic-1]}\n', [{}]],
  ['a model in an axis in a file name', `${pic}output: "\${{ matrix.model }}"\nmatrix: {model: [a]}\n`, [{}]],
  ['a model in an axis beside a model', `${pic}matrix: {model: [talk-1]}\n`, [{}, 'warning no-effect/model «model»']],
];

const chat: Cases = [
  [
    'a list of messages beside a prompt',
    'model: talk-1\nprompt: x\nmessages: [a]\n',
    [{ prompt: 'x', messages: ['a'] }],
  ],
  [
    'messages that the prompt would replace',
    'model: talk-1\nprompt: x\nmessages: a\n',
    [{ prompt: 'x', messages: 'a' }, 'error wrong-type/plain «a»'],
  ],
  [
    'messages that "system" would replace',
    'model: talk-1\nsystem: x\nmessages: a\n',
    [{ system: 'x', messages: 'a' }, 'error wrong-type/plain «a»'],
  ],
  [
    'messages that the prompt would replace at another endpoint',
    'model: answer-1\nprompt: x\nmessages: a\n',
    [{ prompt: 'x', messages: 'a' }, 'error wrong-type/plain «a»'],
  ],
  [
    'messages that no prompt replaces',
    'model: reply-1\nprompt: x\nmessages: a\n',
    [{ prompt: 'x', messages: 'a' }, 'warning wrong-type/plain «a»'],
  ],
  ['messages alone', 'model: talk-1\nmessages: a\n', [{ messages: 'a' }, 'warning wrong-type/plain «a»']],
];

for (const [name, cases] of Object.entries({ names, types, files, axes, chat })) {
  describe(name, () => {
    for (const [what, source, result] of cases) test(what, () => assert.deepEqual(prepare(source), result));
  });
}

test('strict checking refuses unknown fields', () => {
  assert.deepEqual(prepare(`${pic}weather: x\npromt: y\n`, true).slice(1), [
    'error unknown-field/strict «weather»',
    'error unknown-field/strict-suggestion «promt», prompt',
  ]);
});
