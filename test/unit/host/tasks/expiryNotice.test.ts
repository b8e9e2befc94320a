import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { buildExpiryNotice } from '../../../../src/host/tasks/expiryNotice.ts';
import { formatRemaining } from '../../../../src/host/tasks/formatRemaining.ts';
import { englishL10n as l10n } from '../../../support/englishL10n.ts';
import { buildTask } from '../fakes/builders.ts';

const hourMs = 3_600_000;
const unsaved = (id: string, hours: number): Task =>
  buildTask({ id, state: 'unsaved', resultsExpireAt: hours * hourMs });

test('a notice counts down to the first expiry, and its button is about the results that it names', () => {
  const { text, actions } = buildExpiryNotice([unsaved('a', 5), unsaved('b', 3), unsaved('c', 9)], {
    now: hourMs,
    l10n,
  });

  assert.deepEqual(
    [text, actions?.map(({ title, args }) => [title, args])],
    [
      '3 unsaved results expire in 2 hours. They may already be paid for.',
      [
        ['Download All', [['a', 'b', 'c']]],
        ['Show Tasks', undefined],
      ],
    ],
  );
});

test('the time that is left is never rounded up', () => {
  const minutes = [0, 1.9, 59.9, 119, 120, 179].map((each) => formatRemaining(each * 60_000, l10n));

  assert.deepEqual(minutes, ['1 minute', '1 minute', '59 minutes', '119 minutes', '2 hours', '2 hours']);
});
