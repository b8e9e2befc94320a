/**
 * Where a constraint comes from. `specification`: the interface specification states it, and breaking it is an error.
 * `observed`: only public material about such gateways suggests it, and breaking it is a warning that stops nothing.
 */
export type Source = 'specification' | 'observed';

/** The JSON type that a value must have. `unknown` allows any value, because the specification shows no type. */
export type FieldType =
  | { readonly kind: 'string' | 'boolean' | 'number' | 'integer' | 'unknown' }
  | { readonly kind: 'array'; readonly items: FieldType }
  | { readonly kind: 'object'; readonly fields: readonly Field[] };

/** A limit of one value. Lengths count Unicode code points. Bounds are inclusive. */
export type Constraint = {
  readonly source: Source;
  /** One line for hover about the origin, if there is more to say than the source. */
  readonly reason?: string;
} & (
  | { readonly kind: 'enum'; readonly values: readonly (string | number)[] }
  /** `pattern` is the source of a regular expression for the whole value. `form` shows the user its meaning: `W:H`. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly form: string }
  | { readonly kind: 'range' | 'length' | 'items'; readonly min?: number; readonly max?: number }
);

export interface Field {
  readonly name: string;
  /** Other spellings that the gateway accepts: `bboxList` for `bbox_list`. */
  readonly aliases?: readonly string[];
  readonly type: FieldType;
  /** Where the type comes from. Default: `specification`. */
  readonly typeSource?: Source;
  readonly isRequired?: boolean;
  /** One or two sentences for hover and completion. */
  readonly description: string;
  /** The value that the gateway uses if the field is left out. */
  readonly default?: string | number | boolean;
  readonly constraints?: readonly Constraint[];
  /** Values to offer if there is no closed list, for example known voices. Never checked. */
  readonly suggestions?: readonly string[];
  /** Meanings of values whose letters do not say it: `female` for `f`. */
  readonly valueLabels?: Readonly<Record<string, string>>;
  /** Long prose: shown as a block scalar, and guarded against YAML traps. */
  readonly isProse?: boolean;
  /** Whether it accepts media by URL, and therefore local files. */
  readonly isMedia?: boolean;
  /** Whether the media may be in the body as a `data:` URI. Default: true for image models (observed). */
  readonly takesData?: boolean;
}

export function listRequired(fields: readonly Field[]): readonly string[] {
  return fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
}
