import type { TextRange } from '../../support/textRange.ts';

export type NameKind = 'var' | 'axis' | 'job' | 'anchor';

/** One place where a name is written. */
export interface NameSite extends TextRange {
  readonly role: 'declaration' | 'use';
  /**
   * `key` and `value`: a scalar of YAML, quotes counted in. `step`: behind the dot of a path; `bracket`: the quoted text
   * between brackets. `anchor`: behind `&` or `*`. `hidden`: somewhere in the scalar of this range, where escapes or
   * folded lines keep its own place from being told.
   */
  readonly writing: 'key' | 'value' | 'step' | 'bracket' | 'anchor' | 'hidden';
  /** The quotes of the scalar that it stands in, which an expression can not use. */
  readonly quote: '"' | "'" | '';
}

/** All places that speak of one thing, in the order of the text. */
export interface NameGroup {
  readonly kind: NameKind;
  readonly name: string;
  readonly sites: readonly NameSite[];
  /** Ids of the jobs that it is seen in; null for the job at the root, and for the file itself. */
  readonly jobs: ReadonlySet<string | null>;
  /** Where a file of variables declares it: as the job file writes the path. */
  readonly path: string | null;
}

export const noQuote = '';

/** The quote that a scalar is written in, by its first character. */
export function quoteAt(text: string, offset: number): NameSite['quote'] {
  const first = text[offset];
  return first === '"' || first === "'" ? first : noQuote;
}
