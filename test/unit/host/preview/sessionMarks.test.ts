import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import { arrange, ready, settle } from './arrangeSession.ts';

test('a mark that changes while the marks are read is shown by the next update', async () => {
  const stage = arrange();
  const [artifact] = stage.records.flatMap(({ artifacts }) => artifacts);
  stage.whileMarksAreRead = () => {
    stage.whileMarksAreRead = () => undefined;
    stage.marks.set(artifact?.sha256 ?? '', { ...noMark, mark: 'star' });
    stage.session.marksChanged();
  };
  stage.session.receive({ type: 'ready' });
  for (let turn = 0; turn < 5; turn += 1) await settle();
  const marks = stage.take().flatMap((message) => (message.type === 'items' ? message.changed : []));
  assert.deepEqual(
    marks.map(({ mark }) => mark),
    [null, 'star'],
  );
});

test('marks are read again after a mark or its undo, and not after other changes', async () => {
  const stage = arrange();
  let reads = 0;
  stage.whileMarksAreRead = () => void (reads += 1);
  const ids = [await ready(stage)];
  const seen = [reads];
  for (const change of [
    () => stage.session.tasksChanged(),
    () => stage.session.receive({ type: 'mark', ids, change: { mark: 'star' } }),
    () => stage.session.receive({ type: 'undoMark' }),
  ]) {
    change();
    await settle();
    seen.push(reads);
  }
  assert.deepEqual(
    [seen, stage.acts],
    [
      [1, 1, 2, 3],
      ['mark a.png {"mark":"star"}', 'undoMark'],
    ],
  );
});
