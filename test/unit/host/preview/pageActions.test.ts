import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noMark } from '../../../../src/core/artifact/marks.ts';
import { makeTask } from '../../../support/previewHarness/scene.ts';
import { arrange, brief, ready, settle } from './arrangeSession.ts';

test('actions reach the file of the id, and an unknown id reaches none', async () => {
  const stage = arrange();
  const id = await ready(stage);
  for (const [action, target] of [
    ['copyPath', id],
    ['recall', id],
    ['recall', 'b'],
    ['openFile', 'b'],
    ['openJobFile', null],
  ]) {
    stage.session.receive({ type: 'act', action, id: target });
  }
  await settle();
  assert.deepEqual(
    [stage.acts, brief(stage.take())],
    [['copyPath a.png', 'recall a.png', 'openJobFile job file'], ['copied']],
  );
});

test('an export has each shown file once, in its place, and no file of an id that was not given out', async () => {
  const stage = arrange();
  const id = await ready(stage);
  const sheet = (cells: readonly (string | null)[]) => ({
    rowsName: 'style',
    columnLabels: ['dawn', 'noon', 'dusk'],
    lines: [
      { kind: 'heading', text: 'seed: 1' },
      { kind: 'cells', label: 'ink', cells },
    ],
  });
  stage.session.receive({ type: 'export', isFiltered: false, sheet: sheet([id, null, '../b.png', id]) });
  stage.session.receive({ type: 'export', isFiltered: false, sheet: sheet(Array.from({ length: 20_001 }, () => id)) });
  stage.session.receive({
    type: 'export',
    isFiltered: false,
    sheet: { ...sheet([id]), lines: [{ kind: 'cells', label: 'x'.repeat(5_001), cells: [id] }] },
  });
  await settle();
  assert.deepEqual(stage.acts, [`export ${JSON.stringify(sheet(['a.png', null, null, null]))}`]);
});

test('a card acts on its task in the journal, as long as the task offers the action', async () => {
  const stage = arrange();
  stage.tasks = [makeTask('t', { state: 'failed', endedAt: Date.parse('2027-01-01') })];
  const id = await ready(stage);
  for (const action of ['retry', 'resubmit']) stage.session.receive({ type: 'actOnTask', id, action });
  stage.session.receive({ type: 'actOnTask', id: 'gone', action: 'retry' });
  await settle();
  assert.deepEqual(stage.acts, ['retry t']);
});

test('a card runs what helps with the error of its task, and nothing for a task without such an error', async () => {
  const stage = arrange();
  const end = { state: 'failed', endedAt: Date.parse('2027-01-01') } as const;
  stage.tasks = [makeTask('t', { ...end, error: { code: 'key-refused', message: '' } })];
  const id = await ready(stage);
  for (const each of [id, 'gone', 'b']) stage.session.receive({ type: 'runRemedy', id: each });
  await settle();
  assert.deepEqual(stage.acts, ['genwright.setApiKey']);
});

test('without trust a card offers nothing that sends, does nothing that it does not offer, and the page gets everything again with trust', async () => {
  const stage = arrange();
  stage.isTrusted = false;
  stage.records = [];
  stage.tasks = [makeTask('t', { state: 'unconfirmed', taskId: null })];
  const offers: unknown[] = [];
  const look = async (): Promise<void> => {
    await settle();
    for (const message of stage.take()) {
      if (message.type !== 'items') continue;
      offers.push([message.part, ...message.changed.map((item) => item.kind === 'task' && item.actions)]);
      const [id] = message.changed.map((item) => item.id);
      stage.session.receive({ type: 'actOnTask', id, action: 'resubmit' });
    }
    await settle();
  };
  stage.session.receive({ type: 'ready' });
  await look();
  const before = [...stage.acts];
  stage.isTrusted = true;
  stage.session.trustChanged();
  await look();
  assert.deepEqual(
    [offers, before, stage.acts],
    [
      [
        ['first', ['checkBalance', 'dismiss']],
        ['first', ['checkBalance', 'resubmit', 'dismiss']],
      ],
      [],
      ['resubmit t'],
    ],
  );
});

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
