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
export type Constraint = { readonly source: Source } & (
  | { readonly kind: 'enum'; readonly values: readonly string[] }
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
}
