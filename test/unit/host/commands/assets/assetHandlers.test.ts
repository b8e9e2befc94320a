import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Asset, AssetOutcome, Assets } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, selectStudio } from '../../fakes/arrangeCommands.ts';
import { env, user } from '../../fakes/fakeVscode.ts';

const { checkAssetUrl, describeAssetError, guessKind, watchAsset } =
  await import('../../../../../src/host/commands/assets/assetHandlers.ts');

const asset = (id: string, over: Partial<Asset> = {}): Asset =>
  ({ id, name: null, kind: 'Image', state: 'active', reason: null, ...over }) as unknown as Asset;

/** Arranges a gateway with these assets, which keeps what it registers. */
function arrange(assets: readonly Asset[], over: Partial<Assets> = {}) {
  const registered: unknown[] = [];
  const whole: Assets = {
    list: async () => ({ ok: true, value: assets }),
    get: async () => ({ ok: true, value: asset('asset-9') }),
    register: async (profile, order) => {
      registered.push([profile, order]);
      return { ok: true, value: 'asset-9' };
    },
    ...over,
  };
  const arranged = arrangeCommands({ engine: { assets: whole } });
  selectStudio();
  return { ...arranged, registered };
}

describe('a list of assets', () => {
  test('copies the URI of the selected one', async () => {
    const { run } = arrange([asset('asset-1'), asset('asset-2', { name: 'Door' })]);
    user.answers.push('Door');
    const { shown } = await run(commands.assetList);

    assert.equal(env.copied, 'asset://asset-2');
    assert.equal(shown.at(-1), 'asset://asset-2 copied');
  });

  test('for a job file has only those that can be used', async () => {
    const { run } = arrange([asset('asset-1', { state: 'processing' }), asset('asset-2')]);
    await run(commands.assetCopyId);
    assert.equal(env.copied, 'asset://asset-2');

    await run(commands.assetCopyId, 'asset-20260101.7');
    assert.equal(env.copied, 'asset://asset-20260101.7');
  });

  test('copies nothing but an ID', async () => {
    const { run } = arrange([]);
    for (const id of ['', 'a b', 'a\nrm -rf ~', '[x](command:y)', 'x'.repeat(201), 7, null, {}]) {
      await assert.rejects(run(commands.assetCopyId, id), { name: 'CallError' });
    }
    assert.equal(env.copied, '');
  });

  test('says that there are none, or why they cannot be read', async () => {
    const none = await arrange([asset('a', { state: 'failed' })]).run(commands.assetCopyId);
    const error = { ok: false, error: { code: 'gateway-unreachable', message: 'No route' } } as const;
    const failed = await arrange([], { list: async () => error }).run(commands.assetList);

    assert.ok(none.shown.includes('studio has no assets that can be used yet.'));
    assert.match(failed.shown.join(), /studio/);
    assert.equal(env.copied, '');
  });
});

describe('Register Asset', () => {
  const typed = ['https://example.com/cat.png', 'Image', 'Cat'] as const;

  test('registers once after the user has agreed to the cost, and copies the URI', async () => {
    const { run, registered } = arrange([]);
    user.answers.push(...typed, 'Register');
    const { shown } = await run(commands.assetRegister);

    const order = { url: 'https://example.com/cat.png', kind: 'Image', name: 'Cat' };
    assert.deepEqual(registered, [['studio', order]]);
    assert.ok(shown.includes('Register this asset at studio? The gateway may charge for it.'));
    assert.equal(env.copied, 'asset://asset-9');
  });

  test('registers nothing if the user cancels a question', async () => {
    for (let left = 0; left < 4; left += 1) {
      const { run, registered } = arrange([]);
      user.answers.push(...[...typed, 'Register'].slice(0, left), undefined);
      await run(commands.assetRegister);
      assert.deepEqual([registered, env.copied], [[], '']);
    }
  });

  test('asks for no agreement in the sandbox, which is free', async () => {
    const { run, registered } = arrange([]);
    user.settings.set('genwright.profile', 'sandbox');
    user.answers.push(...typed);
    const { shown } = await run(commands.assetRegister);

    assert.equal(registered.length, 1);
    assert.ok(shown.every((text) => !text.includes('charge')));
  });

  test('says why the gateway refuses', async () => {
    const error = { ok: false, error: { code: 'rejected', message: 'No cats.' } } as never;
    const { run } = arrange([], { register: async () => error });
    user.answers.push(...typed, 'Register');
    const { shown } = await run(commands.assetRegister);

    assert.match(shown.join(), /No cats\./);
    assert.equal(env.copied, '');
  });
});

test('a new asset is polled for half a minute, until the gateway has checked it or the user cancels', async () => {
  const assetIn = (state: Asset['state']) => ({ ok: true, value: asset('asset-9', { state }) }) as const;
  const offline: AssetOutcome<never> = { ok: false, error: { code: 'gateway-unreachable', message: '' } };
  for (const [outcomes, maxSleeps, expected] of [
    [[assetIn('processing'), offline, assetIn('active')], Infinity, ['active', 4000]],
    [[assetIn('failed')], Infinity, ['failed', 0]],
    [[assetIn('processing')], Infinity, ['processing', 30_000]],
    [[assetIn('processing')], 1, ['processing', 2000]],
  ] as const) {
    const abort = new AbortController();
    const left = [...outcomes];
    let waitedMs = 0;
    const sleep = async (durationMs: number, signal: AbortSignal): Promise<void> => {
      waitedMs += durationMs;
      if (waitedMs >= maxSleeps * durationMs) abort.abort();
      signal.throwIfAborted();
    };
    // The last outcome is repeated.
    const read = async () => (left.length > 1 ? left.shift() : left[0]) ?? offline;
    const watched = await watchAsset(read, { sleep }, abort.signal);
    assert.deepEqual([watched?.state, waitedMs], expected);
  }
});

test('the type of an asset is guessed from the end of its URL', () => {
  const urls = ['https://x/a.PNG?sig=1', 'https://x/b.mp4', 'https://x/c.mp3#t', 'https://x/d'];
  assert.deepEqual(urls.map(guessKind), ['Image', 'Video', 'Audio', null]);
});

test('only a public URL can be registered', () => {
  const good = ['https://x.example/a.png', 'http://x/a.png', '/home/a.png', 'data:,x'].map(
    (url) => checkAssetUrl(url) === undefined,
  );
  assert.deepEqual(good, [true, false, false, false]);
});

test('a second registration is warned about if the first may have been charged', () => {
  const place = 'studio';
  const [open, refused] = (['no-answer', 'key-refused'] as const).map((code) =>
    describeAssetError({ code, message: '' }, place),
  );
  assert.match(open?.text ?? '', /may be registered and charged.*before you register it again/);
  assert.match(refused?.text ?? '', /refused the API key/);
});
