import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRemaining } from '../../../../src/host/tasks/formatRemaining.ts';
import { englishL10n as l10n } from '../../../support/englishL10n.ts';

test('the time that is left is never rounded up', () => {
  const minutes = [0, 1.9, 59.9, 119, 120, 179].map((each) => formatRemaining(each * 60_000, l10n));

  assert.deepEqual(minutes, ['1 minute', '1 minute', '59 minutes', '119 minutes', '2 hours', '2 hours']);
});
