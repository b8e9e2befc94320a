import type { JsonValue } from '../support/json/json.ts';

/**
 * A string with expressions, parsed once. Plain data, so that the journal can keep what is still to be evaluated. A
 * template of one reference alone keeps the type of its value. Any other returns a string.
 */
export type Template = readonly (string | Reference)[];

/** `${{ vars.color | default("red") | upper }}` */
export interface Reference {
  /** `['vars', 'color']`. A number is an index. */
  readonly path: readonly (string | number)[];
  readonly filters: readonly FilterCall[];
}

export interface FilterCall {
  readonly name: string;
  readonly args: readonly JsonValue[];
}
