import type { ModelFamily } from '../core/catalog/catalog.ts';
import { checkRules, type RuleProblem } from '../core/catalog/checkRules.ts';
import { checkValue, type ValueProblem } from '../core/catalog/checkValue.ts';
import { indexFields } from '../core/catalog/createCatalog.ts';
import type { Problem } from '../core/jobFile/problem.ts';
import { describeProblem } from '../core/language/problems/describeProblem.ts';
import type { JsonObject } from '../core/support/json/json.ts';
import { fillTemplate } from '../core/support/text/fillTemplate.ts';

/**
 * Checks a body like the gateway: only rules of the interface specification, and unknown fields are accepted. Returns
 * what is wrong with the first invalid field, in the words of the editor. Null if the body is valid.
 */
export function checkBody({ fields, rules, title }: ModelFamily, body: JsonObject): string | null {
  const known = indexFields(fields);
  // JSON null, or an empty string, means that the field is left out.
  const present = Object.entries(body).filter(([, value]) => value !== null && value !== '');
  const given = new Map(present.map(([key, value]) => [known.get(key)?.name ?? key, { key, value }]));
  for (const field of fields) {
    const member = given.get(field.name);
    if (member) {
      const problem = checkValue(member.value, { ...field, name: member.key }).find(isSpecified);
      if (problem) return describeValue(member.key, problem);
    } else if (field.isRequired && field.typeSource !== 'observed') {
      return describe('missing-field', { title, field: field.name });
    }
  }
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  const broken = checkRules(rules, { present: new Set(given.keys()), values }).find(isSpecified);
  return broken ? describeRule(broken, title) : null;
}

function isSpecified({ source }: ValueProblem | RuleProblem): boolean {
  return source === 'specification';
}

function describeValue(key: string, { code, path, args }: ValueProblem): string {
  // This message is about YAML.
  const message = describe(code, args['variant'] === 'quote' ? { ...args, variant: 'plain' } : args);
  return path.length === 0 ? message : `${[key, ...path].join('.')}: ${message}`;
}

function describeRule(problem: RuleProblem, title: string): string {
  const { code, fields } = problem;
  const [first = '', second = ''] = fields;
  const names = fields.join(', ');
  if (code !== 'rule-broken') return describe(code, { title, fields: names, first, second });
  return `${names}: ${describe(code, { ...problem.args, variant: problem.name })}`;
}

function describe(code: Problem['code'], args: Problem['args']): string {
  return describeProblem({ code, args }, fillTemplate);
}
