import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Task } from '../../../../src/core/task/model/task.ts';
import { isRepeatable } from '../../../../src/core/task/model/taskStates.ts';
import type { SandboxFault } from '../../../../src/sandbox/index.ts';
import { countPosts, createEngineBench, type EngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';
import { arrangeSandbox } from '../../sandbox/arrangeSandbox.ts';

const post = 'POST /v1/images/generations';
const accepted = { body: { id: 't1', task_id: 't1', status: 'queued' } };
const header = { idempotencyHeader: 'Idempotency-Key' };
const dayMs = 24 * 60 * 60_000;

/** Creates a bench whose gateway honors the header. */
async function arrange(context: TestContext): Promise<EngineBench> {
  const bench = await createEngineBench(context);
  bench.setHeaders(header);
  return bench;
}

function identities({ gateway }: EngineBench): readonly unknown[] {
  return gateway.calls.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
}

async function ended({ engine }: EngineBench, id: string): Promise<Task> {
  await engine.ended(id);
  return engine.tasks().find((task) => task.id === id) ?? assert.fail(id);
}

for (const [what, answer] of [
  ['no response', 'drop'],
  ['half a response', 'drop-inside-body'],
  ['408', { status: 408, body: 'timeout' }],
] as const) {
  test(`after ${what}, a request that is charged once is sent again with the same identity`, async (context) => {
    const bench = await arrange(context);
    bench.gateway.script(post, answer, answer, accepted);

    const task = await bench.run();

    assert.deepEqual([task.state, identities(bench)], ['saved', [task.id, task.id, task.id]]);
    assert.equal((await bench.engine.readAccount()).spentOn(bench.clock.now()).totalUsd, 0.04);
  });
}

test('a synchronous request whose proxy gave up is sent again, and the gateway may say that it is under way', async (context) => {
  const bench = await arrange(context);
  const done = { body: { data: [{ url: `${bench.gateway.url}/files/a.png` }], amount_usd: 0.04 } };
  bench.gateway.script(post, { status: 504, body: 'gave up' }, { status: 409, body: { message: 'busy' } }, done);

  const { state, doubtfulAttempts } = await bench.run(buildRequest({ pollPath: null }));

  assert.deepEqual([state, doubtfulAttempts, countPosts(bench)], ['saved', 2, 3]);
});

test('a response that is whole and names no task would be the same again, so the user decides', async (context) => {
  const bench = await arrange(context);
  bench.gateway.script(post, { body: { status: 'queued' } }, accepted);

  const { id, state, error } = await bench.run();
  const sent = countPosts(bench);
  await bench.engine.act(id, 'resubmit');
  const again = await ended(bench, id);

  assert.deepEqual([state, error?.code, sent], ['unconfirmed', 'answer-without-task', 1]);
  assert.deepEqual([again.state, identities(bench)], ['saved', [id, id]]);
});

test('without a header, a request without a response is never sent again', async (context) => {
  const bench = await createEngineBench(context);
  bench.gateway.script(post, 'drop', accepted);

  const { state } = await bench.run();

  assert.deepEqual([state, identities(bench)], ['unconfirmed', [undefined]]);
});

test('a conflict is a refusal as long as the gateway cannot have the request', async (context) => {
  const bench = await arrange(context);
  bench.gateway.script(post, { status: 409, body: { message: 'no' } });

  assert.deepEqual([(await bench.run()).state, countPosts(bench)], ['failed', 1]);
});

test('text that came before the end of the connection is kept, and the user decides', async (context) => {
  const bench = await arrange(context);
  const pieces = ['data: {"choices":[{"index":0,"delta":{"content":"half a"}}]}\n\n'];
  bench.gateway.script('POST /v1/chat/completions', { pieces, ending: 'drop' });
  const body = { model: 'gpt-5', messages: [], stream: true };
  const chat = { model: 'gpt-5', modality: 'chat', endpoint: '/v1/chat/completions', pollPath: null, body } as const;

  const { state, text } = await bench.run(buildRequest(chat));

  assert.deepEqual([state, text, identities(bench).length], ['unconfirmed', 'half a', 1]);
});

test('after the last attempt the user may send it again, also after a restart, and it counts once', async (context) => {
  const bench = await arrange(context);
  bench.gateway.script(post, 'drop');
  const { id, state } = await bench.run();
  const attempts = countPosts(bench);
  const engine = await bench.restart();
  bench.gateway.script(post, accepted);

  const [before] = engine.tasks();
  await engine.act(id, 'resubmit');
  const after = await bench.reached('saved', engine);

  assert.deepEqual([state, attempts, before && isRepeatable(before, bench.clock.now())], ['unconfirmed', 4, true]);
  assert.deepEqual(new Set(identities(bench)), new Set([id]));
  const { totalUsd, estimatedCount } = (await engine.readAccount()).spentOn(bench.clock.now());
  assert.deepEqual([after.id, totalUsd, estimatedCount], [id, 0.04, 0]);
});

test('another press has its own identity', async (context) => {
  const bench = await arrange(context);

  await bench.run();
  await bench.run();

  assert.equal(new Set(identities(bench)).size, 2);
});

test('nothing is sent again without the header of the earlier attempts', async (context) => {
  for (const changed of [{}, { idempotencyHeader: 'X-Request' }]) {
    const bench = await arrange(context);
    bench.gateway.script(post, 'drop');
    const { id } = await bench.run();
    const sent = countPosts(bench);
    bench.setHeaders(changed);

    await bench.engine.act(id, 'resubmit');
    const { state, error } = await ended(bench, id);

    assert.deepEqual([state, error?.code, countPosts(bench)], ['unconfirmed', 'profile-changed', sent]);
    bench.setHeaders(header);
    bench.gateway.script(post, accepted);
    await bench.engine.act(id, 'resubmit');
    assert.equal((await ended(bench, id)).state, 'saved');
  }
});

test('an attempt without the header, or of the day before, counts separately', async (context) => {
  for (const isOld of [false, true]) {
    const bench = await createEngineBench(context);
    await bench.run();
    if (isOld) bench.setHeaders(header);
    bench.gateway.script(post, 'drop');
    const { id } = await bench.run();
    bench.setHeaders(header);
    bench.gateway.script(post, accepted);
    bench.clock.set(isOld ? dayMs : 0);

    await bench.engine.act(id, 'resubmit');
    const task = await ended(bench, id);

    assert.deepEqual([task.state, isRepeatable(task, bench.clock.now())], ['saved', false]);
    assert.ok((await bench.engine.readAccount()).spentOn(bench.clock.now()).totalUsd > 0.04);
  }
});

test('a budget has room for a request that is sent again as long as it is charged once', async (context) => {
  for (const [waitMs, state] of [
    [0, 'saved'],
    [dayMs, 'unconfirmed'],
  ] as const) {
    const bench = await arrange(context);
    await bench.run();
    bench.settings.budgetRunUsd = 0.05;
    bench.gateway.script(post, 'drop');
    const { id } = await bench.run();
    bench.gateway.script(post, accepted);
    bench.clock.set(waitMs);

    await bench.engine.act(id, 'resubmit');

    assert.equal((await ended(bench, id)).state, state);
  }
});

test('the sandbox charges a request once, however many of its responses are lost', async (context) => {
  const faults: SandboxFault[] = [{ kind: 'drop-before-answer' }, { kind: 'drop-inside-body' }];
  const { sandbox, readBalance } = await arrangeSandbox(context, {
    speed: 10_000,
    now: Date.now,
    fault: ({ method }) => (method === 'POST' ? faults.shift() : undefined),
  });
  const before = await readBalance();
  const bench = await arrange(context);
  bench.setBaseUrl(sandbox.url);
  bench.setKey(sandbox.key);
  const body = { model: 'seedream-5-0-260128', prompt: 'A door' };

  const { state, amountUsd, doubtfulAttempts } = await bench.run(buildRequest({ model: body.model, body }));

  const spent = before - (await readBalance());
  assert.deepEqual([state, doubtfulAttempts, spent.toFixed(4)], ['saved', 2, amountUsd?.toFixed(4)]);
});
