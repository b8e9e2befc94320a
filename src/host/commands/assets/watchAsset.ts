import type { Clock } from '../../../core/support/clock.ts';
import type { Asset, AssetOutcome } from '../../../engine/index.ts';

/** Time in ms for which a new asset is watched. A gateway checks an asset for about ten seconds (observed). */
const watchMs = 30_000;
const pollMs = 2_000;

/**
 * Polls a new asset until the gateway has checked it. Returns it as last reported, so it may still be in progress. Null
 * if its state could not be read. Never rejects, because the asset is paid for and its id must not be lost.
 */
export async function watchAsset(
  read: () => Promise<AssetOutcome<Asset>>,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<Asset | null> {
  let asset: Asset | null = null;
  try {
    for (let waitedMs = 0; waitedMs < watchMs && !signal.aborted; waitedMs += pollMs) {
      const outcome = await read();
      // A failed poll is repeated, because it costs nothing.
      if (outcome.ok) asset = outcome.value;
      if (asset && asset.state !== 'processing') break;
      await clock.sleep(pollMs, signal);
    }
  } catch {
    // The user has canceled.
  }
  return asset;
}
