import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import {
  createExchangeEnding,
  describeNetworkError,
  exchange,
  type ExchangeOutcome,
} from '../../../../src/node/network/exchange.ts';
import { createDispatchers } from '../../../../src/node/network/dispatchers.ts';
import { startScriptedGateway, type ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';
import { createHandClock } from '../../../fakes/clocks/handClock.ts';

async function arrange(context: TestContext, response: ScriptedAnswer) {
  const gateway = await startScriptedGateway();
  const dispatchers = createDispatchers({ connectTimeoutMs: 60_000 });
  context.after(async () => {
    dispatchers.dispose();
    await gateway.close();
  });
  gateway.script('POST /x', response);
  const controller = new AbortController();
  const received: string[] = [];
  const sink = {
    head: (status: number) => void received.push(String(status)),
    data: (chunk: Buffer) => {
      received.push(chunk.toString());
      return Promise.resolve();
    },
  };
  const send = (
    url = `${gateway.url}/x`,
    dispatcher = dispatchers.named,
    timeoutMs = 60_000,
  ): Promise<ExchangeOutcome> => {
    const call = {
      url: new URL(url),
      method: 'POST',
      headers: {},
      body: '{}',
      headersTimeoutMs: timeoutMs,
      idleTimeoutMs: timeoutMs,
    } as const;
    return exchange(dispatcher, call, { sink, signal: controller.signal });
  };
  return { gateway, dispatchers, controller, received, send };
}

const summary = (outcome: ExchangeOutcome): unknown => (outcome.ok ? 'ok' : { wasSent: outcome.wasSent });

test('head and bytes of a response reach the sink in order, even if it applies back pressure', async (context) => {
  const { send, received } = await arrange(context, { status: 201, body: 'hello' });

  assert.deepEqual([summary(await send()), received], ['ok', ['201', 'hello']]);
});

test('a connection that is refused has sent nothing', async (context) => {
  const { gateway, send } = await arrange(context, 'drop');
  await gateway.close();

  assert.deepEqual(summary(await send()), { wasSent: false });
});

test('a connection that fails after the request may have sent it', async (context) => {
  const { send } = await arrange(context, 'drop');

  assert.deepEqual(summary(await send()), { wasSent: true });
});

test('a missing response ends the wait, and the request counts as sent', async (context) => {
  const { gateway, dispatchers, send } = await arrange(context, 'stall');

  assert.deepEqual(summary(await send(`${gateway.url}/x`, dispatchers.named, 40)), { wasSent: true });
});

test('an abort rejects at once with its reason', async (context) => {
  const { send, controller } = await arrange(context, 'stall');
  const reason = new Error('enough');

  const sent = send();
  setImmediate(() => controller.abort(reason));

  await assert.rejects(sent, reason);
});

test('a name from a response is not connected to at a private address', async (context) => {
  const { gateway, send, dispatchers } = await arrange(context, { body: 'secret' });

  const outcome = await send(gateway.url.replace('127.0.0.1', 'localhost'), dispatchers.foreign);

  assert.deepEqual([outcome.ok || outcome.error.message, gateway.calls], ['localhost is a private address', []]);
});

test('an exchange ends when its time has passed, and not when the wall clock leaps', async () => {
  let passedMs = 0;
  const sleeps: number[] = [];
  const clock = {
    monotonicMs: () => passedMs,
    // The wall clock leaps after 400 ms of each sleep, and ends it.
    sleep: async (durationMs: number) => {
      sleeps.push(durationMs);
      passedMs += Math.min(durationMs, 400);
    },
  };
  const ending = createExchangeEnding(1_000, clock);

  await once(ending.signal, 'abort');

  const error = new Error('No whole response in 1 s');
  assert.deepEqual([passedMs, sleeps], [1_000, [1_000, 600, 200]]);
  assert.deepEqual(ending.outcome(), { ok: false, error, wasSent: true });
});

test('an exchange that is complete ends after 5 s, unless more arrives', async () => {
  const { clock, elapse, timers } = createHandClock();
  let passedMs = 0;
  const ending = createExchangeEnding(undefined, { ...clock, monotonicMs: () => passedMs });
  const pass = async (): Promise<void> => {
    passedMs += 5_000;
    await elapse();
  };

  ending.complete(true);
  ending.complete(false);
  await pass();
  const before = ending.outcome();
  ending.complete(true);
  ending.complete(true);
  const waiting = timers();
  await pass();

  assert.deepEqual([before, waiting, ending.outcome()], [null, [5_000], { ok: true }]);
});

test('a failed connection is described by the first text that says something', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:443');

  assert.equal(describeNetworkError(refused), refused.message);
  assert.equal(describeNetworkError(new AggregateError([refused, new Error('other')])), refused.message);
  assert.equal(describeNetworkError(new AggregateError([refused], 'All failed')), 'All failed');
  assert.equal(describeNetworkError(new TypeError('')), 'TypeError');
});

test('a proxy that refuses to connect is named with its status', () => {
  const refusal = (status: number): string => describeNetworkError(new Error(`Proxy response (${status}) !== 200`));

  assert.equal(refusal(407), 'the proxy asks for a user name and password (407)');
  assert.equal(refusal(502), 'the proxy returned 502');
});
