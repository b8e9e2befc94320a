import type { JsonValue } from '../support/json.ts';

/**
 * A text with expressions in it, read once. Plain data, so that the journal can keep what is still to be worked out. A
 * template of one reference alone keeps the type of its value; any other gives text.
 */
export type Template = readonly (string | Reference)[];

/** `${{ vars.color | default("red") | upper }}` */
export interface Reference {
  /** `['vars', 'color']`; a number is an index. */
  readonly path: readonly (string | number)[];
  readonly filters: readonly FilterCall[];
}

export interface FilterCall {
  readonly name: string;
  readonly args: readonly JsonValue[];
}
