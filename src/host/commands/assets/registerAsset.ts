import type { TaskError } from '../../../core/task/task.ts';
import type { Asset, AssetAnswer, AssetRegistration, Assets } from '../../../engine.ts';

export interface RegisterPorts {
  readonly assets: Pick<Assets, 'createGroup' | 'register' | 'get'>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
}

export interface RegisterOrder extends Omit<AssetRegistration, 'groupId'> {
  readonly profile: string;
  /** Null makes one of this extension's name first. */
  readonly groupId: string | null;
}

export type Registered =
  /** As it was last seen: it may still be in progress. */
  | { readonly kind: 'registered'; readonly id: string; readonly asset: Asset | null }
  | { readonly kind: 'refused'; readonly error: TaskError };

const defaultGroup = 'genwright';
/** A gateway checks an asset for about ten seconds (observed). */
const followForMs = 30_000;
const pollMs = 2_000;

/**
 * Registers an asset and watches it for a while. The registration is charged, so it is sent once, whatever happens;
 * when the signal aborts afterwards the id is answered all the same.
 */
export async function registerAsset(
  { profile, groupId, ...order }: RegisterOrder,
  { assets, sleep }: RegisterPorts,
  signal: AbortSignal,
): Promise<Registered> {
  const group: AssetAnswer<string> =
    groupId === null ? await assets.createGroup(profile, defaultGroup, signal) : { ok: true, value: groupId };
  if (!group.ok) return { kind: 'refused', error: group.error };
  // Not with the signal: an answer that nobody waits for is an asset that nobody knows.
  const sent = await assets.register(profile, { ...order, groupId: group.value }, new AbortController().signal);
  if (!sent.ok) return { kind: 'refused', error: sent.error };
  const id = sent.value;
  const look = (): Promise<AssetAnswer<Asset>> => assets.get(profile, id, signal);
  return { kind: 'registered', id, asset: await follow(look, sleep, signal).catch(() => null) };
}

/** A question that fails is asked again: it costs nothing. */
async function follow(
  look: () => Promise<AssetAnswer<Asset>>,
  sleep: RegisterPorts['sleep'],
  signal: AbortSignal,
): Promise<Asset | null> {
  let asset: Asset | null = null;
  for (let waitedMs = 0; waitedMs < followForMs && !signal.aborted; waitedMs += pollMs) {
    const answer = await look();
    if (answer.ok) asset = answer.value;
    if (asset && asset.state !== 'processing') return asset;
    await sleep(pollMs, signal);
  }
  return asset;
}
