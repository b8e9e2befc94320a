import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { arrangeSandbox, callSandbox, type Arranged } from './arrangeSandbox.ts';

interface AssetOutcome {
  readonly success: boolean;
  readonly message: string;
  readonly data: Record<string, unknown> | null;
}

interface ArrangedAssets extends Arranged {
  readonly ask: (action: string, body?: object) => Promise<AssetOutcome>;
  readonly groupId: string;
  readonly register: (change?: object) => Promise<string>;
}

async function arrangeAssets(t: TestContext): Promise<ArrangedAssets> {
  const arranged = await arrangeSandbox(t);
  const ask = async (action: string, body: object = {}): Promise<AssetOutcome> =>
    (await (await arranged.call(`/v1/assets/${action}`, body)).json()) as AssetOutcome;
  const groupId = String((await ask('group/create', { name: 'Harbor', description: 'Boats' })).data?.['Id']);
  const asset = { group_id: groupId, url: 'https://example.com/a/boat.png?x=1', asset_type: 'Image' };
  const register = async (change = {}): Promise<string> =>
    String((await ask('create', { ...asset, ...change })).data?.['Id']);
  return { ...arranged, ask, groupId, register };
}

test('registers media by their URL and has them ready after a while', async (t) => {
  const { ask, register, groupId, pass } = await arrangeAssets(t);
  const id = await register();
  const failing = await register({ name: '[fail] boat' });
  const early = await ask('get', { id });
  pass(10_000);
  const [late, failed] = [await ask('get', { id }), await ask('get', { id: failing })];
  const view = {
    Id: id,
    Name: 'boat.png',
    URL: 'https://example.com/a/boat.png?x=1',
    GroupId: groupId,
    AssetType: 'Image',
    CreateTime: 1_768_435_200,
  };
  assert.deepEqual(
    [early, late.data, failed.data?.['Status']],
    [{ success: true, message: '', data: { ...view, Status: 'Processing' } }, { ...view, Status: 'Active' }, 'Failed'],
  );
});

test('lists assets newest first, by group and by page', async (t) => {
  const { ask, register, groupId, pass } = await arrangeAssets(t);
  const other = String((await ask('group/create', { name: 'Other' })).data?.['Id']);
  for (const name of ['one', 'two', 'three']) {
    await register({ name });
    pass(1000);
  }
  await register({ name: 'elsewhere', group_id: other });
  const page = (await ask('list', { filters: { group_ids: [groupId] }, page_number: 2, page_size: 2 })).data;
  const all = (await ask('list')).data;
  const names = (data: AssetOutcome['data']): unknown =>
    (data?.['Items'] as { Name: string }[] | undefined)?.map(({ Name }) => Name);
  assert.deepEqual(
    [names(page), page?.['TotalCount'], page?.['PageNumber'], page?.['PageSize'], names(all)],
    [['one'], 3, 2, 2, ['elsewhere', 'three', 'two', 'one']],
  );
});

test('has its assets and groups on every server of the folder', async (t) => {
  const { ask, register, groupId, startAnother } = await arrangeAssets(t);
  const id = await register({ name: 'kept' });
  const other = await startAnother();
  const { data } = (await (await callSandbox(other, '/v1/assets/get', { id })).json()) as AssetOutcome;
  const groups = (await ask('group/list')).data?.['Items'];
  assert.deepEqual([data?.['Name'], groups], ['kept', [{ Id: groupId, Name: 'Harbor' }]]);
});

test('reports in the response body, not in the status, what it cannot do', async (t) => {
  const { ask, groupId, call, sandbox } = await arrangeAssets(t);
  const asset = { group_id: groupId, url: 'https://example.com/a.png', asset_type: 'Image' };
  const messages = [
    await ask('group/create'),
    await ask('create', { ...asset, group_id: 'group-0' }),
    await ask('create', { ...asset, url: 'file:///etc/passwd' }),
    await ask('create', { ...asset, asset_type: 'Text' }),
    await ask('get', { id: '../tasks/x' }),
    await ask('upload'),
  ].map(({ success, message }) => `${String(success)} ${message}`);
  const headers = { authorization: `Bearer ${sandbox.key}` };
  const statuses = [
    (await call('/v1/assets/create', asset)).status,
    (await call('/v1/assets/get', { id: 'none' })).status,
    (await call('/v1/assets/list')).status,
    (await fetch(`${sandbox.url}/v1/assets/list`, { method: 'POST', headers, body: '[]' })).status,
    (await fetch(`${sandbox.url}/v1/assets/list`, { method: 'POST' })).status,
  ];
  assert.deepEqual(messages, [
    'false name is missing.',
    'false group_id: there is no group "group-0".',
    'false url must be an http: or https: URL.',
    'false asset_type must be one of Image, Video, Audio.',
    'false id: there is no asset "../tasks/x".',
    'false The sandbox does not have /v1/assets/upload.',
  ]);
  assert.deepEqual(statuses, [200, 200, 405, 400, 401]);
});
