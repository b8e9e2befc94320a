import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError } from '../../../../src/host/preview/describeError.ts';
import { englishL10n as l10n } from '../../../support/previewHarness/englishL10n.ts';

const describe = (code: string, message: string): string =>
  describeError({ code, message }, { profile: 'studio', l10n });

test('a known error is told in a sentence that names the profile', () => {
  assert.match(describe('key-refused', ''), /^studio refused the API key/);
});

test('an error of another version says what it brought', () => {
  assert.deepEqual([describe('new-code', 'It rained'), describe('toString', '')], ['It rained', 'toString']);
});
