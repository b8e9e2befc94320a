import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildModelIndex } from '../../../../src/core/catalog/published/modelIndex.ts';
import { createLanguageService, type LanguageService } from '../../../../src/core/language/index.ts';
import { parseApiDescription } from '../../../../src/gateway/models/parseApiDescription.ts';
import { parseModelIndex } from '../../../../src/gateway/models/parseModelIndex.ts';
import * as fc from '../../../support/fastCheck.ts';
import { findMarkup } from '../../../support/findMarkup.ts';
import { hostileLink, hostileTexts } from '../../../support/hostileText.ts';

/** Returns what the editor shows anywhere in a job for `acme-1` with these fields. */
function readEditor(properties: object, text: string, about: { description?: string; title?: string } = {}) {
  const schema = { properties: { model: { enum: ['acme-1'] }, prompt: { type: 'string' }, ...properties } };
  const post = { requestBody: { content: { 'application/json': { schema } } } };
  const api = parseApiDescription(JSON.stringify({ info: {}, paths: { '/v1/images/generations': { post } } }));
  const models = parseModelIndex(JSON.stringify([{ id: 'acme-1', endpoints: ['/v1/images/generations'], ...about }]));
  const service = createLanguageService({ models: buildModelIndex([models ?? {}, api ?? {}]) });
  return { fields: api?.schemas[0]?.fields.map(({ name }) => name) ?? [], shown: readShown(text, service) };
}

const pieces = fc.constantFrom('`', '``', '![](https://evil.example/p.png)', '<img src=x>', 'www.evil.example');
const more = fc.constantFrom('hthttps://tps://evil.example', 'me@evil.example', '\\', '\n\n', '[a]: https://x.y\n');
/** Pieces of Markdown, whole and broken. */
const texts = fc.array(fc.oneof(pieces, more, hostileTexts), { minLength: 1, maxLength: 6 }).map((all) => all.join(''));

const job = 'model: acme-1\nprompt: x\nstyle: a\nmode: b\n';

/** Returns each hover and each documentation that the editor shows in the text. */
function readShown(text: string, service: LanguageService): readonly string[] {
  const document = service.open('hero.gen.yaml', text);
  const shown: string[] = [];
  for (let offset = 0; offset <= text.length; offset += 1) {
    shown.push(document.hover(offset)?.markdown ?? '');
    shown.push(...document.complete(offset).map(({ documentation }) => documentation ?? ''));
  }
  return [...new Set(shown)];
}

describe('what a gateway publishes', () => {
  test('the check finds links and images', () => {
    const texts = [
      hostileLink,
      '![](https://evil.example/x.png)',
      '<https://evil.example>',
      'see https://evil.example',
    ];
    const more = ['see www.evil.example', 'write to me@evil.example', '<img src="x">'];
    assert.deepEqual(
      [...texts, ...more].filter((text) => findMarkup(text).length === 0),
      [],
    );
  });

  test('is shown in hovers and completions without images and links', () => {
    const { fields, shown } = readEditor(
      {
        style: {
          type: 'string',
          default: 'a` ![](https://evil.example/pixel.png?v=1) [click](https://evil.example) `b',
          description: 'A style',
        },
        mode: { type: 'string', enum: ['x` ![](https://evil.example/pixel.png?v=2) `y'] },
        '![](https://evil.example/pixel.png?v=3)': { type: 'string', description: 'd' },
      },
      job,
    );
    assert.deepEqual(fields, ['prompt', 'style', 'mode']);
    assert.ok(
      shown.some((text) => text.includes('evil.example')),
      'the texts themselves are shown',
    );
    assert.deepEqual(shown.flatMap(findMarkup), []);
  });

  test('is shown without images, links and HTML, whatever it contains', () => {
    fc.assert(
      fc.property(texts, texts, texts, (one, other, third) => {
        const { shown } = readEditor(
          {
            style: { type: 'string', default: one, description: other, title: third },
            mode: { type: 'string', enum: [one, other, third], description: one },
            [third]: { type: 'string' },
          },
          job,
          { description: third, title: one },
        );
        assert.deepEqual(shown.flatMap(findMarkup), []);
      }),
      { numRuns: 50 },
    );
  });

  test('cannot name fields or models as no API does', () => {
    const { fields } = readEditor(
      { 'a b': {}, [`x${'x'.repeat(80)}`]: {}, 'size[]': {}, style_weight: {}, 'a.b-c': {} },
      job,
    );
    assert.deepEqual(fields, ['prompt', 'style_weight', 'a.b-c']);
  });
});

test('a job file of a stranger is explained without images, links and HTML', () => {
  fc.assert(
    fc.property(texts, texts, texts, (one, other, third) => {
      const [a, b, c] = [one, other, third].map((text) => JSON.stringify(text));
      const text = [
        `vars: {${a}: ${b}, name: ${c}}`,
        `matrix: {${b}: [${a}, ${c}], style: [${b}]}`,
        'jobs:',
        `  ${a}: {model: ${b}, prompt: ${c}, gen: {endpoint: ${c}, profile: ${a}}}`,
        `  b: {model: seedream-5-0-260128, prompt: "\${{ vars.name }}", size: ${c}, ${c}: ${a}, needs: [${a}]}`,
      ].join('\n');
      assert.deepEqual(readShown(text, createLanguageService()).flatMap(findMarkup), []);
    }),
    { numRuns: 5 },
  );
});
