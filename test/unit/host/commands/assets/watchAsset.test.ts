import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Asset, AssetOutcome } from '../../../../../src/engine/index.ts';
import { watchAsset } from '../../../../../src/host/commands/assets/watchAsset.ts';

const assetIn = (state: Asset['state']): AssetOutcome<Asset> => ({
  ok: true,
  value: { id: 'a-1', name: null, kind: 'Image', state, statusWord: state },
});
const offline: AssetOutcome<never> = { ok: false, error: { code: 'gateway-unreachable', message: '' } };

/** Watches an asset whose queries return `states` one after the other. The last one is repeated. */
async function watch(states: readonly AssetOutcome<Asset>[], abortAfterSleeps = Infinity) {
  const abort = new AbortController();
  const waits: number[] = [];
  const left = [...states];
  const asset = await watchAsset(
    () => Promise.resolve((left.length > 1 ? left.shift() : left[0]) ?? offline),
    {
      sleep(durationMs, signal) {
        waits.push(durationMs);
        if (waits.length >= abortAfterSleeps) abort.abort();
        return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
      },
    },
    abort.signal,
  );
  return [asset?.state, waits.reduce((sum, each) => sum + each, 0)];
}

describe('a new asset', () => {
  test('is polled until the gateway has checked it, also after a poll has failed', async () => {
    assert.deepEqual(await watch([assetIn('processing'), offline, assetIn('active')]), ['active', 4000]);
    assert.deepEqual(await watch([assetIn('failed')]), ['failed', 0]);
  });

  test('is watched for half a minute at most', async () => {
    assert.deepEqual(await watch([assetIn('processing')]), ['processing', 30_000]);
  });

  test('is not lost if the user cancels while it is polled', async () => {
    assert.deepEqual(await watch([assetIn('processing')], 1), ['processing', 2000]);
  });
});
