import { isUtf8 } from 'node:buffer';
import { stringifyJson, type JsonValue } from '../core/support/json/json.ts';
import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import { parseResponse } from './wire/parseResponse.ts';

/** A shorter value protects nothing, and occurs in any text. */
const minSecretLength = 8;

/** Returns what must not be kept or shown of the responses of a gateway. */
export function listSecrets({ key, secrets = [] }: Pick<GatewayTarget, 'key' | 'secrets'>): readonly string[] {
  return [key, ...secrets].filter(({ length }) => length >= minSecretLength);
}

/**
 * Replaces the secrets in a text, or in all strings and names of plain data, because some gateways quote the key that
 * they refuse. Their form does not matter, nor how JSON spells them. Returns the same value if it contains none. JSON
 * stays JSON. Bytes that are no text stay as they are.
 */
export function hideSecrets<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return hideInText(value, secrets) as T;
  if (Buffer.isBuffer(value)) return hideInBody(value, secrets) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const before: readonly (readonly [string, unknown])[] = Object.entries(value);
  const after = before.map((entry) => entry.map((part) => hideSecrets(part, secrets)) as [string, unknown]);
  if (after.every((entry, at) => entry.every((part, side) => part === before[at]?.[side]))) return value;
  return (Array.isArray(value) ? after.map(([, member]) => member) : Object.fromEntries(after)) as T;
}

function hideInBody(body: Buffer, secrets: readonly string[]): Buffer {
  if (!['\\', ...secrets].some((each) => body.includes(each)) || !isUtf8(body)) return body;
  const text = body.toString('utf8');
  const hidden = hideInText(text, secrets);
  return hidden === text ? body : Buffer.from(hidden, 'utf8');
}

function hideInText(text: string, secrets: readonly string[]): string {
  const replaced = replaceIn(text, secrets);
  if (replaced === text) return text;
  const value = parseResponse(text);
  if (typeof value !== 'object' || value === null) return replaced;
  try {
    return stringifyJson(hideSecrets(value, secrets) as JsonValue);
  } catch {
    // The value is nested too deeply.
    return replaced;
  }
}

const escape = /\\(?:u([\da-f]{4})|([^]))/gi;

/**
 * Replaces the secrets in a text as it is, or with its escapes undone as often as it takes to find one: JSON may be in a
 * string of JSON, and that in another one.
 */
function replaceIn(text: string, secrets: readonly string[], depth = 3): string {
  // One secret may contain another.
  const plain = secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  if (depth === 0 || !plain.includes('\\')) return plain;
  const decoded = plain.replace(escape, (_, hex?: string, character = '') =>
    hex === undefined ? String(character) : String.fromCharCode(parseInt(hex, 16)),
  );
  const hidden = replaceIn(decoded, secrets, depth - 1);
  return hidden === decoded ? plain : hidden;
}
