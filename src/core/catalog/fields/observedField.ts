import type { Constraint, Field, FieldType, Source } from '../field.ts';

/** Both bounds are inclusive. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** What is known about a field apart from its name, type and description. */
export interface FieldDetails extends Omit<Field, 'name' | 'type' | 'typeSource' | 'description' | 'constraints'> {
  /** The only values that are known to be accepted. */
  readonly values?: readonly (string | number)[];
  readonly range?: Bounds;
  readonly length?: Bounds | undefined;
  readonly items?: Bounds | undefined;
  /** A regular expression for the whole value, and its form as users write it. */
  readonly pattern?: readonly [source: string, form: string];
}

/** A field that the interface specification shows. `source` is that of its limits. */
export function statedField(
  name: string,
  type: FieldType,
  description: string,
  details: FieldDetails = {},
  source: Source = 'specification',
): Field {
  const { values, range, length, items, pattern, ...rest } = details;
  const constraints: readonly Constraint[] = [
    ...(values ? [{ kind: 'enum', values, source } as const] : []),
    ...(range ? [{ kind: 'range', ...range, source } as const] : []),
    ...(length ? [{ kind: 'length', ...length, source } as const] : []),
    ...(items ? [{ kind: 'items', ...items, source } as const] : []),
    ...(pattern ? [{ kind: 'pattern', pattern: pattern[0], form: pattern[1], source } as const] : []),
  ];
  return { name, type, description, ...rest, ...(constraints.length > 0 ? { constraints } : {}) };
}

/** A field of which the interface specification shows only the type. Its limits warn and never stop a submit. */
export function typedField(name: string, type: FieldType, description: string, details?: FieldDetails): Field {
  return statedField(name, type, description, details, 'observed');
}

/** A field that the interface specification does not show. Its type and limits warn and never stop a submit. */
export function observedField(name: string, type: FieldType, description: string, details?: FieldDetails): Field {
  return { ...typedField(name, type, description, details), typeSource: 'observed' };
}

/** An object field. Its members are observed as well. */
export function observedObject(name: string, description: string, fields: readonly Field[]): Field {
  return observedField(name, { kind: 'object', fields }, description);
}

export const textType = { kind: 'string' } as const;
export const flagType = { kind: 'boolean' } as const;
export const wholeType = { kind: 'integer' } as const;
export const numberType = { kind: 'number' } as const;
export const textsType = { kind: 'array', items: textType } as const;
/** A value with several forms, none of which is specified. */
export const openType = { kind: 'unknown' } as const;
