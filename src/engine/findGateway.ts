import { messageOf } from '../core/support/text/redact.ts';
import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import type { TaskError } from '../core/task/model/task.ts';
import { originOf, readKey } from '../core/task/openTarget.ts';
import type { EnginePorts } from './engine.ts';

/** Returns the gateway to call for a profile, for calls that are not a task, or the reason why it cannot be called. */
export async function findGateway(
  name: string,
  openProfile: EnginePorts['openProfile'],
): Promise<GatewayTarget | { readonly ok: false; readonly error: TaskError }> {
  try {
    const profile = await openProfile(name);
    if (!profile) return { ok: false, error: { code: 'profile-unknown', message: name } };
    const key = await readKey(profile);
    if (typeof key !== 'string') return { ok: false, error: key };
    return { baseUrl: profile.baseUrl, origin: originOf(profile), key };
  } catch (error) {
    return { ok: false, error: { code: 'gateway-unreachable', message: messageOf(error) } };
  }
}
