import { isUtf8 } from 'node:buffer';
import { stringifyJson, type JsonValue } from '../core/support/json/json.ts';
import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import { buildSecretPattern } from './secretPattern.ts';
import { parseResponse } from './wire/parseResponse.ts';

/** A shorter value protects nothing, and occurs in any text. */
const minSecretLength = 8;

/** Returns what must not be kept or shown of the responses of a gateway. */
export function listSecrets({ key, secrets = [] }: Pick<GatewayTarget, 'key' | 'secrets'>): readonly string[] {
  return [key, ...secrets].filter(({ length }) => length >= minSecretLength);
}

/**
 * Replaces the secrets in a text, or in all strings and names of plain data, because some gateways quote the key that
 * they refuse. A secret is found in any form and with any escapes. Returns the same value if it contains none. A body in
 * JSON is still valid JSON afterwards. A binary body is not changed.
 */
export function hideSecrets<T>(value: T, secrets: readonly string[]): T {
  return hide(value, buildSecretPattern(secrets));
}

function hide<T>(value: T, pattern: RegExp): T {
  if (typeof value === 'string') return value.replace(pattern, '…') as T;
  if (Buffer.isBuffer(value)) return hideInBody(value, pattern) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const before: readonly (readonly [string, unknown])[] = Object.entries(value);
  const after = before.map((entry) => entry.map((part) => hide(part, pattern)) as [string, unknown]);
  if (after.every((entry, at) => entry.every((part, side) => part === before[at]?.[side]))) return value;
  return (Array.isArray(value) ? after.map(([, member]) => member) : Object.fromEntries(after)) as T;
}

function hideInBody(body: Buffer, pattern: RegExp): Buffer {
  if (!isUtf8(body)) return body;
  const text = body.toString('utf8');
  const hidden = hide(text, pattern);
  if (hidden === text) return body;
  const value = parseResponse(text);
  if (typeof value !== 'object' || value === null) return Buffer.from(hidden, 'utf8');
  try {
    return Buffer.from(stringifyJson(hide(value, pattern) as JsonValue), 'utf8');
  } catch {
    // The value is nested too deeply.
    return Buffer.from(hidden, 'utf8');
  }
}
