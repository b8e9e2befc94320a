import type { JsonObject } from '../support/json.ts';
import type { Source } from './field.ts';

/** A constraint across fields of one job; `one-of` asks for at least one of them. */
export type Rule = {
  readonly source: Source;
  /** One line for hover on where this comes from, where there is more to say than the source does. */
  readonly reason?: string;
} & (
  | { readonly kind: 'one-of'; readonly fields: readonly string[] }
  /** At most one of them. */
  | { readonly kind: 'exclusive'; readonly fields: readonly string[] }
  /** What no list of names can say. */
  | NamedRule
);

/** A rule with a function of its own, which has its own test. */
export interface NamedRule {
  readonly kind: 'named';
  /** Kebab-case; picks the wording of the hint, and `rule-broken/<name>` of the message. */
  readonly name: string;
  /** The fields that it looks at; the fault is shown at the first of them that is present. */
  readonly fields: readonly string[];
  /** Further names that it gets to see, which the family need not have. */
  readonly alsoReads?: readonly string[];
  /** Of the rule itself, such as bounds; they fill its hint and its message. */
  readonly figures?: Readonly<Record<string, string | number>>;
  /**
   * Gets the values that are known, by their main names: without what an expression only tells later. `present` has the
   * names of those as well. Answers what fills the message when the rule is broken, else null: also as long as it hangs
   * on a value that is not known yet. Never throws, whatever the values are.
   */
  readonly check: (
    values: JsonObject,
    present: ReadonlySet<string>,
  ) => Readonly<Record<string, string | number>> | null;
}
