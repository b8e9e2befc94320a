import type { TextRange } from '../../support/textRange.ts';

export type NameKind = 'var' | 'axis' | 'job' | 'anchor';

/** One occurrence of a name. */
export interface NameRange extends TextRange {
  readonly role: 'declaration' | 'use';
  /**
   * `key` and `value`: a scalar of YAML, with its quotes. `step`: after the dot of a path. `bracket`: the quoted string
   * between brackets. `anchor`: after `&` or `*`. `hidden`: somewhere in the scalar of this range, where escapes or
   * folded lines hide the exact position.
   */
  readonly writing: 'key' | 'value' | 'step' | 'bracket' | 'anchor' | 'hidden';
  /** The quotes of the scalar, which an expression inside it cannot use. */
  readonly quote: '"' | "'" | '';
}

/** All occurrences of one thing, in the order of the text. */
export interface NameGroup {
  readonly kind: NameKind;
  readonly name: string;
  readonly nameRanges: readonly NameRange[];
  /** Ids of the jobs that see the name. Null for the job at the root, and for the file itself. */
  readonly jobs: ReadonlySet<string | null>;
  /** The file of variables that declares it, with the path that the job file uses. */
  readonly path: string | null;
}

export const noQuote = '';

/** Returns the quote of a scalar, which is its first character. */
export function quoteAt(text: string, offset: number): NameRange['quote'] {
  const first = text[offset];
  return first === '"' || first === "'" ? first : noQuote;
}
