import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitTasks, createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import { buildRequest } from '../../../fakes/planning/requests.ts';

const post = 'POST /v1/images/generations';

test('while a long rate limit is in force, a new request reports that and is not sent', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  gateway.script(post, { status: 429, headers: { 'retry-after': '86400' }, body: '' });
  await run();

  const { state, error } = await run(buildRequest({ fingerprint: 'b'.repeat(64) }));

  assert.deepEqual([state, error?.code, gateway.lines()], ['failed', 'rate-limited', [post]]);
});

test('without a key nothing is sent', async (context) => {
  const { gateway, setKey, run } = await createEngineBench(context);
  setKey(undefined);

  const { state, error } = await run();

  assert.deepEqual([state, error?.code, gateway.calls], ['failed', 'key-missing', []]);
});

for (const key of ['sk-\u201cabc\u201d', 'sk-abc\n']) {
  test(`the key ${JSON.stringify(key)} is not an outage of a gateway that was reached before`, async (context) => {
    const { engine, gateway, setKey, run, start } = await createEngineBench(context);
    await run();
    const sent = gateway.calls.length;
    setKey(key);

    start();
    const { state, error } = await awaitTasks(engine, (tasks) => tasks.find((task) => task.error !== null));

    assert.deepEqual([state, error?.code, gateway.calls.length], ['failed', 'key-refused', sent]);
  });
}

test('an unknown profile fails the task before anything is sent', async (context) => {
  const { gateway, start } = await createEngineBench(context);

  const [task] = await start([buildRequest()], { profile: 'unknown' }).done;

  assert.deepEqual([task?.state, task?.error?.code, gateway.calls], ['failed', 'profile-unknown', []]);
});

test('the body arrives with all its digits, the key as bearer, and a true user agent', async (context) => {
  const { gateway, run } = await createEngineBench(context);

  await run(buildRequest({ body: { prompt: 'A cat', seed: 9007199254740993n } }));

  const { body, headers } = gateway.calls[0] ?? {};
  assert.deepEqual(
    [body, headers?.authorization, headers?.['user-agent'], headers?.['content-type']],
    [
      '{"prompt":"A cat","seed":9007199254740993}',
      'Bearer sk-test-0123456789abcdef',
      'genwright/1.2.3',
      'application/json',
    ],
  );
});

for (const members of [{ status: 'completed' }, {}]) {
  test(`a result that is acknowledged with ${JSON.stringify(members)} is saved, and not asked for`, async (context) => {
    const { gateway, run } = await createEngineBench(context);
    const body = { id: 't1', ...members, data: [{ url: `${gateway.url}/files/a.png` }], amount_usd: 0.04 };
    gateway.script('POST /v1/images/generations', { body });
    gateway.script('GET /v1/images/generations/t1', { status: 404, body: { error: { message: 'no such task' } } });

    const { state, taskId, amountUsd } = await run();

    assert.deepEqual(
      { state, taskId, amountUsd, lines: gateway.lines() },
      { state: 'saved', taskId: 't1', amountUsd: 0.04, lines: ['POST /v1/images/generations', 'GET /files/a.png'] },
    );
  });
}

test('a link beside a task that is not done yet is not its result', async (context) => {
  const { gateway, run } = await createEngineBench(context);
  const body = { id: 't1', status: 'queued', images: [`${gateway.url}/files/preview.png`] };
  gateway.script('POST /v1/images/generations', { body });

  assert.equal((await run()).state, 'saved');
  assert.ok(!gateway.lines().includes('GET /files/preview.png'));
});
