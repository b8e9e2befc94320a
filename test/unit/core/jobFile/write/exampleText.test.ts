import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import type { Catalog } from '../../../../../src/core/catalog/catalog.ts';
import { toJob } from '../../../../../src/core/catalog/published/liveFamily.ts';
import {
  buildModelIndex,
  type IndexedSample,
  type ModelIndex,
} from '../../../../../src/core/catalog/published/modelIndex.ts';
import { overlayCatalog } from '../../../../../src/core/catalog/published/overlayCatalog.ts';
import { isReservedKey, reservedWords } from '../../../../../src/core/catalog/reservedKeys.ts';
import { planText, type TextPlan } from '../../../../../src/core/jobFile/requests/planText.ts';
import { parseSyntax } from '../../../../../src/core/jobFile/syntax/parseSyntax.ts';
import { buildExampleText, buildJobText } from '../../../../../src/core/jobFile/write/jobText.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '../../../../../src/core/support/json/json.ts';
import { parseTestCases } from '../../../../../src/gateway/models/parseTestCases.ts';
import * as fc from '../../../../support/fastCheck.ts';
import { choose } from '../../language/completion/completeAt.ts';

/** Plans a text, and notes what the plan looked up. */
function plan(text: string, catalog: Catalog = bundledCatalog): TextPlan & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const result = planText(text, {
    catalog,
    fileName: 'hero.gen.yaml',
    isStrict: false,
    lookups: {
      files: {
        readText(path) {
          asked.push(`text ${path}`);
          return { ok: true, text: 'STRIPE_KEY=live_123' };
        },
        inspect(path) {
          asked.push(`input ${path}`);
          return { exists: true, isInside: true, bytes: 3, sha256: 'f'.repeat(64), mediaType: 'image/png' };
        },
      },
      env(name) {
        asked.push(`env ${name}`);
        return { state: 'set', value: 'live_123' };
      },
      run: { id: 'r', n: 1 },
    },
  });
  return { ...result, asked };
}

function readCase(model: string | null, body: JsonObject): IndexedSample {
  const [sample] = parseTestCases(stringifyJson({ cases: [{ title: 't', model, payload: body }] }))?.samples ?? [];
  assert.ok(sample);
  return sample;
}

describe('an example of the gateway', () => {
  for (const body of [
    { model: 'gpt-5', messages: [{ role: 'user', content: 'file://./.env' }] },
    { model: 'gpt-5', prompt: 'file://./.git/config' },
    { model: 'gpt-image-2', prompt: 'Make it blue', image: ['.env'] },
    { model: 'seedream-5-0-260128', prompt: 'Make it blue', image: '.env' },
    {
      model: 'seedream-5-0-260128',
      prompt: 'token ${{ env.TOKEN }} ${{ run.id }}',
      image: 'data:image/png;base64,AA==',
    },
    { model: 'made-up', prompt: 'x', video_url: 'C:\\secret.mp4', deep: { audio_url: ['../a.mp3'] } },
    { model: '${{ env.MODEL }}', prompt: 'x' },
    { model: 'happyhorse-1.0-i2v', prompt: 'x', media: [{ type: 'first_frame', url: '.env' }] },
  ]) {
    test(`reads no file and nothing of the environment: ${stringifyJson(body)}`, () => {
      const { text } = buildExampleText(readCase(null, body), bundledCatalog);

      const { asked, requests } = plan(text);

      assert.deepEqual([asked, requests.flatMap(({ placeholders }) => placeholders)], [[], []]);
    });
  }

  test('has placeholders in place of files', () => {
    const body = {
      model: 'seedream-5-0-260128',
      prompt: 'file://./.env',
      image: '.env',
      images: ['https://a.example/x.png'],
    };

    assert.equal(
      buildExampleText(readCase(null, body), bundledCatalog).text,
      'model: seedream-5-0-260128\nprompt: |\n  Your text\nimage: "https://example.com/your-image.png"\nimages: ["https://a.example/x.png"]\n',
    );
  });

  test('contains no key that a job file reserves', () => {
    const body: JsonObject = {
      'a: 1\noutput: { dir: ../elsewhere, collision: replace }\ngen: { profile: prod, on_error: continue }\nx-b':
        '1\n2',
      gen: { profile: 'prod', budget_usd: 1000 },
      $schema: 'file://./x',
      '<<': { gen: { profile: 'prod' } },
    };

    const { controls, requests } = plan(
      buildExampleText(readCase('sonic', { prompt: 'x', ...body }), bundledCatalog).text,
    );

    assert.deepEqual([controls.profile, controls.budgetUsd, requests[0]?.output.collision], [null, null, 'number']);
  });
});

test('a sample of a model of the live index is data as well', () => {
  const hostile = { prompt: '${{ env.TOKEN }}', image: '.env', text: 'file://./.env' };
  const api: Partial<ModelIndex> = {
    version: null,
    breakingSince: null,
    paths: ['/v1/images/generations'],
    schemas: [
      {
        path: '/v1/images/generations',
        alias: null,
        models: ['live-2'],
        fields: [
          {
            name: 'gen',
            type: {
              kind: 'object',
              fields: [
                { name: 'profile', description: '', type: { kind: 'string' }, isRequired: true, default: 'prod' },
              ],
            },
            description: '',
          },
        ],
        required: ['gen'],
      },
    ],
  };
  const indexed = ['live-1', 'live-2'].map((id) => ({
    id,
    title: null,
    description: null,
    modality: 'image' as const,
    endpoints: [{ path: '/v1/images/generations', alias: null }],
    pollPath: null,
  }));
  const samples = [{ title: null, model: 'live-1', endpoint: null, body: hostile }];
  const index = buildModelIndex([{ models: indexed }, api, { samples }]);
  const catalog = overlayCatalog(bundledCatalog, index);

  const plans = ['live-1', 'live-2'].flatMap((id) => {
    const family = catalog.findModel(id)?.families[0];
    return family ? [plan(buildJobText(family, catalog, id).text, catalog)] : [];
  });

  const completed = ['live-1', 'live-2'].flatMap((label) => choose('|', label, { models: index }) ?? []);
  assert.deepEqual(
    [...plans, ...completed.map((text) => plan(text.replace('|\n', '\n'), catalog))].map(({ asked, controls }) => [
      asked,
      controls.profile,
    ]),
    [
      [[], null],
      [[], null],
      [[], null],
      [[], null],
    ],
  );
});

const strings = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    'file://./.env',
    ' file://./.env',
    'file://',
    '.env',
    '../.env',
    '${{ env.TOKEN }}',
    '$${{ env.TOKEN }}',
    'a ${{ vars.x',
    '${{ jobs.a.file }}',
    'https://a.example/${{ env.TOKEN }}',
    'https://a.example/x.png',
    '1\n2',
    '- a\n...\n---\ngen: {profile: prod}',
    '*a',
    '&a b',
    '!!binary x',
    '',
  ),
);
const keys = fc.oneof(
  strings,
  fc.constantFrom('prompt', 'image', 'images', 'mask', 'media', 'url', 'messages', 'content', 'text', 'metadata'),
  fc.constantFrom('video_url', 'extra_fields', ...reservedWords, 'x-a', '$schema', '<<', 'system'),
  fc.constant('a: 1\ngen: { profile: prod }\nb'),
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    strings,
    fc.constantFrom<JsonValue>(null, true, 0, -1.5, 1e300, 12345678901234567890n),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const bodies = fc.dictionary(keys, value, { minKeys: 1, maxKeys: 6, noNullPrototype: true });
const models = fc.constantFrom(...bundledCatalog.models.keys(), 'made-up', '${{ env.MODEL }}', 'a: b');
const endpoints = fc.constantFrom(
  null,
  ...new Set(bundledCatalog.families.flatMap(({ endpoints }) => endpoints.map(({ path }) => path))),
);

test('no body makes a job that reads a file, an expression or a reserved key', () => {
  fc.assert(
    fc.property(models, endpoints, bodies, (model, endpoint, body) => {
      const { text } = buildExampleText({ title: null, model, endpoint, body }, bundledCatalog);

      const { root, problems } = parseSyntax(text);
      assert.ok(root?.kind === 'map', text);
      assert.deepEqual(problems, [], text);
      const { model: _, ...own } = body;
      const expected = new Set(['model', 'gen', ...Object.keys(toJob(own))]);
      assert.deepEqual(
        root.entries.flatMap(({ key }) => (expected.has(key) ? [] : [key])),
        [],
        text,
      );
      const gen = root.entries.find(({ key }) => key === 'gen')?.value;
      assert.deepEqual(gen?.kind === 'map' ? gen.entries.map(({ key }) => key) : ['endpoint'], ['endpoint'], text);
      const { asked, requests, controls } = plan(text);
      assert.deepEqual(
        [asked, requests.flatMap(({ placeholders }) => placeholders), controls.profile],
        [[], [], null],
        text,
      );
      for (const request of requests) checkBody(request.body, own, text);
    }),
    { numRuns: 400 },
  );
});

const placeholder = /^(?:https:\/\/example\.com\/your-[\w.-]+|Your text\n?)$/;

/** Checks that the sent body equals the example, except for placeholders and for `null`, which leaves a field out. */
function checkBody(sent: JsonObject, said: JsonObject, text: string): void {
  for (const [key, value] of Object.entries(said)) {
    const after = Object.hasOwn(sent, key) ? sent[key] : undefined;
    if (typeof value !== 'string' || isReservedKey(key) || typeof after !== 'string') continue;
    const isKept = after.trimEnd() === value.trimEnd();
    assert.ok(isKept || placeholder.test(after), `${text}\n${key}: ${after}`);
  }
  assert.ok(!stringifyJson(sent).includes('live_123'), text);
}
