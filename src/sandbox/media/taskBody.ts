import { findPrompt } from '../../core/artifact/findPrompt.ts';
import type { JsonObject, JsonValue } from '../../core/support/json/json.ts';

/**
 * The seed as it was sent. Beyond 2^53 it is a `bigint`, so that seeds that differ in their last digit stay different.
 */
export type Seed = number | bigint;

/** A body that passed the checks of its family. */
export type TaskBody = JsonObject;

/** Returns an empty string for any other type. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Accepts numbers and strings of digits, because both are sent for durations. Null for any other value. */
export function numberOf(value: JsonValue | undefined): number | null {
  const isWritten = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value.trim());
  const number = isWritten || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** Returns the text that the user wrote, whichever field contains it. */
export function promptOf(body: TaskBody): string {
  return findPrompt(body)?.text ?? '';
}

const cues = ['fail', 'filter', 'empty', 'cut', 'slow'] as const;

/** A word in brackets at the start of a prompt, by which a user sees what gateways do at times. */
export type Cue = (typeof cues)[number] | 'none';

export function cueOf(body: TaskBody): Cue {
  return cues.find((cue) => promptOf(body).startsWith(`[${cue}]`)) ?? 'none';
}

/** How many times as long as usual a request takes. */
export function slownessOf(body: TaskBody): number {
  return cueOf(body) === 'slow' ? 10 : 1;
}

/** Every stored body has a seed. */
export function seedOf({ seed }: TaskBody): Seed {
  return isSeed(seed) ? seed : 0;
}

export function isSeed(value: JsonValue | undefined): value is Seed {
  return typeof value === 'bigint' || Number.isInteger(value);
}
