import type { JsonObject } from '../support/json/json.ts';
import type { Source } from './field.ts';
import type { MediaTypeOf, Rule } from './rule.ts';

export type RuleProblem = { readonly source: Source; readonly fields: readonly string[] } & (
  | { readonly code: 'missing-one-of' }
  /** `fields` are those that are present, in the order of the rule. Only one of them is allowed. */
  | { readonly code: 'exclusive-fields' }
  /** `fields` are those that are present, in the order of the rule. `args` fill the message `rule-broken/<name>`. */
  | {
      readonly code: 'rule-broken';
      readonly name: string;
      readonly args: Readonly<Record<string, string | number>>;
    }
);

/** The input of a rule. */
export interface RuleInput {
  /** Main names of the fields that have a value, including expressions that are evaluated later. */
  readonly present: ReadonlySet<string>;
  /** The values that are known, by their main names. */
  readonly values: JsonObject;
  /** If left out, the media type of no file is known. */
  readonly mediaTypeOf?: MediaTypeOf | undefined;
}

export function checkRules(rules: readonly Rule[], input: RuleInput): readonly RuleProblem[] {
  return rules.flatMap((rule) => checkRule(rule, input));
}

function checkRule(rule: Rule, { present, values, mediaTypeOf }: RuleInput): readonly RuleProblem[] {
  const { fields, source } = rule;
  const given = fields.filter((field) => present.has(field));
  if (rule.kind === 'one-of') return given.length === 0 ? [{ code: 'missing-one-of', source, fields }] : [];
  if (rule.kind === 'exclusive') return given.length > 1 ? [{ code: 'exclusive-fields', source, fields: given }] : [];
  const args = rule.check(values, present, mediaTypeOf);
  if (!args) return [];
  const read = [...given, ...(rule.alsoReads ?? []).filter((field) => present.has(field))];
  return [{ code: 'rule-broken', source, fields: read, name: rule.name, args: { ...rule.figures, ...args } }];
}
