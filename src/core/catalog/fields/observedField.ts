import type { Constraint, Field, FieldType } from '../field.ts';

/** What is known about a field apart from its name and type. Limits are inclusive. */
export interface ObservedDetails extends Pick<
  Field,
  'description' | 'default' | 'suggestions' | 'isProse' | 'isMedia' | 'takesData'
> {
  /** The only values that are known to be accepted. */
  readonly values?: readonly (string | number)[];
  readonly range?: readonly [min: number, max: number];
  /** Number of items of a list. */
  readonly items?: readonly [min: number, max: number];
  /** A regular expression for the whole value, and its form as users write it. */
  readonly pattern?: readonly [source: string, form: string];
  /** The reason or the purpose. See `Constraint`. */
  readonly reason?: string;
}

/**
 * A field of a body that the interface specification does not show. Its type and limits are only observed, so they warn
 * and never stop a submit.
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

/** An object field. Its members are observed as well. */
export function observedObject(name: string, description: string, fields: readonly Field[]): Field {
  return observedField(name, { kind: 'object', fields }, { description });
}

export const textType = { kind: 'string' } as const;
export const flagType = { kind: 'boolean' } as const;
export const wholeType = { kind: 'integer' } as const;
export const numberType = { kind: 'number' } as const;
export const textsType = { kind: 'array', items: textType } as const;
/** A value with several forms, none of which is specified. */
export const openType = { kind: 'unknown' } as const;
