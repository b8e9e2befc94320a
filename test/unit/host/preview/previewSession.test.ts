import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostMessage } from '../../../../src/protocol/preview.ts';
import { makeArtifact, makeRecord, makeTask } from '../../../support/previewHarness/scene.ts';
import { arrange, brief, ready, settle } from './arrangeSession.ts';

test('a page that is ready gets its strings, then the whole list', async () => {
  const stage = arrange();
  stage.session.receive({ type: 'ready' });
  await settle();
  assert.deepEqual(brief(stage.take()), ['init', { part: 'first', changed: ['a.png'], removed: 0 }]);
});

test('nothing is read or sent before a page listens, or after it has left', async () => {
  const stage = arrange();
  stage.session.runsChanged();
  stage.session.trustChanged();
  await settle();
  const before = [stage.runsReads, stage.take().length];
  await ready(stage);
  stage.session.pageLeft();
  stage.session.runsChanged();
  await settle();
  assert.deepEqual([before, stage.runsReads, stage.take()], [[0, 0], 1, []]);
});

test('a change of a task sends only what is new, and does not read the runs file again', async () => {
  const stage = arrange();
  await ready(stage);
  stage.tasks = [makeTask('t')];
  stage.session.tasksChanged();
  await settle();
  stage.session.tasksChanged();
  await settle();
  assert.deepEqual([brief(stage.take()), stage.runsReads], [[{ part: 'change', changed: ['hero'], removed: 0 }], 1]);
});

test('a runs file that has lost a line removes its item', async () => {
  const stage = arrange();
  await ready(stage);
  stage.records = [makeRecord(2, { artifacts: [makeArtifact('b.png', 'image/png')] })];
  stage.session.runsChanged();
  await settle();
  assert.deepEqual(brief(stage.take()), [{ part: 'change', changed: ['b.png'], removed: 1 }]);
});

test('artifacts are compared once all of them are in the list, in the order that was asked for', async () => {
  const stage = arrange();
  stage.session.want({ type: 'compare', paths: ['b.png', 'a.png'] });
  await ready(stage);
  assert.deepEqual(brief(stage.take()), []);
  stage.records = [...stage.records, makeRecord(2, { artifacts: [makeArtifact('b.png', 'image/png')] })];
  stage.session.runsChanged();
  await settle();
  const [list, compare] = stage.take();
  const idOf = (name: string) => (list?.type === 'items' ? list.changed.find((item) => item.name === name)?.id : '');
  assert.deepEqual([compare?.type, compare?.type === 'compare' && compare.ids[0]], ['compare', idOf('b.png')]);
});

test('a diff is opened of two artifacts, and not of anything else', async () => {
  const stage = arrange();
  const id = await ready(stage);
  stage.session.receive({ type: 'openDiff', ids: [id, 'unknown'] });
  stage.session.receive({ type: 'openDiff', ids: [id] });
  stage.session.receive({ type: 'openDiff', ids: [id, id] });
  await settle();
  assert.deepEqual(stage.acts, ['openDiff a.png a.png']);
});

test('a run is followed from its first result on, or from the present selection', async () => {
  const follows = ['task_1', null].map(async (taskId) => {
    const stage = arrange();
    stage.session.want({ type: 'follow', taskId });
    stage.session.receive({ type: 'ready' });
    await settle();
    const [, list, follow] = stage.take();
    const first = list?.type === 'items' ? list.changed[0]?.id : undefined;
    return follow?.type === 'follow' && [follow.id === first, follow.id];
  });
  const [first, page] = await Promise.all(follows);
  assert.deepEqual([first && first[0], page], [true, [false, null]]);
});

const uris = (messages: readonly HostMessage[]) =>
  messages.flatMap((message) =>
    message.type === 'items' ? message.changed.map((item) => item.kind === 'artifact' && item.uri) : [],
  );

test('the page gets the URI of a file after the disk was checked, and none for a missing file', async () => {
  const stage = arrange();
  const artifacts = ['a.png', 'b.mp3', 'c.mp4'].map((path) => makeArtifact(path, 'image/png'));
  stage.records = [makeRecord(1, { artifacts })];
  stage.files.set('a.png', new Uint8Array(1));
  stage.files.set('c.mp4', new Uint8Array(1));
  stage.session.receive({ type: 'ready' });
  await settle();
  assert.deepEqual(uris(stage.take()), ['web:a.png', null, 'web:c.mp4']);
});

test('a file that was deleted loses its URI, and gets it back when it was restored', async () => {
  const stage = arrange();
  const id = await ready(stage);
  const look = async () => {
    stage.session.receive({ type: 'readDetails', id });
    await settle();
    return uris(stage.take());
  };
  stage.files.set('a.png', new Uint8Array(1));
  const restored = await look();
  const unchanged = await look();
  stage.files.clear();
  const deleted = await look();
  assert.deepEqual([restored, unchanged, deleted], [['web:a.png'], [], [null]]);
});

test('audio is sent as bytes, and not at all if it is too large to draw', async () => {
  const stage = arrange();
  const id = await ready(stage);
  stage.files.set('a.png', Buffer.from([1, 2]));
  stage.session.receive({ type: 'readAudio', id });
  await settle();
  stage.files.set('a.png', new Uint8Array(24 * 1024 * 1024 + 1));
  stage.session.receive({ type: 'readAudio', id });
  await settle();
  const audio = stage.take().flatMap((message) => (message.type === 'audio' ? [message.bytes] : []));
  assert.deepEqual(audio, [new Uint8Array([1, 2]), null]);
});

test('a text that is being written is sent whole with the details, then only its additions', async () => {
  const stage = arrange();
  const write = (text: string): void => {
    const [before] = stage.tasks;
    const task = before ? { ...before, text } : makeTask('t', { text });
    stage.tasks = [task];
    stage.session.tasksChanged(task);
  };
  write('# Ti');
  const id = await ready(stage);
  stage.session.receive({ type: 'readDetails', id });
  await settle();
  for (const text of ['# Tide', '# Tide\n\nIt', 'Once more']) write(text);
  await settle();
  const texts = stage.take().flatMap((message): unknown[] => {
    if (message.type === 'details') return [message.details.text];
    return message.type === 'text' ? [[message.start, message.text]] : [message.type];
  });
  assert.deepEqual(texts, ['# Ti', [4, 'de'], [6, '\n\nIt'], [0, 'Once more']]);
});

test('details of a video name its codecs', async () => {
  const stage = arrange();
  stage.records = [makeRecord(1, { artifacts: [makeArtifact('a.mp4', 'video/mp4')] })];
  const id = await ready(stage);
  stage.files.set('a.mp4', Uint8Array.of(1));
  stage.session.receive({ type: 'readDetails', id });
  await settle();
  const details = stage.take().flatMap((message) => (message.type === 'details' ? [message.details] : []));
  assert.deepEqual(
    details.map(({ codecs }) => codecs),
    [{ video: ['avc1.42c01e'], audio: [] }],
  );
});

test('a disposed session sends nothing', async () => {
  const stage = arrange();
  stage.session.receive({ type: 'ready' });
  stage.session.dispose();
  stage.session.dispose();
  await settle();
  assert.deepEqual(
    stage.take().map(({ type }) => type),
    ['init'],
  );
});
