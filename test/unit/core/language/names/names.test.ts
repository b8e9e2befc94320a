import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineOf, open } from '../openAt.ts';
import { openAt, shadowed, song, still, texts } from './nameFile.ts';

/** Returns `line text` of each place. */
function referencesAt(marked: string): readonly string[] {
  const { text, offset, document } = openAt(marked);
  return document.references(offset).map(({ start, end }) => `${lineOf(text, start)} ${text.slice(start, end)}`);
}

/** Returns `line text`, after the path if it is in another file. */
function definitionAt(marked: string): readonly string[] {
  const { text, offset, document } = openAt(marked);
  return document.definition(offset).map(({ path, start, end }) => {
    const source = path === undefined ? text : (texts[path.replace('./', '')] ?? '');
    return `${path === undefined ? '' : `${path} `}${lineOf(source, start)} ${source.slice(start, end)}`;
  });
}

const references: readonly (readonly [what: string, marked: string, places: readonly string[]])[] = [
  [
    'a variable',
    `vars: {style: x}\n${song}prompt: \${{ vars.st|yle }} \${{ vars['style'] || upper }}\n`,
    ['1 style', '3 style', "3 'style'"],
  ],
  ['a variable, from its end', `vars: {style: x}\n${song}prompt: \${{ vars.style| }}\n`, ['1 style', '3 style']],
  ['a variable, from its key', `vars:\n  sty|le: x\n${song}prompt: \${{ vars.style }}\n`, ['2 style', '4 style']],
  [
    'the head of a nested variable',
    `vars:\n  brand: {color: red}\n${song}prompt: \${{ vars.br|and.color }}\n`,
    ['2 brand', '4 brand'],
  ],
  ['a variable of a variable', `vars:\n  a: x\n  b: \${{ vars.|a }}\n${song}prompt: \${{ vars.b }}\n`, ['2 a', '3 a']],
  [
    'an axis with include and exclude',
    `${still}matrix:\n  mood: [a, b]\n  include:\n    - {mood: c}\n  exclude:\n    - mood: a\nprompt: \${{ matrix.mo|od }}\n`,
    ['3 mood', '5 mood', '7 mood', '8 mood'],
  ],
  [
    'a job',
    `jobs:\n  idea:\n    ${song}    prompt: x\n  more:\n    ${song}    needs: [id|ea]\n    prompt: \${{ jobs.idea.title }}\n  other:\n    ${song}    needs: idea\n    prompt: x\n`,
    ['2 idea', '7 idea', '8 idea', '11 idea'],
  ],
  ['an anchor', `x-a: &base {prompt: x}\n${song}<<: *ba|se\n`, ['1 base', '3 base']],
  ['an anchor that is set again', `x-a: &n x\nx-b: *n\nx-c: &n y\nx-d: *|n\n${song}`, ['3 n', '4 n']],
  ['nothing in a comment', `vars: {style: x}\n${song}prompt: x # \${{ vars.sty|le }}\n`, []],
  ['nothing in prose', `vars: {style: x}\n${song}prompt: the sty|le\n`, []],
];

for (const [what, marked, places] of references) {
  test(`references of ${what}`, () => assert.deepEqual(referencesAt(marked), places));
}

test('a variable of a job is not the variable of the file with the same name', () => {
  assert.deepEqual(
    [
      referencesAt(shadowed.replace('mood: dark', 'mo|od: dark')),
      referencesAt(shadowed.replace('mood: light', 'mo|od: light')),
    ],
    [
      ['2 mood', '10 mood'],
      ['5 mood', '7 mood'],
    ],
  );
});

test('a reference in the defaults connects a name with those that replace it', () => {
  const marked = `gen:\n  defaults:\n    tags: \${{ vars.mood }}\n${shadowed.replace('mood: dark', 'mo|od: dark')}`;
  assert.deepEqual(referencesAt(marked), ['3 mood', '5 mood', '8 mood', '10 mood', '13 mood']);
});

test('a merged map of variables belongs to each job that merges it', () => {
  const marked = `jobs:\n  one:\n    vars: &v {mood: x}\n    ${song}    prompt: \${{ vars.mood }}\n  two:\n    vars: *v\n    ${song}    prompt: \${{ vars.mo|od }}\n`;
  assert.deepEqual(referencesAt(marked), ['3 mood', '5 mood', '9 mood']);
});

test('a string behind an alias is evaluated where it is written, for each job that uses it', () => {
  const marked = `jobs:\n  one:\n    vars: {a: 1}\n    ${song}    prompt: &p x \${{ vars.|a }}\n  two:\n    vars: {a: 2}\n    ${song}    prompt: *p\n`;
  assert.deepEqual(referencesAt(marked), ['3 a', '5 a', '7 a']);
});

const definitions: readonly (readonly [what: string, marked: string, places: readonly string[]])[] = [
  ['a variable', `vars: {style: x}\n${song}prompt: \${{ vars.st|yle }}\n`, ['1 style']],
  ['a step inside a variable', `vars:\n  brand: {color: red}\n${song}prompt: \${{ vars.brand.co|lor }}\n`, ['2 color']],
  [
    'one of two variables of a file',
    `vars: file://./brand.vars.yaml\n${song}prompt: \${{ vars.style }} \${{ vars.br|and }}\n`,
    ['./brand.vars.yaml 3 brand'],
  ],
  [
    'a step with more steps after it',
    `vars:\n  brand: {deep: {color: red}}\n${song}prompt: \${{ vars.brand.deep|.color }}\n`,
    ['2 deep'],
  ],
  ['a step of an item', `vars:\n  all: [{name: red}]\n${song}prompt: \${{ vars.all[0].|name }}\n`, ['2 name']],
  ['an item of a variable', `vars:\n  all: [red, blue]\n${song}prompt: \${{ vars.all[|1] }}\n`, ['2 blue']],
  [
    'a variable of a file',
    `vars: file://./brand.vars.yaml\n${song}prompt: \${{ vars.sty|le }}\n`,
    ['./brand.vars.yaml 2 style'],
  ],
  [
    'a step inside a variable of a file',
    `vars: file://./brand.vars.yaml\n${song}prompt: \${{ vars.brand.co|lor }}\n`,
    ['./brand.vars.yaml 4 color'],
  ],
  ['a need', `jobs:\n  a: {model: sonic, prompt: x}\n  b: {model: sonic, prompt: x, needs: |a}\n`, ['2 a']],
  ['an alias', `x-a: &base {prompt: x}\n${song}<<: *ba|se\n`, ['1 base']],
  [
    'the later definition of a file and a map',
    `vars:\n  - file://./brand.vars.yaml\n  - style: x\n${song}prompt: \${{ vars.st|yle }}\n`,
    ['3 style'],
  ],
  ['a text file', `${song}prompt: file://./br|ief.md\n`, ['./brief.md 1 ']],
  ['a text file that is missing', `${song}prompt: file://./n|o.md\n`, []],
  ['an input file', `${still}image: do|or.png\n`, ['door.png 1 ']],
  ['an input file, from its start', `${still}image: |door.png\n`, ['door.png 1 ']],
  ['an input file, from its end', `${still}image: door.png|\n`, ['door.png 1 ']],
  ['one of several input files', `${still}images: [door.png, do|or.png, door.png]\n`, ['door.png 1 ']],
  ['an address', `${still}image: https://a.exam|ple/x.png\n`, []],
  ['a name without a definition', `${song}prompt: \${{ vars.sty|le }}\n`, []],
  ['a name in broken YAML', `vars: {style: x}\n${song}prompt: \${{ vars.sty|le }}\ntitle: "a\n`, ['1 style']],
];

for (const [what, marked, places] of definitions) {
  test(`definition of ${what}`, () => assert.deepEqual(definitionAt(marked), places));
}

test('a folder that is not trusted has no files of variables', () => {
  const marked = `vars: file://./brand.vars.yaml\n${song}prompt: \${{ vars.st|yle }}\n`;
  const { offset, document } = openAt(marked, { isTrusted: false });
  assert.deepEqual(document.definition(offset), []);
});

test('axes are those of all jobs, without values that are secret or not known yet', () => {
  const env = { names: ['TOKEN'], read: () => ({ state: 'set', value: 'wind' }) as const };
  const axes = (text: string) => open(text, { env }).axes();
  const matrix = `matrix: {style: [oil, ink, oil], size: [2, "\${{ env.TOKEN }}"], include: [{mood: calm}, {style: wax}]}`;
  const listed = [
    { name: 'style', values: ['oil', 'ink', 'wax'] },
    { name: 'size', values: [2] },
    { name: 'mood', values: ['calm'] },
  ];
  assert.deepEqual(axes(`${song}${matrix}\nprompt: x\n`), listed);
  assert.deepEqual(axes(`jobs:\n  a:\n    ${song}    ${matrix}\n    prompt: x\n`), listed);
  assert.deepEqual(axes(`${song}prompt: x\n`), []);
});
