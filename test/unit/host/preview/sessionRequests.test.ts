import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HostMessage } from '../../../../src/protocol/preview.ts';
import { makeTask } from '../../../support/previewHarness/scene.ts';
import { arrange, brief, ready, settle } from './arrangeSession.ts';

const typesOf = (messages: readonly HostMessage[]): readonly string[] => messages.map(({ type }) => type);

test('a view that is requested before the page exists is shown once, before its list', async () => {
  const stage = arrange();
  stage.session.show('sheet');
  assert.deepEqual(stage.take(), []);
  stage.session.receive({ type: 'ready' });
  await settle();
  const messages = stage.take();
  stage.session.receive({ type: 'ready' });
  await settle();
  assert.deepEqual(typesOf(messages), ['init', 'show', 'items']);
  assert.deepEqual(messages[1], { type: 'show', view: 'sheet', query: null });
  assert.deepEqual(typesOf(stage.take()), ['init', 'items']);
});

test('a view or a selection that is requested of a page with a list is sent at once', async () => {
  const stage = arrange();
  await ready(stage);
  stage.session.show('stage');
  stage.session.want({ type: 'select', taskId: 'task_1' });
  stage.session.want({ type: 'follow', taskId: 'task_1' });
  stage.session.want({ type: 'compare', paths: ['a.png'] });
  assert.deepEqual(typesOf(stage.take()), ['show', 'select', 'follow', 'compare']);
});

test('changes during the pause after an update are sent as one update', async () => {
  const stage = arrange();
  let end = (): void => undefined;
  stage.pause = () => new Promise((resolve) => (end = resolve));
  await ready(stage);
  const seen: unknown[] = [];
  for (const ids of [['t'], ['t', 'u']]) {
    stage.tasks = ids.map((id) => makeTask(id));
    stage.session.tasksChanged();
    await settle();
    seen.push(brief(stage.take()));
  }
  end();
  await settle();
  assert.deepEqual(
    [seen, brief(stage.take())],
    [[[], []], [{ part: 'change', changed: ['hero', 'hero'], removed: 0 }]],
  );
});

test('deletes the files of known ids only, and shows that they are gone', async () => {
  const stage = arrange();
  stage.files.set('a.png', Uint8Array.of(1));
  const id = await ready(stage);
  stage.session.receive({ type: 'delete', ids: ['unknown'] });
  await settle();
  assert.deepEqual([stage.acts, stage.take()], [[], []]);
  stage.session.receive({ type: 'delete', ids: [id] });
  await settle();
  const [list] = stage.take();
  assert.deepEqual(stage.acts, ['delete a.png']);
  assert.deepEqual(list?.type === 'items' && list.changed.map((item) => item.kind === 'artifact' && item.uri), [null]);
});

test('details and audio of an unknown item are not sent', async () => {
  const stage = arrange();
  await ready(stage);
  for (const type of ['readDetails', 'readAudio']) stage.session.receive({ type, id: 'unknown' });
  await settle();
  assert.deepEqual(stage.take(), []);
});

test('a new page gets the URI of a file that has appeared meanwhile', async () => {
  const stage = arrange();
  await ready(stage);
  stage.files.set('a.png', Uint8Array.of(1));
  stage.session.receive({ type: 'ready' });
  await settle();
  const [, list] = stage.take();
  assert.ok(
    list?.type === 'items' && list.changed.every((item) => item.kind === 'artifact' && item.uri === 'web:a.png'),
  );
});

test('a text that grows is sent with details and with other changes, until the page has left', async () => {
  const stage = arrange();
  stage.records = [];
  stage.tasks = [makeTask('t', { text: 'a' })];
  const id = await ready(stage);
  const [task = makeTask('t')] = stage.tasks;
  // While the details are on their way.
  stage.session.receive({ type: 'readDetails', id });
  stage.session.tasksChanged({ ...task, text: 'ab' });
  await settle();
  // Together with other changes.
  stage.tasks = [{ ...task, text: 'abc' }];
  stage.session.tasksChanged();
  await settle();
  const texts = stage.take().flatMap((message) => (message.type === 'text' ? [[message.start, message.text]] : []));
  stage.session.pageLeft();
  stage.session.tasksChanged({ ...task, text: 'abcd' });
  await settle();
  assert.deepEqual(
    [texts, stage.take()],
    [
      [
        [1, 'b'],
        [2, 'c'],
      ],
      [],
    ],
  );
});
