import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeArtifact, makeRecord } from '../../../support/previewHarness/scene.ts';
import { arrange, brief, ready, settle } from './arrangeSession.ts';

const whale = makeRecord(2, {
  request: { prompt: 'A whale' },
  artifacts: [makeArtifact('b.png', 'image/png', { sha256: 'b' })],
});

test('a page gets what its search finds at once, and of new items before it gets them', async () => {
  const stage = arrange();
  await ready(stage);
  stage.session.receive({ type: 'search', query: 'WHALE' });
  await settle();
  const first = stage.take();
  stage.records = [...stage.records, whale];
  stage.session.runsChanged();
  await settle();
  const [found, items] = stage.take();
  assert.ok(items?.type === 'items');
  assert.deepEqual(
    [first, found, brief([items])],
    [
      [{ type: 'found', query: 'WHALE', ids: [] }],
      { type: 'found', query: 'WHALE', ids: items.changed.map(({ id }) => id) },
      [{ part: 'change', changed: ['b.png'], removed: 0 }],
    ],
  );
  // Nothing is sent again as long as the search finds the same.
  stage.session.runsChanged();
  await settle();
  assert.deepEqual(stage.take(), []);
});

test('a search ends with an empty query, and with its page', async () => {
  for (const last of [{ type: 'search', query: '' }, { type: 'ready' }]) {
    const stage = arrange();
    await ready(stage);
    stage.session.receive({ type: 'search', query: 'whale' });
    stage.session.receive(last);
    await settle();
    stage.take();
    stage.records = [...stage.records, whale];
    stage.session.runsChanged();
    await settle();
    assert.equal(
      stage.take().some(({ type }) => type === 'found'),
      false,
    );
  }
});

test('a page gets the beginnings of the prompts that it asks for, and null where there is none', async () => {
  const stage = arrange();
  stage.records = [
    { ...whale, request: { input: 'long '.repeat(1000) } },
    makeRecord(3, { request: {}, artifacts: [makeArtifact('c.png', 'image/png')] }),
  ];
  stage.session.receive({ type: 'ready' });
  await settle();
  const ids = stage.take().flatMap((message) => (message.type === 'items' ? message.changed.map(({ id }) => id) : []));
  stage.session.receive({ type: 'readPrompts', ids: [...ids, 'unknown'] });
  await settle();
  const [message] = stage.take();
  const prompts = message?.type === 'prompts' ? message.prompts : [];
  assert.deepEqual(
    prompts.map(([id, prompt]) => [id, prompt?.slice(0, 9), (prompt?.length ?? 0) < 1100]),
    [
      [ids[0], undefined, true],
      [ids[1], 'long long', true],
      ['unknown', undefined, true],
    ],
  );
});
