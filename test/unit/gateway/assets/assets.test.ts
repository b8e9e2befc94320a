import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createAssets, type AssetOutcome, type Assets } from '../../../../src/gateway/assets/assets.ts';
import { createHttp } from '../../../../src/gateway/http.ts';
import { createDispatchers } from '../../../../src/node/network/dispatchers.ts';
import { backgroundClock } from '../../../../src/node/systemClock.ts';
import { startScriptedGateway, type ScriptedAnswer } from '../../../fakes/gateway/scriptedGateway.ts';

const { signal } = new AbortController();

async function arrange(context: TestContext, responses: Readonly<Record<string, ScriptedAnswer>> = {}) {
  const gateway = await startScriptedGateway();
  const dispatchers = createDispatchers({ connectTimeoutMs: 1_000 });
  context.after(async () => {
    dispatchers.dispose();
    await gateway.close();
  });
  for (const [path, response] of Object.entries(responses)) gateway.script(`POST /v1/assets${path}`, response);
  const log = { info: () => undefined };
  const callApi = createHttp({ dispatchers, userAgent: 'genwright/1', clock: backgroundClock, log });
  const assets = createAssets(callApi, (name) =>
    Promise.resolve(
      name === 'keyless'
        ? { ok: false, error: { code: 'key-missing', message: '' } }
        : { baseUrl: gateway.url, origin: gateway.url, key: 'sk-1' },
    ),
  );
  return { gateway, assets };
}

const success = (data: unknown): ScriptedAnswer => ({ body: { success: true, message: '', data } });
const valueOf = (response: AssetOutcome<unknown>): unknown => (response.ok ? response.value : response.error.code);

const item = { Id: 'a-1', Name: 'Ada', URL: 'https://x/a.png', GroupId: 7, AssetType: 'Image', Status: 'Active' };
const ada = {
  id: 'a-1',
  name: 'Ada',
  kind: 'Image',
  state: 'active',
  statusWord: 'Active',
};

test('assets are listed, whatever the spelling of their keys, and entries that are not assets are left out', async (context) => {
  const snake = { id: 'a-2', asset_type: 'video', status: 'Processing' };
  const broken = { id: 'a-3', status: 'Rejected' };
  const { assets, gateway } = await arrange(context, {
    '/list': success({ Items: [item, snake, item, broken, { Name: 'no id' }, null], TotalCount: 6 }),
  });

  const listed = await assets.list('studio', signal);

  const other = { id: 'a-2', name: null, kind: 'Video', state: 'processing' };
  assert.deepEqual(valueOf(listed), [
    ada,
    { ...other, statusWord: 'Processing' },
    { ...other, id: 'a-3', kind: null, state: 'failed', statusWord: 'Rejected' },
  ]);
  assert.deepEqual(
    [gateway.calls.length, gateway.calls[0]?.headers.authorization, JSON.parse(gateway.calls[0]?.body ?? '')],
    [1, 'Bearer sk-1', { filters: {}, page_number: 1, page_size: 100 }],
  );
});

test('a long list is read page by page, and ends if a gateway has no pages', async (context) => {
  const page = Array.from({ length: 100 }, (_, index) => ({ Id: `a-${index}` }));
  const { assets, gateway } = await arrange(context, { '/list': success({ Items: page }) });

  const listed = await assets.list('studio', signal);

  assert.deepEqual([listed.ok && listed.value.length, gateway.calls.length], [100, 10]);
});

test('one asset is read', async (context) => {
  const { assets } = await arrange(context, { '/get': success(item) });

  assert.deepEqual(valueOf(await assets.get('studio', 'a-1', signal)), ada);
});

const registration = { url: 'https://x/a.png', kind: 'Image', name: null } as const;
const register = (assets: Assets) => assets.register('studio', registration, signal);

const oneGroup = { '/group/list': success([{ Id: 'g', Name: 'Cast' }]) };

test('an asset is registered by its public URL, in the first group', async (context) => {
  const { assets, gateway } = await arrange(context, { ...oneGroup, '/create': success({ Id: 'a-9' }) });

  assert.equal(valueOf(await register(assets)), 'a-9');
  assert.deepEqual(JSON.parse(gateway.calls[1]?.body ?? ''), {
    group_id: 'g',
    url: 'https://x/a.png',
    asset_type: 'Image',
  });
});

test('a group is created if there is none, and nothing that costs is sent without a group', async (context) => {
  const none = { '/group/list': success({ Items: [] }), '/create': success({ Id: 'a-9' }) };
  const created = await arrange(context, { ...none, '/group/create': success({ Id: 7 }) });
  const refused = await arrange(context, { ...none, '/group/create': 'drop' });

  assert.equal(valueOf(await register(created.assets)), 'a-9');
  assert.deepEqual(
    created.gateway.calls.slice(1).map(({ body }) => JSON.parse(body)),
    [{ name: 'genwright' }, { group_id: '7', url: 'https://x/a.png', asset_type: 'Image' }],
  );
  assert.equal(valueOf(await register(refused.assets)), 'gateway-unreachable');
  assert.equal(refused.gateway.calls.length, 2);
});

const refusals: readonly (readonly [title: string, response: ScriptedAnswer, code: string])[] = [
  ['success false under HTTP 200', { body: { success: false, message: 'quota' } }, 'request-rejected'],
  ['no response at all', 'drop', 'no-answer'],
  ['a response that breaks off', 'drop-inside-body', 'no-answer'],
  ['a page', { body: '<html>' }, 'answer-without-task'],
  ['no id', success({}), 'answer-without-task'],
  ['a refused key', { status: 401, body: { error: 'no' } }, 'key-refused'],
  ['no money', { status: 402, body: { code: 'quota_exhausted', message: 'no' } }, 'quota-exhausted'],
  ['a rate limit', { status: 429, body: '' }, 'rate-limited'],
  ['no money under another status', { status: 403, body: { code: 'insufficient_user_quota' } }, 'quota-exhausted'],
  ['an error of the gateway', { status: 503, body: '' }, 'gateway-error'],
  ['an error that the gateway explains', { status: 502, body: { message: 'busy' } }, 'gateway-error'],
  ['a page of a proxy that lost the gateway', { status: 504, body: '<html>' }, 'no-answer'],
  ['a timeout of the gateway', { status: 408, body: '' }, 'no-answer'],
  ['a redirect', { status: 302, headers: { location: '/x' } }, 'not-a-gateway'],
];

for (const [title, response, code] of refusals) {
  test(`a registration is sent once, also after ${title}`, async (context) => {
    const { assets, gateway } = await arrange(context, { ...oneGroup, '/create': response });

    assert.deepEqual([valueOf(await register(assets)), gateway.calls.length], [code, 2]);
  });
}

test('a query without a response costs nothing, and reports that', async (context) => {
  const { assets } = await arrange(context, { '/list': 'drop' });

  assert.equal(valueOf(await assets.list('studio', signal)), 'gateway-unreachable');
});

test('nothing is called without a key', async (context) => {
  const { assets, gateway } = await arrange(context);

  assert.deepEqual([valueOf(await assets.list('keyless', signal)), gateway.calls], ['key-missing', []]);
});
