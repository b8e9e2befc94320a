import type { Constraint, Field, FieldType } from '../field.ts';

/** What is known of a field beside its name and type. Limits are inclusive. */
export interface ObservedDetails extends Pick<
  Field,
  'description' | 'default' | 'suggestions' | 'isProse' | 'isMedia' | 'takesData'
> {
  /** The only values that are known to be taken. */
  readonly values?: readonly (string | number)[];
  readonly range?: readonly [min: number, max: number];
  /** Of a list. */
  readonly items?: readonly [min: number, max: number];
  /** As a regular expression for the whole value, and as people write it. */
  readonly pattern?: readonly [source: string, form: string];
  /** Why, or for what; see `Constraint`. */
  readonly reason?: string;
}

/**
 * A field of a body that the interface specification does not show: its type and limits come from observation alone, so
 * that they warn and never stop a submit.
 */
export function observedField(name: string, type: FieldType, details: ObservedDetails): Field {
  const { values, range, items, pattern, reason, ...rest } = details;
  const origin = { source: 'observed', ...(reason === undefined ? {} : { reason }) } as const;
  const constraints: readonly Constraint[] = [
    ...(values ? [{ kind: 'enum', values, ...origin } as const] : []),
    ...(range ? [{ kind: 'range', min: range[0], max: range[1], ...origin } as const] : []),
    ...(items ? [{ kind: 'items', min: items[0], max: items[1], ...origin } as const] : []),
    ...(pattern ? [{ kind: 'pattern', pattern: pattern[0], form: pattern[1], ...origin } as const] : []),
  ];
  return { name, type, typeSource: 'observed', ...rest, ...(constraints.length > 0 ? { constraints } : {}) };
}

/** An object field; its members are observed as well. */
export function observedObject(name: string, description: string, fields: readonly Field[]): Field {
  return observedField(name, { kind: 'object', fields }, { description });
}

export const textType = { kind: 'string' } as const;
export const flagType = { kind: 'boolean' } as const;
export const wholeType = { kind: 'integer' } as const;
export const numberType = { kind: 'number' } as const;
export const textsType = { kind: 'array', items: textType } as const;
/** Where a value has several forms, of which none is promised. */
export const openType = { kind: 'unknown' } as const;
