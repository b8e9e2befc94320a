import type { JsonObject, JsonValue } from '../support/json/json.ts';
import type { PlaceholderValue } from './request.ts';

/** A value of a body while it is planned: JSON, strings from the environment, and placeholders. */
export type PlanValue = JsonValue | EnvText | Pending | readonly PlanValue[] | PlanObject;

export interface PlanObject {
  readonly [key: string]: PlanValue;
}

/** A value without placeholders. `reveal` makes JSON of it. */
export type SettledValue = JsonValue | EnvText | readonly SettledValue[] | SettledObject;

interface SettledObject {
  readonly [key: string]: SettledValue;
}

/** Symbols distinguish these from any map of a job file. */
const pendingKey = Symbol('pending');
const envKey = Symbol('env');

/**
 * A string that contains a value from the environment. It is sent like any other string, and recorded only by its hash.
 * Because the type is not JSON, every step from an expression to a body has to handle it explicitly.
 */
interface EnvText {
  readonly [envKey]: string;
}

interface Pending {
  readonly [pendingKey]: PendingValue;
}

/** `unknown`: cannot be evaluated yet, or has a problem that is already reported. */
export type PendingValue = (PlaceholderValue & FromEnv) | { readonly kind: 'unknown' };

interface FromEnv {
  /** Whether the value contains a value from the environment. */
  readonly isFromEnv?: true;
}

export function pending(value: PendingValue): Pending {
  return { [pendingKey]: value };
}

export const unknownValue: Pending = pending({ kind: 'unknown' });

export function isPending(value: PlanValue | undefined): value is Pending {
  return typeof value === 'object' && value !== null && pendingKey in value;
}

export function pendingOf(value: Pending): PendingValue {
  return value[pendingKey];
}

export function isEnvText(value: PlanValue | undefined): value is EnvText {
  return typeof value === 'object' && value !== null && envKey in value;
}

export function isPlanList(value: PlanValue | undefined): value is readonly PlanValue[] {
  return Array.isArray(value);
}

export function isPlanObject(value: PlanValue | undefined): value is PlanObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPending(value) && !isEnvText(value);
}

export function isSettledList(value: SettledValue | undefined): value is readonly SettledValue[] {
  return Array.isArray(value);
}

export function isSettledObject(value: SettledValue | undefined): value is SettledObject {
  return isPlanObject(value);
}

export function isSettled(value: PlanValue): value is SettledValue {
  if (typeof value !== 'object' || value === null || isEnvText(value)) return true;
  if (isPending(value)) return false;
  return isPlanList(value) ? value.every(isSettled) : Object.values(value).every(isSettled);
}

/** Whether a value is JSON at every level: without placeholders and without strings from the environment. */
export function isJson(value: PlanValue): value is JsonValue {
  if (typeof value !== 'object' || value === null) return true;
  if (isPending(value) || isEnvText(value)) return false;
  return isPlanList(value) ? value.every(isJson) : Object.values(value).every(isJson);
}

/** Whether any string of a value contains a value from the environment. */
export function holdsEnv(value: PlanValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isEnvText(value)) return true;
  if (isPending(value)) return isFromEnv(pendingOf(value));
  return isPlanList(value) ? value.some(holdsEnv) : Object.values(value).some(holdsEnv);
}

export function isFromEnv(value: PendingValue): boolean {
  return value.kind !== 'unknown' && value.isFromEnv === true;
}

/** Returns a value as JSON. What is derived from it is from the environment as well: see `concealLike`. */
export function reveal(value: SettledValue): JsonValue {
  return isJson(value) ? value : settle(value, () => null);
}

/** The strings of the result are from the environment if anything in `source` is. */
export function concealLike(source: PlanValue, value: JsonValue): SettledValue {
  return holdsEnv(source) ? conceal(value) : value;
}

/** Returns a value with each of its strings as one from the environment. */
export function conceal(value: JsonValue): SettledValue {
  if (typeof value === 'string') return { [envKey]: value };
  if (typeof value !== 'object' || value === null) return value;
  if (isPlanList(value)) return value.map(conceal);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, conceal(member)]));
}

export function settle(value: PlanValue, replace: (pending: PendingValue) => JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isPending(value)) return replace(pendingOf(value));
  if (isEnvText(value)) return value[envKey];
  if (isPlanList(value)) return value.map((item) => settle(item, replace));
  return mapMembers(value, (member) => settle(member, replace)) as JsonObject;
}

/** Copies a map with every member mapped. Keys such as `__proto__` stay own properties. */
export function mapMembers(value: PlanObject, map: (member: PlanValue, key: string) => PlanValue): PlanObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(member, key)]));
}
