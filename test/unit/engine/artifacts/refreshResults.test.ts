// The URL of a result has expired, and a query for a new one fails at first.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { buildDone, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { makePng } from '../../../fakes/media/media.ts';
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
