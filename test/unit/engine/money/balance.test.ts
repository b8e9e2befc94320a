import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngineBench } from '../../../fakes/tasks/engineBench.ts';
import type { ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const path = '/api/usage/token/user-balance';
const balance = {
  success: true,
  message: '',
  data: { balance_usd: 12.5, used_amount_usd: 3, username: 'ada', quota: 1 },
};

const rows: readonly (readonly [title: string, answer: ScriptedAnswer, expected: unknown])[] = [
  ['a balance is read', { body: balance }, { balanceUsd: 12.5, usedUsd: 3, username: 'ada' }],
  [
    'amounts may be text',
    { body: { data: { balance_usd: '7.25' } } },
    { balanceUsd: 7.25, usedUsd: null, username: null },
  ],
  ['a refused key is told apart', { status: 401, body: { error: 'bad key' } }, 'key-refused'],
  ['a failing gateway is told apart', { status: 503, body: '' }, 'gateway-error'],
  ['a page is not a gateway', { body: '<html>Welcome</html>' }, 'not-a-gateway'],
  ['JSON of another server is not a gateway', { body: { hello: 'world' } }, 'not-a-gateway'],
  ['a refusal under HTTP 200 is from a gateway', { body: { success: false, message: 'no' } }, 'request-rejected'],
  [
    'a query that is not allowed was refused by a gateway',
    { status: 403, body: { message: 'no' } },
    'request-rejected',
  ],
  [
    'a redirect is not a gateway, and is not followed',
    { status: 301, headers: { location: '/login' } },
    'not-a-gateway',
  ],
  ['a missing path is not a gateway', { status: 404, body: '' }, 'not-a-gateway'],
];

for (const [title, answer, expected] of rows) {
  test(title, async (context) => {
    const { engine, gateway } = await createEngineBench(context);
    gateway.script(`GET ${path}`, answer);

    const read = await engine.readBalance('studio', new AbortController().signal);

    assert.deepEqual(read.ok ? read.balance : read.error.code, expected);
    assert.deepEqual(gateway.lines(), [`GET ${path}`]);
  });
}

test('a key can be checked before it is stored', async (context) => {
  const { engine, gateway } = await createEngineBench(context);
  gateway.script(`GET ${path}`, { body: balance });

  const answer = await engine.checkGateway({ baseUrl: gateway.url, apiKey: 'sk-new' }, new AbortController().signal);

  assert.deepEqual([answer.ok, gateway.calls[0]?.headers.authorization], [true, 'Bearer sk-new']);
});

test('without a key, or without the profile, no query is made', async (context) => {
  const { engine, gateway, setKey } = await createEngineBench(context);
  const { signal } = new AbortController();
  setKey(undefined);

  const answers = [await engine.readBalance('studio', signal), await engine.readBalance('unknown', signal)];

  assert.deepEqual(
    [answers.map((answer) => (answer.ok ? null : answer.error.code)), gateway.calls],
    [['key-missing', 'profile-unknown'], []],
  );
});
