import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecord, makeTask } from '../../../support/previewHarness/scene.ts';
import { arrange as arrangeSession, settle } from './arrangeSession.ts';

/** Arranges a session with a recorded task and a present one. */
function arrange() {
  const stage = arrangeSession();
  const log: string[] = [];
  stage.records = [makeRecord(1, { status: 'failed' })];
  stage.tasks = [makeTask('t')];
  stage.fail = (error) => log.push(error);
  /** Returns the messages about the list since the last call: reasons, and the number of items. */
  const take = async (): Promise<unknown[]> => {
    await settle();
    return stage.take().flatMap((message): unknown[] => {
      if (message.type === 'readError') return [message.reason];
      return message.type === 'items' ? [message.changed.length] : [];
    });
  };
  return { stage, session: stage.session, take, log };
}

test('a page shows the tasks of now if the runs file cannot be read, and why results may be missing', async () => {
  const { stage, session, take, log } = arrange();
  stage.runsError = 'EACCES';
  session.receive({ type: 'ready' });
  assert.deepEqual([await take(), log], [['EACCES', 1], ['Error: EACCES']]);
});

test('a page without tasks is told why, and gets the list when it asks again', async () => {
  const { stage, session, take, log } = arrange();
  stage.tasksError = 'no engine';
  session.receive({ type: 'ready' });
  const failed = await take();
  stage.tasksError = null;
  session.receive({ type: 'readAgain' });
  assert.deepEqual([failed, await take(), log], [[`no engine`], [null, 2], ['Error: no engine']]);
});

test('nothing is reported after the session has ended', async () => {
  const { stage, session, take, log } = arrange();
  stage.tasksError = 'no engine';
  session.receive({ type: 'ready' });
  session.dispose();
  assert.deepEqual([await take(), log], [[], []]);
});

test('the same reason is told once, and to each new page', async () => {
  const { stage, session, take } = arrange();
  stage.runsError = 'EACCES';
  session.receive({ type: 'ready' });
  const seen = [await take()];
  session.runsChanged();
  seen.push(await take());
  session.receive({ type: 'ready' });
  seen.push(await take());
  assert.deepEqual(seen, [['EACCES', 1], [], ['EACCES', 1]]);
});
