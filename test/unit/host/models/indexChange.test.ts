import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelIndex } from '../../../../src/core/catalog/published/modelIndex.ts';
import { createLanguageService } from '../../../../src/core/language/index.ts';
import { countAffected, describeAffected, describeIndexChange } from '../../../../src/host/models/indexChange.ts';
import { englishL10n } from '../../../support/englishL10n.ts';

const place = { profile: 'studio', l10n: englishL10n };
const at = (version: string | null, breakingSince: string | null) => ({ version, breakingSince });

const rows: readonly (readonly [
  string,
  Parameters<typeof describeIndexChange>[0],
  Parameters<typeof describeIndexChange>[1],
  string | null,
])[] = [
  ['nothing moved', at('1.5.18', '2026-05-13'), at('1.5.18', '2026-05-13'), null],
  ['the first copy equals the one in Genwright', null, at('1.5.18', '2026-05-13'), null],
  ['the first copy is newer', null, at('1.6.0', '2026-05-13'), 'studio has published version 1.6.0 of its API.'],
  ['the version moved', at('1.6', null), at('1.7', null), 'studio has published version 1.7 of its API.'],
  [
    'the date moved, with the version',
    at('1.5.18', '2026-05-13'),
    at('1.6.0', '2026-07-01'),
    'studio announces breaking changes since 2026-07-01.',
  ],
  ['the gateway no longer says anything', at('1.5.18', '2026-05-13'), at(null, null), null],
];

describe('the notice about a moved description', () => {
  for (const [title, before, after, expected] of rows) {
    test(`is right if ${title}`, () => assert.equal(describeIndexChange(before, after, place), expected));
  }

  test('counts the open job files with new problems', () => {
    const index: ModelIndex = {
      version: null,
      breakingSince: null,
      paths: [],
      samples: [],
      models: [
        {
          id: 'dream-9',
          title: null,
          description: null,
          modality: null,
          pollPath: null,
          endpoints: [{ path: '/v1/images/generations', alias: null }],
        },
      ],
      schemas: [
        {
          path: '/v1/images/generations',
          alias: null,
          models: ['dream-9'],
          required: [],
          fields: [{ name: 'mood', type: { kind: 'integer' }, typeSource: 'observed', description: '' }],
        },
      ],
    };
    const texts = ['model: dream-9\nmood: dark\n', 'model: sonic\nprompt: A song\n', ''];
    const count = countAffected(texts, createLanguageService(), createLanguageService({ models: index }));
    assert.deepEqual(
      [count, describeAffected(count, texts.length, englishL10n), describeAffected(0, 0, englishL10n)],
      [1, 'Open job files with new problems: 1.', 'The next time you open your job files, look at their problems.'],
    );
  });
});
