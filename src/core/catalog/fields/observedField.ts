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

/** A type by its name, if it has no items or members. `unknown` has several forms, none of which is specified. */
type TypeName = Exclude<FieldType['kind'], 'array' | 'object'>;

/** A field that the interface specification shows. `source` is that of its limits. */
export function statedField(
  name: string,
  type: FieldType | TypeName,
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
  const ofKind = typeof type === 'string' ? { kind: type } : type;
  return { name, type: ofKind, description, ...rest, ...(constraints.length > 0 ? { constraints } : {}) };
}

type FieldParts = readonly [name: string, type: FieldType | TypeName, description: string, details?: FieldDetails];

/** A field of which the interface specification shows only the type. Its limits warn and never stop a submit. */
export function typedField(...[name, type, description, details]: FieldParts): Field {
  return statedField(name, type, description, details, 'observed');
}

/** A field that the interface specification does not show. Its type and limits warn and never stop a submit. */
export function observedField(...parts: FieldParts): Field {
  return { ...typedField(...parts), typeSource: 'observed' };
}

export function observedObject(name: string, description: string, fields: readonly Field[]): Field {
  return observedField(name, { kind: 'object', fields }, description);
}

export const textsType = { kind: 'array', items: { kind: 'string' } } as const;
