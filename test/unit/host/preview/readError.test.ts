import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostMessage } from '../../../../src/protocol/preview.ts';
import { initMessage } from '../../../support/previewHarness/messages.ts';
import { makeRecord, makeTask } from '../../../support/previewHarness/scene.ts';
import { settle } from './arrangeSession.ts';

await import('../fakes/fakeVscode.ts');
const { createPreviewSession } = await import('../../../../src/host/preview/previewSession.ts');

/** Arranges a session whose reads fail with these reasons until they are set to null. */
function arrange() {
  const stage = { runsError: null as string | null, tasksError: null as string | null, log: [] as string[] };
  const task = makeTask('t');
  let posted: HostMessage[] = [];
  const failed = (reason: string): Promise<never> => Promise.reject(new Error(reason));
  const session = createPreviewSession({
    jobFile: { uri: 'file:///hero.gen.yaml', name: 'hero.gen.yaml' },
    locale: 'en',
    strings: initMessage.type === 'init' ? initMessage.strings : assert.fail(),
    isTrusted: () => true,
    clock: { now: () => 5, sleep: () => Promise.resolve() },
    post: (message) => posted.push(message),
    readRuns: async () => (stage.runsError === null ? [makeRecord(1, { status: 'failed' })] : failed(stage.runsError)),
    readTasks: async () => (stage.tasksError === null ? [task] : failed(stage.tasksError)),
    readMarks: async () => () => undefined,
    mark: async () => undefined,
    undoMark: async () => undefined,
    deleteArtifacts: async () => undefined,
    hash: async () => '',
    readThumbnail: async () => null,
    keepThumbnail: async () => undefined,
    readUri: async () => null,
    statArtifact: async () => null,
    readArtifact: async () => new Uint8Array(),
    readCodecs: async () => null,
    canOpenOutside: async () => false,
    openDiff: async () => undefined,
    actOnTask: async () => undefined,
    runRemedy: async () => undefined,
    act: async () => undefined,
    fail: (error) => stage.log.push(String(error)),
  });
  /** Returns the messages about the list since the last call: reasons, and the number of items. */
  const take = async (): Promise<unknown[]> => {
    await settle();
    const messages = posted;
    posted = [];
    return messages.flatMap((message): unknown[] => {
      if (message.type === 'readError') return [message.reason];
      return message.type === 'items' ? [message.changed.length] : [];
    });
  };
  return { stage, session, take };
}

test('a page shows the tasks of now if the runs file cannot be read, and why results may be missing', async () => {
  const { stage, session, take } = arrange();
  stage.runsError = 'EACCES';
  session.receive({ type: 'ready' });
  assert.deepEqual([await take(), stage.log], [['EACCES', 1], ['Error: EACCES']]);
});

test('a page without tasks is told why, and gets the list when it asks again', async () => {
  const { stage, session, take } = arrange();
  stage.tasksError = 'no engine';
  session.receive({ type: 'ready' });
  const failed = await take();
  stage.tasksError = null;
  session.receive({ type: 'readAgain' });
  assert.deepEqual([failed, await take(), stage.log], [[`no engine`], [null, 2], ['Error: no engine']]);
});

test('nothing is reported after the session has ended', async () => {
  const { stage, session, take } = arrange();
  stage.tasksError = 'no engine';
  session.receive({ type: 'ready' });
  session.dispose();
  assert.deepEqual([await take(), stage.log], [[], []]);
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
