import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { ModelFamily } from '../../../../src/core/catalog/catalog.ts';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { buildJobText } from '../../../../src/host/models/jobText.ts';

function arrange(sample: ModelFamily['sample']): ModelFamily {
  return {
    id: 'test',
    title: 'Test',
    description: '',
    modality: 'image',
    models: ['test-1', 'test-2'],
    endpoints: [{ path: '/v1/test', pollPath: null }],
    fields: [{ name: 'prompt', type: { kind: 'string' }, description: '', isProse: true }],
    rules: [],
    sample,
  };
}

describe('a new job file', () => {
  test('has the prose in a block scalar, selected to be written over', () => {
    const { text, selection } = buildJobText(arrange({ prompt: 'A door\n\nand #1 key', size: '2K' }));
    assert.deepEqual(
      [text, text.slice(selection.start, selection.end)],
      ['model: test-1\nprompt: |\n  A door\n\n  and #1 key\nsize: 2K\n', 'A door\n\n  and #1 key'],
    );
  });

  test('reads back as the values of the sample, whatever YAML makes of plain text', () => {
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
    assert.deepEqual(parse(buildJobText(arrange(sample)).text), { model: 'test-1', ...sample });
  });

  for (const family of bundledCatalog.families) {
    test(`is a good one for ${family.id}`, () => {
      const read = parse(buildJobText(family).text) as Record<string, unknown>;
      // A block scalar ends with a line break.
      const trimmed = Object.entries(read).map(([key, value]) => [
        key,
        typeof value === 'string' ? value.trimEnd() : value,
      ]);
      assert.deepEqual(Object.fromEntries(trimmed), { model: family.models[0], ...family.sample });
    });
  }
});
