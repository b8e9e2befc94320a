import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTerms } from '../../../../../src/core/task/model/taskEntry.ts';
import { createRuns } from '../../../../../src/core/task/run/runParts.ts';
import { buildTask } from '../../../host/fakes/builders.ts';

test('a part says why it does not send, and names a budget only if nothing else stops it', () => {
  const runs = createRuns(() => undefined);
  const part = runs.of({ task: buildTask(), startedAs: '/w/hero.gen.yaml', terms: defaultTerms });
  const reasons = [part.stopReason];

  part.stopSubmits('run', { code: 'over-budget', message: 'run' });
  reasons.push(part.stopReason);
  part.stopSubmits('file');
  reasons.push(part.stopReason);

  assert.deepEqual(
    reasons.map((reason) => reason?.code ?? null),
    [null, 'over-budget', 'not-sent'],
  );
});

test('the user can stop a run that a budget has stopped, because the budget admits some tasks', () => {
  const stops: string[] = [];
  const runs = createRuns(({ run }, { code }) => stops.push(`${run} ${code}`));
  const part = runs.of({ task: buildTask(), startedAs: '/w/hero.gen.yaml', terms: defaultTerms });

  part.stopSubmits('run', { code: 'over-budget', message: 'run' });
  part.stopSubmits('run', { code: 'over-budget', message: 'day' });
  runs.stop('run-1', 'unsent');
  const wasUnwatched = part.isUnwatched;
  runs.stop('run-1', 'all');
  part.stopSubmits('run');

  assert.deepEqual(stops, ['run-1 over-budget', 'run-1 run-stopped']);
  assert.deepEqual([part.stopReason?.code, wasUnwatched, part.isUnwatched], ['run-stopped', false, true]);
});

test('a stop of a run without a task here does nothing', () => {
  const runs = createRuns(() => assert.fail('Nothing was to be stopped'));

  runs.stop('run-1', 'all');
});
