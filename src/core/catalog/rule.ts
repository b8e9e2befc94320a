import type { Source } from './field.ts';

/** A constraint across fields of one job. */
export type Rule = { readonly source: Source } & (
  | { readonly kind: 'one-of'; readonly fields: readonly string[] }
  | { readonly kind: 'exclusive'; readonly fields: readonly string[] }
);
