import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import type { ModelFamily } from '../../../../../src/core/catalog/catalog.ts';
import { createCatalog } from '../../../../../src/core/catalog/createCatalog.ts';
import { isJobFile } from '../../../../../src/core/jobFile/recognize/findNotJobFile.ts';
import { buildExampleText, buildJobText } from '../../../../../src/core/jobFile/write/jobText.ts';
import { buildFamily } from '../../../../fakes/planning/families.ts';

const family = (over: Partial<ModelFamily> = {}): ModelFamily =>
  buildFamily('test', {
    title: 'Test',
    models: ['test-1', 'test-2'],
    endpoints: [{ path: '/v1/test', pollPath: null }],
    fields: [{ name: 'prompt', type: { kind: 'string' }, description: '', isProse: true }],
    ...over,
  });

function arrange(sample: ModelFamily['sample'], modelId?: string) {
  const own = family({ sample });
  return buildJobText(own, createCatalog([own]), modelId);
}

/** Parses YAML. The line break at the end of a block scalar is removed. */
function read(text: string): Record<string, unknown> {
  const entries = Object.entries(parse(text) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === 'string' ? value.trimEnd() : value]));
}

describe('a new job file', () => {
  test('has the prose in a block scalar, selected to be overwritten', () => {
    const { text, selection } = arrange({ prompt: 'A door\n\nand #1 key', size: '2K' });
    assert.deepEqual(
      [text, text.slice(selection.start, selection.end)],
      ['model: test-1\nprompt: |\n  A door\n\n  and #1 key\nsize: 2K\n', 'A door\n\n  and #1 key'],
    );
  });

  test('is parsed to the values of the sample, whatever YAML makes of plain text', () => {
    const sample = {
      a: 'yes',
      b: '16:9',
      c: '#ff0000',
      d: '  x ',
      e: 'plain, text',
      f: 1.5,
      g: true,
      h: '2K',
      i: '0123',
      j: 'a: b',
      k: 'a #b',
    };
    assert.deepEqual(parse(arrange(sample).text), { model: 'test-1', ...sample });
  });

  test('is for the selected model', () => {
    assert.equal(arrange({ size: '2K' }, 'test-2').text, 'model: test-2\nsize: 2K\n');
  });

  test('names the endpoint if the model would go to another one, or if there is no model', () => {
    const usual = family({ id: 'usual', models: ['m'] });
    const other = family({ id: 'other', models: ['m'], endpoints: [{ path: '/v1/other', pollPath: null }] });
    const bare = family({ models: [], endpoints: [{ path: '/v1/bare', pollPath: null, takesNoModel: true }] });
    const catalog = createCatalog([usual, other, bare]);
    assert.deepEqual(
      [usual, other, bare].map((each) => buildJobText(each, catalog).text),
      ['model: m\n', 'model: m\ngen:\n  endpoint: /v1/other\n', 'gen:\n  endpoint: /v1/bare\n'],
    );
  });

  test('can start from a payload of the gateway, whose reserved keys are sent verbatim', () => {
    const catalog = createCatalog([family({ models: ['m'] })]);
    const body = {
      prompt: 'A cat',
      output: 'x',
      image_list: [{ url: 'https://x/a.png' }],
      seed: 12345678901234567890n,
    };
    const texts = [
      buildExampleText({ title: null, model: 'm', endpoint: '/v1/test', body }, catalog).text,
      buildExampleText({ title: null, model: 'unknown', endpoint: '/v1/far', body: { n: 1 } }, catalog).text,
    ];
    assert.deepEqual(texts, [
      'model: m\nprompt: |\n  A cat\nimage_list:\n  - url: "https://x/a.png"\nseed: 12345678901234567890\nrequest:\n  output: x\n',
      'model: unknown\ngen:\n  endpoint: /v1/far\nn: 1\n',
    ]);
  });

  test('is recognized as a job file, whatever the model or the example', () => {
    const texts = bundledCatalog.families.flatMap((each) => {
      const example = { model: null, endpoint: each.endpoints[0]?.path ?? null, title: null, body: each.sample };
      return [buildJobText(each, bundledCatalog).text, buildExampleText(example, bundledCatalog).text];
    });
    assert.deepEqual(
      texts.filter((text) => !isJobFile({ name: 'image.gen.yaml', text })),
      [],
    );
  });

  for (const each of bundledCatalog.families) {
    test(`is valid for ${each.id}`, () => {
      const { model, gen, ...fields } = read(buildJobText(each, bundledCatalog).text);
      const { model: named, gen: controls, ...sample } = each.sample;
      const expected = each.endpoints[0].takesNoModel ? undefined : (each.models[0] ?? named);
      assert.deepEqual([model, fields], [expected, sample]);
      const families = typeof model === 'string' ? bundledCatalog.findModel(model)?.families : undefined;
      assert.deepEqual(gen ?? controls, families?.[0] === each ? controls : { endpoint: each.endpoints[0].path });
    });
  }
});
