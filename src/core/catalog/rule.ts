import type { JsonObject } from '../support/json/json.ts';
import type { Source } from './field.ts';

/** A constraint across fields of one job. `one-of` requires at least one of them. */
export type Rule = {
  readonly source: Source;
  /** One line for hover about the origin, if there is more to say than the source. */
  readonly reason?: string;
} & (
  | { readonly kind: 'one-of'; readonly fields: readonly string[] }
  /** At most one of them is allowed. */
  | { readonly kind: 'exclusive'; readonly fields: readonly string[] }
  /** A rule that no list of names can express. */
  | NamedRule
);

/** Returns the media type of a local file as its bytes show it. Null if they show none, undefined if it is not known. */
export type MediaTypeOf = (path: string) => string | null | undefined;

/** A rule with its own function, which has its own test. */
export interface NamedRule {
  readonly kind: 'named';
  /** Kebab-case. Selects the hint, and the message `rule-broken/<name>`. */
  readonly name: string;
  /** The fields that it checks. The problem is shown at the first of them that is present. */
  readonly fields: readonly string[];
  /** Further names that it can read, which the family need not have. */
  readonly alsoReads?: readonly string[];
  /** Figures of the rule, such as bounds. They fill its hint and its message. */
  readonly figures?: Readonly<Record<string, string | number>>;
  /**
   * Receives the known values by their main names, without values of expressions that are evaluated later. `present`
   * has the names of those as well. Returns the arguments of the message if the rule is broken. Returns null if it is
   * not broken, or if it depends on a value that is not known yet. An argument `index` is the item of the first field at
   * which the problem is shown. Never throws, whatever the values are.
   */
  readonly check: (
    values: JsonObject,
    present: ReadonlySet<string>,
    mediaTypeOf?: MediaTypeOf,
  ) => Readonly<Record<string, string | number>> | null;
}
