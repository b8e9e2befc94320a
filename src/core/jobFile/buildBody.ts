import type { JsonObject, JsonValue } from '../support/json.ts';
import { setOwn } from '../support/setOwn.ts';
import type { CheckedGroup } from './checkJob.ts';
import { applyChatSugar } from './chatSugar.ts';
import {
  isPending,
  isPlanList,
  isPlanObject,
  isSettled,
  type PendingValue,
  type PlanObject,
  type PlanValue,
  readPending,
  settle,
} from './compile/planValue.ts';
import { toText } from './expression/toText.ts';
import { writeReference } from './expression/writeReference.ts';
import type { Target } from './findTarget.ts';
import { markOf } from './fingerprint.ts';
import type { Variant } from './matrix/variant.ts';
import type { RequestInput, Slot } from './request.ts';

/** A body with what is still to be filled in. */
export interface BuiltBody {
  readonly body: JsonObject;
  readonly slots: readonly Slot[];
  readonly recordBody: JsonObject;
  readonly inputs: readonly RequestInput[];
  /** False when a value can not be worked out here. */
  readonly isKnown: boolean;
}

/** The body of a call: model, fields in the order of the file, then `request` over them. `null` leaves a field out. */
export function buildBody(
  variant: Variant,
  { fields, request }: Pick<CheckedGroup, 'fields' | 'request'>,
  { modelId, endpoint: { dialect } }: Pick<Target, 'modelId' | 'endpoint'>,
): BuiltBody {
  const values: Record<string, PlanValue> = {};
  if (modelId !== null) setOwn(values, 'model', modelId);
  let isOpen = false;
  for (const { entry, evaluate } of fields) {
    const value = evaluate(variant);
    if (value === null) continue;
    isOpen ||= !isSettled(value);
    setOwn(values, entry.key, value);
  }
  const body: Record<string, PlanValue> = dialect ? { ...applyChatSugar(values, dialect) } : values;
  for (const { entry, evaluate } of request) {
    const value = evaluate(variant);
    isOpen ||= !isSettled(value);
    setOwn(body, entry.key, value);
  }
  if (isOpen) return openBody(body);
  const settled = body as JsonObject;
  return { body: settled, slots: noSlots, recordBody: settled, inputs: noInputs, isKnown: true };
}

/** Shared by the thousands that have none. */
const noSlots: readonly Slot[] = [];
const noInputs: readonly RequestInput[] = [];

function openBody(body: PlanObject): BuiltBody {
  const pendings = listPending(body, []);
  const slots = pendings.flatMap(({ path, value }) => (value.kind === 'unknown' ? [] : [{ path, value }]));
  return {
    body: settle(body, () => null) as JsonObject,
    slots,
    recordBody: settle(body, recordedValue) as JsonObject,
    inputs: slots.flatMap(({ value }) => (value.kind === 'file' ? [{ path: value.file, sha256: value.sha256 }] : [])),
    isKnown: slots.length === pendings.length,
  };
}

function listPending(
  value: PlanValue,
  path: Slot['path'],
): readonly { readonly path: Slot['path']; readonly value: PendingValue }[] {
  if (isPending(value)) return [{ path, value: readPending(value) }];
  if (isPlanList(value)) return value.flatMap((item, index) => listPending(item, [...path, index]));
  if (!isPlanObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => listPending(member, [...path, key]));
}

/** Files by their content; what comes from other jobs as it is written, until its mark is known. */
function recordedValue(value: PendingValue): JsonValue {
  switch (value.kind) {
    case 'file':
      return markOf(value.sha256);
    case 'template':
      return value.template
        .map((part) => (typeof part === 'string' ? toText(part) : `\${{ ${writeReference(part)} }}`))
        .join('');
    default:
      return null;
  }
}
