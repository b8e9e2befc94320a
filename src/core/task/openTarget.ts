import { isHeaderValue, secretNameOf } from '../support/profile/parseHeaders.ts';
import { messageOf } from '../support/text/redact.ts';
import type { GatewayTarget, OpenProfile } from './gatewayPort.ts';
import type { TaskError } from './model/task.ts';

export type TargetOutcome =
  | { readonly ok: true; readonly target: GatewayTarget; readonly isSandbox: boolean }
  | { readonly ok: false; readonly error: TaskError };

/** Resolves to null if there is no profile with that name. */
export type OpenProfileByName = (name: string) => Promise<OpenProfile | null>;

/**
 * Returns the gateway of a profile, with its current key. If `origin` is known, a profile with another one is not
 * called: a task of one gateway is unknown at another one. Never rejects.
 */
export async function openTarget(
  { profile: name, origin: known }: { readonly profile: string; readonly origin: string | null },
  open: OpenProfileByName,
): Promise<TargetOutcome> {
  try {
    const profile = await open(name);
    if (!profile) return { ok: false, error: { code: 'profile-unknown', message: name } };
    const { baseUrl, isSandbox, idempotencyHeader } = profile;
    const origin = isSandbox ? null : new URL(baseUrl).origin;
    if (known !== null && known !== origin) return { ok: false, error: { code: 'profile-changed', message: known } };
    const key = await readKey(profile);
    if (typeof key !== 'string') return { ok: false, error: key };
    const headers = await readHeaders(profile);
    if ('code' in headers) return { ok: false, error: headers };
    const target = { baseUrl, origin, key, ...headers, ...(idempotencyHeader ? { idempotencyHeader } : {}) };
    return { ok: true, target, isSandbox };
  } catch (error) {
    return { ok: false, error: { code: 'gateway-unreachable', message: messageOf(error) } };
  }
}

/** Returns the key, or why it cannot be sent. One that no header may contain would look like an endless outage. */
async function readKey(profile: OpenProfile): Promise<string | TaskError> {
  const key = await profile.readKey();
  if (key === undefined || key === '') return { code: 'key-missing', message: '' };
  return isHeaderValue(key) ? key : notInHeaders('The API key');
}

/** Returns the headers with the values of their secrets, or why they cannot be sent. */
async function readHeaders(profile: OpenProfile): Promise<Pick<GatewayTarget, 'headers' | 'secrets'> | TaskError> {
  const headers: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, written] of Object.entries(profile.headers ?? {})) {
    const secret = secretNameOf(written);
    const value = secret === null ? written : await profile.readSecret?.(secret);
    if (value === undefined) return { code: 'key-missing', message: '' };
    if (!isHeaderValue(value)) return notInHeaders(`The header ${name}`);
    if (secret !== null) secrets.push(value);
    headers[name.toLowerCase()] = value;
  }
  return { headers, secrets };
}

function notInHeaders(what: string): TaskError {
  return { code: 'key-refused', message: `${what} contains a character that is not allowed in a header` };
}
