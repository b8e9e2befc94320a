import { type JsonValue } from '../../support/json/json.ts';
import { isSettledList, isSettledObject, reveal, type SettledValue } from '../planValue.ts';
import type { FilterCall, Reference, Template } from '../template.ts';
import { findFilter } from './filters.ts';
import { toText } from './toText.ts';

/** Returns the value at a path. Undefined if there is none. */
export type ResolvePath = (path: Reference['path']) => JsonValue | undefined;

/**
 * Evaluates a template. Undefined if one of its values is missing. A single reference keeps the type of its value.
 * Anything else returns a string.
 */
export function evaluateTemplate(template: Template, resolvePath: ResolvePath): JsonValue | undefined {
  const [only, ...others] = template;
  if (only !== undefined && typeof only !== 'string' && others.length === 0)
    return evaluateReference(only, resolvePath);
  let text = '';
  for (const part of template) {
    const value = typeof part === 'string' ? part : evaluateReference(part, resolvePath);
    if (value === undefined) return undefined;
    text += toText(value);
  }
  return text;
}

export function evaluateReference({ path, filters }: Reference, resolvePath: ResolvePath): JsonValue | undefined {
  return applyFilters(resolvePath(path), filters);
}

/** A missing value stays missing, except with `default`. */
export function applyFilters(value: JsonValue | undefined, calls: readonly FilterCall[]): JsonValue | undefined {
  return calls.reduce<JsonValue | undefined>((current, { name, args }) => {
    if (current === undefined && name !== 'default') return undefined;
    return findFilter(name)?.apply(current ?? null, args) ?? null;
  }, value);
}

/** Follows a path into maps and lists. Undefined as soon as a step does not exist. */
export function lookUpIn(root: JsonValue | undefined, path: Reference['path']): JsonValue | undefined {
  const found = lookUpSettled(root, path);
  return found === undefined ? undefined : reveal(found);
}

/** The same for a value with strings from the environment. */
export function lookUpSettled(root: SettledValue | undefined, path: Reference['path']): SettledValue | undefined {
  let value = root;
  for (const step of path) value = stepInto(value, step);
  return value;
}

function stepInto(value: SettledValue | undefined, step: string | number): SettledValue | undefined {
  if (isSettledList(value)) return /^\d+$/.test(String(step)) ? value[Number(step)] : undefined;
  return isSettledObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
