import type { JsonObject, JsonValue } from '../../support/json.ts';
import type { SlotValue } from '../request.ts';

/** A value of a body while it is planned: JSON, with places that are filled later or that nobody can know here. */
export type PlanValue = JsonValue | Pending | readonly PlanValue[] | PlanObject;

export interface PlanObject {
  readonly [key: string]: PlanValue;
}

/** A symbol keeps it apart from any map of a job file. */
const pendingKey = Symbol('pending');

export interface Pending {
  readonly [pendingKey]: PendingValue;
}

/** `unknown`: can not be worked out here, or is wrong, which is reported; nothing more is said about it. */
export type PendingValue = SlotValue | { readonly kind: 'unknown' };

export function pending(value: PendingValue): Pending {
  return { [pendingKey]: value };
}

export const unknownValue: Pending = pending({ kind: 'unknown' });

export function isPending(value: PlanValue | undefined): value is Pending {
  return typeof value === 'object' && value !== null && pendingKey in value;
}

export function readPending(value: Pending): PendingValue {
  return value[pendingKey];
}

export function isPlanList(value: PlanValue | undefined): value is readonly PlanValue[] {
  return Array.isArray(value);
}

export function isPlanObject(value: PlanValue | undefined): value is PlanObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPending(value);
}

/** Whether it is JSON through and through. */
export function isSettled(value: PlanValue): value is JsonValue {
  if (typeof value !== 'object' || value === null) return true;
  if (isPending(value)) return false;
  return isPlanList(value) ? value.every(isSettled) : Object.values(value).every(isSettled);
}

/** JSON with something in every pending place. */
export function settle(value: PlanValue, replace: (pending: PendingValue) => JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isPending(value)) return replace(readPending(value));
  if (isPlanList(value)) return value.map((item) => settle(item, replace));
  return mapMembers(value, (member) => settle(member, replace)) as JsonObject;
}

/** A copy with every member mapped. Keys such as `__proto__` stay own properties. */
export function mapMembers(value: PlanObject, map: (member: PlanValue, key: string) => PlanValue): PlanObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(member, key)]));
}
