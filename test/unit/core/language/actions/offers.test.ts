import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offersForExpressions } from './offersForExpressions.ts';
import { offersForKeys } from './offersForKeys.ts';
import { offersForValues } from './offersForValues.ts';
import { listActions, open } from './tryActions.ts';

for (const [code, text, titles] of [...offersForKeys, ...offersForValues, ...offersForExpressions]) {
  test(`${code} in ${JSON.stringify(text.slice(-70))} offers ${titles === '' ? 'no fix' : titles}`, () => {
    const fixes = listActions(text).filter(
      ({ kind, problems }) => kind === 'quickfix' && problems.some((problem) => problem.code === code),
    );

    assert.ok(
      open(text)
        .problems()
        .some((problem) => problem.code === code),
    );
    assert.equal(fixes.map(({ title, isPreferred }) => `${isPreferred ? '*' : ''}${title}`).join(' | '), titles);
  });
}
