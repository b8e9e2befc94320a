import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import type { TaskError } from '../core/task/task.ts';
import { messageOf, originOf } from '../core/task/watch.ts';
import type { EnginePorts } from '../engine.ts';

/** Returns the gateway to call for a profile, for calls that are not a task, or the reason why it cannot be called. */
export async function openTarget(
  name: string,
  openProfile: EnginePorts['openProfile'],
): Promise<GatewayTarget | { readonly ok: false; readonly error: TaskError }> {
  try {
    const profile = await openProfile(name);
    if (!profile) return { ok: false, error: { code: 'profile-unknown', message: name } };
    const key = await profile.readKey();
    if (key === undefined || key === '') return { ok: false, error: { code: 'key-missing', message: '' } };
    return { baseUrl: profile.baseUrl, origin: originOf(profile), key };
  } catch (error) {
    return { ok: false, error: { code: 'gateway-unreachable', message: messageOf(error) } };
  }
}
