import type { JsonObject, JsonValue } from '../../core/support/json.ts';
import type { Seed } from './mediaSpec.ts';

/** A body that passed the checks of its family. */
export type TaskBody = JsonObject;

/** Empty for anything that is no text. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Numbers and texts of digits, as both are sent for durations; null for anything else. */
export function numberOf(value: JsonValue | undefined): number | null {
  const isWritten = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value.trim());
  const number = isWritten || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** The text that a person wrote, whichever field carries it. */
export function promptOf(body: TaskBody): string {
  return ['prompt', 'input', 'text', 'ssml'].map((name) => textOf(body[name])).find((text) => text !== '') ?? '';
}

/** Every stored body has one. */
export function seedOf({ seed }: TaskBody): Seed {
  return isSeed(seed) ? seed : 0;
}

export function isSeed(value: JsonValue | undefined): value is Seed {
  return typeof value === 'bigint' || Number.isInteger(value);
}
