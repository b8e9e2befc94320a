import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringifyJson } from '../../../../src/core/support/json/json.ts';
import { planHero } from '../../../fakes/planning/planHero.ts';

/** Names that every JavaScript object inherits. */
const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__'];

function planOf(text: string): { readonly bodies: readonly string[]; readonly problems: readonly string[] } {
  const { requests, problems } = planHero(text);
  return {
    bodies: requests.map(({ body }) => stringifyJson(body)),
    problems: problems.map(({ code, start, end }) => `${code} «${text.slice(start, end)}»`),
  };
}

const song = 'model: sonic\nprompt: x\n';
const body = (more: string): string => `{"model":"sonic","prompt":"x"${more}}`;

for (const name of names) {
  const places: readonly (readonly [
    what: string,
    text: string,
    bodies: readonly string[],
    problems: readonly string[],
  ])[] = [
    ['an unknown field is sent', `${song}${name}: 1\n`, [body(`,"${name}":1`)], [`unknown-field «${name}»`]],
    [
      'a default is sent',
      `gen: {defaults: {${name}: 1}}\n${song}`,
      [body(`,"${name}":1`)],
      [`unknown-field «${name}»`],
    ],
    ['an extra is sent', `${song}request: {${name}: {${name}: 1}}\n`, [body(`,"${name}":{"${name}":1}`)], []],
    [
      'a variable has its value',
      `vars: {${name}: y}\n${song}title: \${{ vars.${name} }}\n`,
      [body(',"title":"y"')],
      [],
    ],
    [
      'a missing variable is unknown',
      `vars: {a: y}\n${song}title: \${{ vars.${name} }}\n`,
      [],
      [`unknown-name «${name}»`],
    ],
    [
      'a missing member is unknown',
      `vars: {a: {b: y}}\n${song}title: \${{ vars.a.${name} }}\n`,
      [],
      [`unknown-name «${name}»`],
    ],
    [
      'an axis has its values',
      `${song}title: \${{ matrix.${name} }}\nmatrix: {${name}: [a, b]}\n`,
      [body(',"title":"a"'), body(',"title":"b"')],
      [],
    ],
    [
      'a missing axis is unknown',
      `${song}title: \${{ matrix.${name} }}\nmatrix: {tags: [a]}\n`,
      [],
      [`unknown-name «${name}»`],
    ],
    ['an axis without a field has no effect', `${song}matrix: {${name}: [a]}\n`, [body('')], [`no-effect «${name}»`]],
    [
      'an axis that a combination lacks is left out',
      `${song}title: \${{ matrix.${name} | default('y') }}\nmatrix: {tags: [a], include: [{tags: b, ${name}: z}]}\n`,
      [body(',"title":"y","tags":"a"'), body(',"title":"z","tags":"b"')],
      [],
    ],
    ['a job has it as its id', `jobs:\n  ${name}: {model: sonic, prompt: x}\n`, [body('')], []],
    [
      'a missing job is unknown',
      `jobs:\n  a: {model: sonic, prompt: x, needs: ${name}}\n`,
      [],
      [`unknown-name «${name}»`],
    ],
    [
      'a missing filter is unknown',
      `vars: {a: y}\n${song}title: \${{ vars.a | ${name} }}\n`,
      [],
      [`unknown-filter «${name}»`],
    ],
    ['a missing context is unknown', `${song}title: \${{ ${name} }}\n`, [], [`unknown-context «${name}»`]],
    ['a missing control is unknown', `gen: {${name}: 1}\n${song}`, [], [`unknown-key «${name}»`]],
    ['a missing model is unknown', `model: ${name}\nprompt: x\n`, [], [`unknown-endpoint «${name}»`]],
    [
      'a value that is missing in a list is refused',
      `model: seedream-5-0-260128\nprompt: x\nsize: ${name}\n`,
      [],
      [`not-in-enum «${name}»`],
    ],
    [
      'a member of a field is sent',
      `model: wan2.7-image\nprompt: x\ncolor_palette: [{hex: "#1E90FF", ratio: 40%, ${name}: 1}]\n`,
      [`{"model":"wan2.7-image","prompt":"x","color_palette":[{"hex":"#1E90FF","ratio":"40%","${name}":1}]}`],
      [`unknown-field «${name}»`],
    ],
  ];
  for (const [what, text, bodies, problems] of places) {
    test(`${name}: ${what}`, () => assert.deepEqual(planOf(text), { bodies, problems }));
  }
}
