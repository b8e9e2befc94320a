import type { Clock } from '../../../core/support/clock.ts';
import type { TaskError } from '../../../core/task/model/task.ts';
import type { Asset, AssetOutcome, AssetRegistration, Assets } from '../../../engine/index.ts';

interface RegisterPorts {
  readonly assets: Pick<Assets, 'createGroup' | 'register' | 'get'>;
  readonly clock: Pick<Clock, 'sleep'>;
}

interface RegisterOrder extends Omit<AssetRegistration, 'groupId'> {
  readonly profile: string;
  /** Null if a group with this extension's name is to be created first. */
  readonly groupId: string | null;
}

export type Registered =
  /** The asset as last reported, so it may still be in progress. Null if its state could not be read. */
  | { readonly kind: 'registered'; readonly id: string; readonly asset: Asset | null }
  | { readonly kind: 'refused'; readonly error: TaskError };

const defaultGroup = 'genwright';
/** Time in ms for which the asset is watched. A gateway checks an asset for about ten seconds (observed). */
const pollLimitMs = 30_000;
const pollMs = 2_000;

/**
 * Registers an asset and watches it for a while. The registration is charged, so it is sent only once. The id is
 * returned even if the signal aborts afterwards.
 */
export async function registerAsset(
  { profile, groupId, ...order }: RegisterOrder,
  { assets, clock }: RegisterPorts,
  signal: AbortSignal,
): Promise<Registered> {
  const group: AssetOutcome<string> =
    groupId === null ? await assets.createGroup(profile, defaultGroup, signal) : { ok: true, value: groupId };
  if (!group.ok) return { kind: 'refused', error: group.error };
  // The signal is not passed, because an aborted request could leave an asset whose id is unknown.
  const sent = await assets.register(profile, { ...order, groupId: group.value }, new AbortController().signal);
  if (!sent.ok) return { kind: 'refused', error: sent.error };
  const id = sent.value;
  const look = (): Promise<AssetOutcome<Asset>> => assets.get(profile, id, signal);
  return { kind: 'registered', id, asset: await poll(look, clock, signal).catch(() => null) };
}

/** Polls the asset. A failed poll is repeated, because it costs nothing. */
async function poll(
  look: () => Promise<AssetOutcome<Asset>>,
  clock: RegisterPorts['clock'],
  signal: AbortSignal,
): Promise<Asset | null> {
  let asset: Asset | null = null;
  for (let waitedMs = 0; waitedMs < pollLimitMs && !signal.aborted; waitedMs += pollMs) {
    const outcome = await look();
    if (outcome.ok) asset = outcome.value;
    if (asset && asset.state !== 'processing') return asset;
    await clock.sleep(pollMs, signal);
  }
  return asset;
}
