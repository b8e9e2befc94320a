import { assertNever } from '../support/assertNever.ts';
import type { Source } from './field.ts';
import type { Rule } from './rule.ts';

/** A broken constraint across fields. */
export type RuleFault =
  | { readonly code: 'missing-one-of'; readonly source: Source; readonly fields: readonly string[] }
  /** `fields` are those present, in the order of the rule; all but one are too many. */
  | { readonly code: 'exclusive-fields'; readonly source: Source; readonly fields: readonly string[] };

/** `present`: names of the fields that have a value. */
export function checkRules(rules: readonly Rule[], present: ReadonlySet<string>): readonly RuleFault[] {
  return rules.flatMap((rule) => checkRule(rule, present));
}

function checkRule({ kind, fields, source }: Rule, present: ReadonlySet<string>): readonly RuleFault[] {
  const given = fields.filter((field) => present.has(field));
  switch (kind) {
    case 'one-of':
      return given.length === 0 ? [{ code: 'missing-one-of', source, fields }] : [];
    case 'exclusive':
      return given.length > 1 ? [{ code: 'exclusive-fields', source, fields: given }] : [];
    default:
      return assertNever(kind);
  }
}
