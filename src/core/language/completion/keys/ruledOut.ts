import type { ModelFamily } from '../../../catalog/catalog.ts';
import { checkRules, type RuleInput } from '../../../catalog/checkRules.ts';
import { indexFields } from '../../../catalog/createCatalog.ts';
import type { NamedRule, Rule } from '../../../catalog/rule.ts';
import { mapToJson } from '../../../jobFile/syntax/syntaxNode.ts';
import type { JsonObject, JsonValue } from '../../../support/json/json.ts';
import type { DocumentView } from '../../view/documentView.ts';

/** Returns what the rules of a family see of a job. `siblings` are the present keys. */
export function buildRuleInput(
  { checked }: DocumentView,
  { job, family, siblings }: { job: string | null; family: ModelFamily; siblings: ReadonlySet<string> },
): RuleInput {
  const known = indexFields(family.fields);
  const mainName = (key: string): string => known.get(key)?.name ?? key;
  const written = checked.jobFile.jobs.find(({ id }) => id === job)?.fields ?? [];
  const values = written.flatMap(({ key, value }) => {
    const json = mapToJson(value);
    // The value of an expression is not known yet.
    const isKnown = siblings.has(key) && !hasExpression(json);
    return isKnown ? [[mainName(key), json] as const] : [];
  });
  return { present: new Set([...siblings].map(mainName)), values: Object.fromEntries(values) };
}

function hasExpression(value: JsonValue): boolean {
  if (typeof value === 'string') return value.includes('${{');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

/** Returns the names of fields of which one is required and none is present. */
export function listMissing({ rules }: ModelFamily, facts: RuleInput): ReadonlySet<string> {
  return new Set(checkRules(rules, facts).flatMap(({ code, fields }) => (code === 'missing-one-of' ? fields : [])));
}

/** Whether the present fields exclude a field, whatever is added. */
export function isRuledOut(family: ModelFamily, name: string, facts: RuleInput): boolean {
  return family.rules.some((rule) => {
    if (rule.kind === 'exclusive') {
      return rule.fields.includes(name) && rule.fields.some((each) => facts.present.has(each));
    }
    return isBinding(rule) && isBrokenBy(rule, { family, name, facts });
  });
}

export function isRefused(
  family: ModelFamily,
  { name, value }: { name: string; value: JsonValue },
  facts: RuleInput,
): boolean {
  return family.rules.some((rule) => isBinding(rule) && isBrokenBy(rule, { family, name, facts, value }));
}

function isBinding(rule: Rule): rule is Rule & NamedRule {
  return rule.kind === 'named' && rule.source === 'specification';
}

/** A rule that requires other fields can still be met. It applies only if adding all of them would not help. */
function isBrokenBy(
  { check }: NamedRule,
  { family, name, value, facts }: { family: ModelFamily; name: string; value?: JsonValue; facts: RuleInput },
): boolean {
  const { [name]: _replaced, ...others } = facts.values;
  const without = new Set([...facts.present].filter((each) => each !== name));
  const values: JsonObject = value === undefined ? others : { ...others, [name]: value };
  const withAll = new Set([...facts.present, ...family.fields.map((field) => field.name)]);
  return (
    check(others, without) === null &&
    check(values, new Set([...without, name])) !== null &&
    check(values, withAll) !== null
  );
}
