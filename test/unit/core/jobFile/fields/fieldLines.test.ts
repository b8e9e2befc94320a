import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { checkJobFile } from '../../../../../src/core/jobFile/check/checkJobFile.ts';

/** Returns what is reported of a text: `key: «lines»`. */
function linesIn(text: string): readonly string[] {
  const { problems } = checkJobFile(text, { catalog: bundledCatalog, isStrict: false });
  return problems
    .filter(({ code }) => code === 'field-in-text')
    .map(({ start, end, args }) => `${args['key']}: «${text.slice(start, end)}» ${args['fields']}`);
}

/** Writes a job whose prompt is a block with these lines. */
function write(model: string, lines: string, { sign = '|', more = '' } = {}): string {
  const block = lines.replaceAll(/^(?=.)/gm, '  ');
  return `model: ${model}\nprompt: ${sign}\n${block}\n${more}`;
}

const image = 'seedream-5-0-260128';
const chat = 'gpt-4o';

type Rows = readonly (readonly [what: string, text: string, found: readonly string[]])[];

const slips: Rows = [
  ['a field', write(image, 'A ferry\nsize: 2K'), ['prompt: «size: 2K» "size"']],
  [
    'several fields',
    write(image, 'A ferry\nsize: 2K\noutput_format: png'),
    ['prompt: «size: 2K\n  output_format: png» "size", "output_format"'],
  ],
  ['a field after a blank line', write(image, 'A ferry\n\nsize: 2K\n\n'), ['prompt: «size: 2K» "size"']],
  ['a folded block', write(image, 'A ferry\nsize: 2K', { sign: '>-' }), ['prompt: «size: 2K» "size"']],
  [
    'a block with a comment on its first line',
    write(image, 'A\nsize: 2K', { sign: '| # b' }),
    ['prompt: «size: 2K» "size"'],
  ],
  ['CR LF', write(image, 'A ferry\nsize: 2K').replaceAll('\n', '\r\n'), ['prompt: «size: 2K» "size"']],
  ['no line break at the end', `model: ${image}\nprompt: |\n  A\n  size: 2K`, ['prompt: «size: 2K» "size"']],
  [
    'other fields below',
    write(image, 'A ferry\nsize: 2K', { more: 'output_format: png\n' }),
    ['prompt: «size: 2K» "size"'],
  ],
  ['a comment after the value', write(image, 'A ferry\nsize: 2K # large'), ['prompt: «size: 2K # large» "size"']],
  ['a file', write(image, 'A ferry\nimage: ferry.png'), ['prompt: «image: ferry.png» "image"']],
  ['files', write(image, 'A ferry\nimages: [a.png, b.png]'), ['prompt: «images: [a.png, b.png]» "images"']],
  ['words', write('sonic', '[Verse]\nIn and out\ntags: folk, banjo'), ['prompt: «tags: folk, banjo» "tags"']],
  [
    'words for a field whose name is not one',
    write('wan2.6-t2v', 'A ferry.\nnegative_prompt: blur, noise.'),
    ['prompt: «negative_prompt: blur, noise.» "negative_prompt"'],
  ],
  ['a number', write('wan2.6-t2v', 'A ferry\nduration: 5'), ['prompt: «duration: 5» "duration"']],
  ['a field that is set', write(image, 'A\nsize: 2K', { more: 'size: 1K\n' }), ['prompt: «size: 2K» "size"']],
  [
    'a field that is set, and its value',
    write(image, 'A\nsize: 2K', { more: 'size: 2K\n' }),
    ['prompt: «size: 2K» "size"'],
  ],
  [
    'fields beside a misspelled one',
    write(image, 'A\nsize: 2K\noutptu_format: png'),
    ['prompt: «size: 2K\n  outptu_format: png» "size", "output_format"'],
  ],
  ['the last of two equal fields', write(image, 'A\nsize: 1K\nsize: 2K'), ['prompt: «size: 2K» "size"']],
  [
    'a field below one with a wrong value',
    write(image, 'A\nsize: 90K\noutput_format: png'),
    ['prompt: «output_format: png» "output_format"'],
  ],
  [
    'a path of results among them',
    write(image, 'A ferry\nsize: 2K\noutput: night/ferry'),
    ['prompt: «size: 2K\n  output: night/ferry» "size", "output"'],
  ],
  [
    'a job of several',
    `jobs:\n  a:\n    model: ${image}\n    prompt: |\n      A ferry\n      size: 2K\n`,
    ['prompt: «size: 2K» "size"'],
  ],
  [
    'the defaults of several jobs, once',
    `gen:\n  defaults:\n    prompt: |\n      A\n      size: 2K\njobs:\n  a: {model: ${image}}\n  b: {model: ${image}, output_format: png}\n`,
    ['prompt: «size: 2K» "size"'],
  ],
  [
    'a merged map',
    `x-a: &a\n  prompt: |\n    A\n    size: 2K\n<<: *a\nmodel: ${image}\n`,
    ['prompt: «size: 2K» "size"'],
  ],
  [
    'a model of an axis',
    `prompt: |\n  A\n  output_format: png\nmatrix: {model: [gpt-image-2, grok-imagine-image]}\n`,
    ['prompt: «output_format: png» "output_format"'],
  ],
];

const texts: Rows = (
  [
    ['lyrics', write('sonic', '[Verse]\nLa la\n[Chorus: title]\nOoh')],
    ['lyrics below a heading', write('sonic', 'title: Low tide\ntags: folk\n[Verse]\nLa la')],
    ['a field in the middle', write(image, 'A ferry\nsize: 2K\nat night')],
    ['a field in a sentence', write(image, 'A ferry of size: 2K')],
    ['another case', write(image, 'A ferry\nSize: 2K')],
    ['no space', write(image, 'A ferry\nsize:2K')],
    ['a word like a field of free text', write('sonic', 'La la\ntitles: Low tide')],
    ['no value', write(image, 'A ferry\nsize:')],
    ['no value but null', write(image, 'A ferry\nsize: null')],
    ['more indentation', write(image, 'A ferry\n  size: 2K')],
    ['a list', write(image, 'A ferry\n- size: 2K')],
    ['a value that the field refuses', write(image, 'A ferry\nsize: tiny')],
    ['a field of other models', write('sonic', 'A ferry\nsize: 2K')],
    ['an unknown model', write('nova', 'A ferry\nsize: 2K')],
    ['a field that an axis sets', write(image, 'A ferry\nsize: 2K', { more: 'matrix: {size: [1K, 2K]}\n' })],
    ['a field that extras set', write(image, 'A ferry\nsize: 2K', { more: 'request: {size: 2K}\n' })],
    ['an expression for a closed list', write(image, 'A\nsize: ${{ vars.a }}', { more: 'vars: {a: 2K}\n' })],
    ['nothing else', write(image, 'size: 2K')],
    ['blank lines above', write(image, '\n\nsize: 2K')],
    ['a picture in words', write(image, 'A poster\nimage: a cat on a mat')],
    ['a structured prompt', write(image, 'subject: a ferry\nlight: dusk\nsize: 2K')],
    ['lines after their introduction', write(image, 'Draw this label:\n\nsize: 2K')],
    ['the same in Chinese', write(image, '标签上写着：\nsize: 2K')],
    ['a dialog', write('sonic', 'anna: Hi\nprompt: Who are you?\n\ntitle: I am a title')],
    ['a sentence', write('sonic', 'La la\ntitle: the word on the door.')],
    ['prose after a prose field', write(chat, 'Translate.\nsystem: Guten Tag')],
    ['a format for a chat model', write(chat, 'Is it true?\noutput: yes/no')],
    [
      'settings that a chat is about',
      write(chat, 'Explain this file.\nmodel: gpt-4o\ntemperature: 0.7\nmax_tokens: 200'),
    ],
    ['a note that is not sent', `x-note: |\n  A\n  size: 2K\n${write(image, 'A ferry')}`],
    ['a message', `model: ${chat}\nmessages:\n  - role: user\n    content: |\n      Hi\n      temperature: 1\n`],
    ['a text of an alias', `x-a: &a |\n  A\n  size: 2K\nmodel: ${image}\nprompt: *a\n`],
    ['quotes', `model: ${image}\nprompt: "A ferry\n\n  size: 2K"\n`],
  ] as const
).map(([what, text]) => [what, text, []]);

for (const [kind, rows] of Object.entries({ 'is reported as a field': slips, 'is text': texts })) {
  describe(`the end of a block ${kind}`, () => {
    for (const [what, text, found] of rows) test(what, () => assert.deepEqual(linesIn(text), found));
  });
}
