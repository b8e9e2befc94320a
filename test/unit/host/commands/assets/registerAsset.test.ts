import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Asset, AssetOutcome } from '../../../../../src/engine/index.ts';
import { registerAsset } from '../../../../../src/host/commands/assets/registerAsset.ts';

const assetIn = (state: Asset['state']): AssetOutcome<Asset> => ({
  ok: true,
  value: { id: 'a-1', name: null, url: null, groupId: 'g', kind: 'Image', state, statusWord: state },
});
const offline: AssetOutcome<never> = { ok: false, error: { code: 'gateway-unreachable', message: '' } };

/** Arranges a gateway whose queries for the state return `states` one after the other. The last one is repeated. */
function arrange({
  groupId = 'g' as string | null,
  registered = { ok: true, value: 'a-1' } as AssetOutcome<string>,
  group = { ok: true, value: 'g-new' } as AssetOutcome<string>,
  states = [assetIn('active')] as readonly AssetOutcome<Asset>[],
  abort = new AbortController(),
  abortAfterSleeps = Infinity,
}) {
  const calls: string[] = [];
  const waits: number[] = [];
  const left = [...states];
  const run = () =>
    registerAsset(
      { profile: 'studio', url: 'https://x/a.png', kind: 'Image', name: 'Ada', groupId },
      {
        assets: {
          createGroup(_profile, name) {
            calls.push(`group ${name}`);
            return Promise.resolve(group);
          },
          register(_profile, order) {
            calls.push(`register in ${order.groupId}`);
            return Promise.resolve(registered);
          },
          get(_profile, id) {
            calls.push(`get ${id}`);
            return Promise.resolve((left.length > 1 ? left.shift() : left[0]) ?? offline);
          },
        },
        clock: {
          sleep(durationMs, signal) {
            waits.push(durationMs);
            if (waits.length >= abortAfterSleeps) abort.abort();
            return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
          },
        },
      },
      abort.signal,
    );
  return { run, calls, waits };
}

const project = (outcome: Awaited<ReturnType<typeof registerAsset>>): readonly unknown[] =>
  outcome.kind === 'registered' ? [outcome.id, outcome.asset?.state ?? null] : [outcome.error.code];

describe('registering an asset', () => {
  test('polls it until the gateway has checked it', async () => {
    const { run, calls, waits } = arrange({ states: [assetIn('processing'), offline, assetIn('active')] });

    assert.deepEqual(project(await run()), ['a-1', 'active']);
    assert.deepEqual(
      [calls, waits],
      [
        ['register in g', 'get a-1', 'get a-1', 'get a-1'],
        [2000, 2000],
      ],
    );
  });

  test('creates a group first if there is none', async () => {
    const { run, calls } = arrange({ groupId: null });

    await run();

    assert.deepEqual(calls, ['group genwright', 'register in g-new', 'get a-1']);
  });

  test('sends nothing that costs if the group cannot be created', async () => {
    const { run, calls } = arrange({ groupId: null, group: offline });

    assert.deepEqual([project(await run()), calls], [['gateway-unreachable'], ['group genwright']]);
  });

  test('is not tried again if there was no response', async () => {
    const { run, calls } = arrange({ registered: { ok: false, error: { code: 'no-answer', message: '' } } });

    assert.deepEqual([project(await run()), calls], [['no-answer'], ['register in g']]);
  });

  test('stops waiting for a slow one after half a minute, with its id', async () => {
    const { run, waits } = arrange({ states: [assetIn('processing')] });

    assert.deepEqual(
      [project(await run()), waits.reduce((sum, each) => sum + each, 0)],
      [['a-1', 'processing'], 30_000],
    );
  });

  test('keeps the id of a paid registration when it is canceled while it is polled', async () => {
    const { run } = arrange({ states: [assetIn('processing')], abortAfterSleeps: 1 });

    assert.deepEqual(project(await run()).slice(0, 1), ['a-1']);
  });

  test('reports one that the gateway refuses', async () => {
    const { run } = arrange({ states: [assetIn('failed')] });

    assert.deepEqual(project(await run()), ['a-1', 'failed']);
  });
});
