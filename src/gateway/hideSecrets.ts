import { stringifyJson, type JsonValue } from '../core/support/json/json.ts';
import type { GatewayTarget } from '../core/task/gatewayPort.ts';
import { parseResponse } from './wire/parseResponse.ts';

/** A shorter value protects nothing, and occurs in any text. */
const minSecretLength = 8;

/** Returns what must not be kept or shown of the responses of a gateway. */
export function listSecrets({ key }: Pick<GatewayTarget, 'key'>): readonly string[] {
  return [key].filter(({ length }) => length >= minSecretLength);
}

/**
 * Replaces the secrets in a text, or in all strings and names of plain data, because some gateways quote the key that
 * they refuse. Their form does not matter, nor how JSON spells them. Returns the same value if it contains none. JSON
 * stays JSON. Bytes stay as they are.
 */
export function hideSecrets<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string') return hideInText(value, secrets) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]: [string, unknown]) =>
      ({ before: [name, member], after: [hideInText(name, secrets), hideSecrets(member, secrets)] as const }) as const,
  );
  if (members.every(({ before, after }) => before.every((part, at) => part === after[at]))) return value;
  const hidden = members.map(({ after }) => after);
  return (Array.isArray(value) ? hidden.map(([, member]) => member) : Object.fromEntries(hidden)) as T;
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

/** JSON may be in a string of JSON, and that in another one. */
const maxDepth = 3;
const escape = /\\(?:u([\da-f]{4})|([\s\S]))/gi;

/** Replaces the secrets in a text as it is, or with its escapes undone as often as it takes to find one. */
function replaceIn(text: string, secrets: readonly string[], depth = maxDepth): string {
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
