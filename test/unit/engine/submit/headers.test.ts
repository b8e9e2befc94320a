import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startScriptedGateway } from '../../../fakes/gateway/scriptedGateway.ts';
import { makePng } from '../../../fakes/media/media.ts';
import { buildDone, createEngineBench } from '../../../fakes/tasks/engineBench.ts';

const secret = 'team-token-0123456789';
const headers = { 'X-Team': 'art', 'X-Token': 'secret:TOKEN' };
const readSecret = (name: string): Promise<string | undefined> =>
  Promise.resolve(name === 'TOKEN' ? secret : undefined);

test('the headers of a profile go with each call of its gateway, and to no other origin', async (context) => {
  const { gateway, setHeaders, run, engine } = await createEngineBench(context);
  const elsewhere = await startScriptedGateway();
  context.after(() => elsewhere.close());
  setHeaders({ headers, readSecret });
  gateway.script('GET /files/a.png', { status: 302, headers: { location: `${elsewhere.url}/a.png` } });
  elsewhere.script('GET /a.png', { body: makePng() });

  const { state } = await run();
  await engine.readBalance('studio', new AbortController().signal);

  const sent = gateway.calls.map(({ path, headers: all }) => [path, all['x-team'], all['x-token']]);
  const own = ['art', secret];
  assert.equal(state, 'saved');
  assert.deepEqual(sent, [
    ['/v1/images/generations', ...own],
    ['/v1/images/generations/t1', ...own],
    ['/files/a.png', undefined, undefined],
    ['/api/usage/token/user-balance', ...own],
  ]);
  assert.deepEqual(
    elsewhere.calls.map(({ headers: all }) => [all['x-team'], all['x-token'], all.authorization]),
    [[undefined, undefined, undefined]],
  );
});

test('a redirect of a call is not followed, with whatever headers', async (context) => {
  const { gateway, setHeaders, run } = await createEngineBench(context);
  const elsewhere = await startScriptedGateway();
  context.after(() => elsewhere.close());
  setHeaders({ headers, readSecret });
  gateway.script('POST /v1/images/generations', { status: 307, headers: { location: `${elsewhere.url}/x` } });

  const { state, error } = await run();

  assert.deepEqual([state, error?.code, elsewhere.calls], ['failed', 'not-a-gateway', []]);
});

test('what Genwright writes itself is not replaced, whatever a program passes', async (context) => {
  const { gateway, setHeaders, run } = await createEngineBench(context);
  setHeaders({ headers: { authorization: 'Bearer other', 'User-Agent': 'other' } });

  await run();

  const { authorization, 'user-agent': agent } = gateway.calls[0]?.headers ?? {};
  assert.deepEqual([authorization, agent], ['Bearer sk-test-0123456789abcdef', 'genwright/1.2.3']);
});

test('the secret of a header is in no file, no log line and no task, even if the gateway repeats it', async (context) => {
  const { gateway, setHeaders, run, journal, engine, jobFile, logLines } = await createEngineBench(context);
  setHeaders({ headers, readSecret });
  gateway.script('POST /v1/images/generations', { status: 400, body: { message: `token ${secret} of art` } });

  const { error } = await run();

  const texts = [await journal(), JSON.stringify(await engine.readRuns(jobFile)), logLines.join('\n')];
  assert.equal(error?.message, 'token … of art');
  assert.deepEqual(
    texts.map((text) => [text.length > 0, text.includes(secret)]),
    texts.map(() => [true, false]),
  );
});

for (const [what, value, code] of [
  ['is missing', undefined, 'key-missing'],
  ['cannot be sent', 'a\nb', 'key-refused'],
] as const) {
  test(`nothing is sent if the secret of a header ${what}`, async (context) => {
    const { gateway, setHeaders, run } = await createEngineBench(context);
    setHeaders({ headers, readSecret: () => Promise.resolve(value) });

    const { state, error } = await run();

    assert.deepEqual([state, error?.code, gateway.calls], ['failed', code, []]);
  });
}

test('a key is checked with the headers of its profile', async (context) => {
  const { engine, gateway } = await createEngineBench(context);
  const candidate = { baseUrl: gateway.url, apiKey: 'sk-new-key', headers, readSecret };

  await engine.checkGateway(candidate, new AbortController().signal);

  const [{ headers: sent } = assert.fail('nothing was sent')] = gateway.calls;
  assert.deepEqual([sent['x-team'], sent['x-token'], sent.authorization], ['art', secret, 'Bearer sk-new-key']);
});

test('a result URL of the gateway itself is fetched with its headers only after it has asked for the key', async (context) => {
  const { gateway, setHeaders, run } = await createEngineBench(context);
  setHeaders({ headers, readSecret });
  gateway.script('GET /v1/images/generations/t1', { body: buildDone(`${gateway.url}/files/b.png`) });
  gateway.script('GET /files/b.png', { status: 401, body: 'no key' }, { body: makePng() });

  await run();

  assert.deepEqual(
    gateway.calls.filter(({ path }) => path === '/files/b.png').map(({ headers: sent }) => sent['x-token']),
    [undefined, secret],
  );
});
