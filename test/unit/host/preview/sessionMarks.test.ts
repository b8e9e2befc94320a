import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import { arrange, settle } from './arrangeSession.ts';

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
