import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

await import('../fakes/fakeVscode.ts');
const { describeIndexChange } = await import('../../../../src/host/models/indexChange.ts');

const place = 'studio';
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
});
