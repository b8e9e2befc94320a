import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../src/core/catalog/bundledCatalog.ts';
import { findSlip } from '../../../../src/core/catalog/findSlip.ts';

const known = ['seedream-5-0-260128', 'veo3.1-fast', 'gpt-4', 'wan2.2-t2v-plus', 'sonic', 'kling-v3', 'turbo-0613'];

const rows: readonly (readonly [what: string, written: string, meant: string | undefined])[] = [
  ['a digit of a date is missing', 'seedream-5-0-26012', 'seedream-5-0-260128'],
  ['a digit of a date is too much', 'seedream-5-0-2601228', 'seedream-5-0-260128'],
  ['digits of a date are swapped', 'seedream-5-0-261028', 'seedream-5-0-260128'],
  ['a digit of a short date is missing', 'turbo-063', 'turbo-0613'],
  ['a letter is missing', 'seedrem-5-0-260128', 'seedream-5-0-260128'],
  ['a letter is too much', 'sonicc', 'sonic'],
  ['a letter is wrong', 'sonik', 'sonic'],
  ['letters are swapped', 'soinc', 'sonic'],
  ['a separator is missing', 'seedream5-0-260128', 'seedream-5-0-260128'],
  ['a separator is too much', 'veo-3.1-fast', 'veo3.1-fast'],
  ['a separator is another one', 'veo3-1-fast', 'veo3.1-fast'],
  ['a separator and a letter are swapped', 'veo3.1f-ast', 'veo3.1-fast'],
  ['case alone', 'Sonic', 'sonic'],
  ['case, and a letter', 'SONIK', 'sonic'],
  ['another date', 'seedream-5-0-260129', undefined],
  ['another version', 'seedream-5-1-260128', undefined],
  ['a longer version', 'kling-v31', undefined],
  ['no version', 'kling-v', undefined],
  ['a suffix after a digit', 'gpt-4o', undefined],
  ['a digit for a letter', 's0nic', undefined],
  ['a digit for a separator', 'veo331-fast', undefined],
  ['swapped digits of versions', 'seedream-0-5-260128', undefined],
  ['another single letter', 'wan2.2-i2v-plus', undefined],
  ['two slips', 'sonikk', undefined],
  ['nothing alike', 'llama-3-70b', undefined],
  ['nothing', '', undefined],
];

for (const [what, written, meant] of rows) {
  test(`${meant === undefined ? 'is no slip' : 'is a slip'}: ${what}`, () => {
    assert.equal(findSlip(written, known), meant);
  });
}

test('no bundled model is a slip of another', () => {
  const ids = [...bundledCatalog.models.keys()];
  for (const id of ids) {
    assert.equal(
      findSlip(
        id,
        ids.filter((each) => each !== id),
      ),
      undefined,
      id,
    );
  }
});
