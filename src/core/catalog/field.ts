/**
 * Where a constraint comes from. `specification`: the interface specification states it, breaking it is an error.
 * `observed`: only public material about such gateways suggests it, breaking it is a warning that stops nothing.
 */
export type Source = 'specification' | 'observed';

/** The JSON type a value must have. `unknown` where the specification does not show one: any value passes. */
export type FieldType =
  | { readonly kind: 'string' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'array'; readonly items: FieldType }
  | { readonly kind: 'object'; readonly fields: readonly Field[] };

/** A limit on one value. Lengths count Unicode code points; bounds are inclusive. */
export type Constraint = {
  readonly source: Source;
  /** One line for hover on where this comes from, where there is more to say than the source does. */
  readonly reason?: string;
} & (
  | { readonly kind: 'enum'; readonly values: readonly (string | number)[] }
  /** `pattern` is the source of a regular expression for the whole value; `form` shows people what it means: `W:H`. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly form: string }
  | { readonly kind: 'range'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'length'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'items'; readonly min?: number; readonly max?: number }
);

/** One key of a family. */
export interface Field {
  readonly name: string;
  /** Other spellings that the gateway takes: `bboxList` for `bbox_list`. */
  readonly aliases?: readonly string[];
  readonly type: FieldType;
  /** Where the type comes from; `specification` unless said otherwise. */
  readonly typeSource?: Source;
  readonly isRequired?: boolean;
  /** One or two sentences for hover and completion. */
  readonly description: string;
  /** What the gateway assumes when the field is left out. */
  readonly default?: string | number | boolean;
  readonly constraints?: readonly Constraint[];
  /** Values worth offering where no list is closed, for example known voices. Never checked. */
  readonly suggestions?: readonly string[];
  /** Prose that people write at length: shown as a block scalar, guarded against YAML traps. */
  readonly isProse?: boolean;
  /** Takes media by URL, and therefore local files. */
  readonly isMedia?: boolean;
  /** Whether the media may stand in the body as a `data:` URI; those of image models may (observed) unless said otherwise. */
  readonly takesData?: boolean;
}
