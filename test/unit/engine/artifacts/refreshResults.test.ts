// The URL of a result has expired, and a query for a new one fails at first.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { scriptTasks } from '../../../fakes/planning/chain.ts';
import { buildDone, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const query = 'GET /v1/images/generations/t1';
const limited: ScriptedAnswer = { status: 429, headers: { 'retry-after': '7' }, body: { message: 'slow' } };
const busy: ScriptedAnswer = { status: 503, body: '' };
const unknown: ScriptedAnswer = { status: 404, body: { code: 'task_not_exist', message: 'gone' } };
const refused: ScriptedAnswer = { status: 401, body: { message: 'bad key' } };

/** Runs a task that is done, whose first URL has expired, with these responses before the new URL. */
async function runWith(context: TestContext, ...hindrances: readonly ScriptedAnswer[]) {
  const bench = await createEngineBench(context);
  const { gateway } = bench;
  gateway.script('GET /files/a.png', { status: 403, body: 'expired' });
  gateway.script('GET /files/fresh.png', { body: makePng() });
  gateway.script(query, { body: buildDone(`${gateway.url}/files/a.png`) }, ...hindrances, {
    body: buildDone(`${gateway.url}/files/fresh.png`),
  });
  const { state } = await bench.run();
  return [state, gateway.lines().filter((line) => line === query).length];
}

const rows: readonly (readonly [title: string, hindrances: readonly ScriptedAnswer[], expected: readonly unknown[]])[] =
  [
    ['a limit is waited out', [limited, limited], ['saved', 4]],
    ['a gateway that is busy is queried again', [busy, 'drop'], ['saved', 4]],
    ['a gateway that stays busy is given up after four queries', [busy, busy, busy, busy, busy], ['unsaved', 5]],
    ['a task that is now unknown is not queried again', [unknown], ['unsaved', 2]],
    ['nothing is queried again with a key that was refused', [refused], ['unsaved', 2]],
  ];

for (const [title, hindrances, expected] of rows) {
  test(title, async (context) => {
    assert.deepEqual(await runWith(context, ...hindrances), expected);
  });
}

test('a hundred expired results are all saved by one Save Again, although the gateway limits the rate', async (context) => {
  const { gateway, engine, start } = await createEngineBench(context);
  const ids = Array.from({ length: 100 }, (_, at) => `t${at + 1}`);
  scriptTasks(gateway, ids.length);
  for (const id of ids) gateway.script(`GET /files/${id}.png`, { status: 403, body: '' });
  await start(
    ids.map((_, at) => buildRequest({ index: at + 1 })),
    { concurrency: 20 },
  ).done;
  const fresh = { body: buildDone(`${gateway.url}/files/fresh.png`) };
  for (const id of ids) gateway.script(`GET /v1/images/generations/${id}`, limited, fresh);
  gateway.script('GET /files/fresh.png', { body: makePng() });

  const before = engine.tasks().filter(({ state }) => state === 'unsaved').length;
  await Promise.all(engine.tasks().map(({ id }) => engine.act(id, 'saveAgain')));
  await Promise.all(engine.tasks().map(({ id }) => engine.ended(id)));

  const saved = engine.tasks().filter(({ state }) => state === 'saved').length;
  assert.deepEqual([before, saved], [100, 100]);
});
