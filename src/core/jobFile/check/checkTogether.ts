import type { ModelFamily } from '../../catalog/catalog.ts';
import { checkRules, type RuleProblem } from '../../catalog/checkRules.ts';
import type { Rule } from '../../catalog/rule.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { JsonValue } from '../../support/json.ts';
import type { TextRange } from '../../support/textRange.ts';
import { isJson, type PlanValue, settle } from '../planValue.ts';
import { describeCombination, type Findings } from './findings.ts';
import type { Job } from '../job.ts';
import { type Dependencies, type PickRepresentatives, unionOf, type Variant } from '../matrix/variant.ts';
import { isPresentValue, type PreparedField, severityOf } from '../fields/prepareField.ts';
import { buildProblem, buildRelated, type Problem, type RelatedRange } from '../problem.ts';

export interface TogetherContext {
  readonly job: Job;
  readonly family: ModelFamily;
  /** The fields, including those of `request`, which are sent as well. */
  readonly fields: readonly PreparedField[];
  readonly pick: PickRepresentatives;
  readonly modelDependencies: Dependencies;
  readonly findings: Findings;
}

/**
 * Checks what a model needs, and which fields cannot be combined. Each rule is checked once for each combination of the
 * values that it depends on.
 */
export function checkTogether(context: TogetherContext): void {
  const { family, job } = context;
  // In broken YAML, what seems to be missing may only be unreadable.
  const required = job.isBroken ? [] : family.fields.filter(({ isRequired }) => isRequired);
  for (const { name } of required) checkRequired(name, context);
  for (const rule of family.rules) checkRule(rule, context);
}

function checkRequired(field: string, context: TogetherContext): void {
  const { fields, job, family } = context;
  const written = fields.filter(({ name }) => name === field);
  const missing = [buildProblem('missing-field', job.label, { args: { field, title: family.title } })];
  forEachCase(written, context, (variant) =>
    written.some(({ evaluate }) => isPresentValue(evaluate(variant))) ? [] : missing,
  );
}

function checkRule(rule: Rule, context: TogetherContext): void {
  const names = [...rule.fields, ...(rule.kind === 'named' ? (rule.alsoReads ?? []) : [])];
  const written = context.fields.filter(({ name }) => names.includes(name));
  forEachCase(written, context, (variant) => {
    const given = written
      .map((field) => [field, field.evaluate(variant)] as const)
      .filter(([, value]) => isPresentValue(value));
    const present = new Map(given.map(([{ name, entry }]) => [name, entry.keyRange]));
    const known = given.flatMap(([{ name }, value]) => readKnown(value).map((each) => [name, each] as const));
    const faults = checkRules([rule], { present: new Set(present.keys()), values: Object.fromEntries(known) });
    return faults.flatMap((fault) => describeFault(fault, present, context));
  });
}

/**
 * With two fields, the problem is shown at the second, because the first one may stay. The problem of a named rule is
 * shown at its first field.
 */
function describeFault(
  fault: RuleProblem,
  present: ReadonlyMap<string, TextRange>,
  { job, family }: TogetherContext,
): readonly Problem[] {
  const [first = '', second = ''] = fault.fields;
  const severity = severityOf(fault.source);
  switch (fault.code) {
    case 'missing-one-of': {
      const args = { fields: fault.fields.join(', '), title: family.title };
      return job.isBroken ? [] : [buildProblem(fault.code, job.label, { severity, args })];
    }
    case 'exclusive-fields':
      return [
        buildProblem(fault.code, present.get(second) ?? job.label, {
          severity,
          args: { first, second },
          related: listGiven([first], present),
        }),
      ];
    case 'rule-broken': {
      const args = { ...fault.args, variant: fault.name };
      const related = listGiven(fault.fields.slice(1), present);
      return [buildProblem(fault.code, present.get(first) ?? job.label, { severity, args, related })];
    }
    default:
      return assertNever(fault);
  }
}

/** Returns where the other fields of the rule are written. */
function listGiven(names: readonly string[], present: ReadonlyMap<string, TextRange>): readonly RelatedRange[] {
  return names.flatMap((name) => {
    const range = present.get(name);
    return range ? [buildRelated('other-field', range, { name })] : [];
  });
}

/** Calls back once for each combination of values that these fields can have. */
function forEachCase(
  fields: readonly PreparedField[],
  { pick, modelDependencies, findings }: TogetherContext,
  check: (variant: Variant) => readonly Problem[],
): void {
  const dependencies = unionOf(fields.map((each) => each.dependencies));
  const named = unionOf([dependencies, modelDependencies]);
  for (const variant of pick(dependencies)) {
    for (const problem of check(variant)) findings.add(problem, describeCombination(variant, named));
  }
}

/** Returns the value, with a local file as its path. Empty while part of the value is a placeholder. */
function readKnown(value: PlanValue): readonly JsonValue[] {
  if (isJson(value)) return [value];
  let isOpen = false;
  const known = settle(value, (pending) => {
    if (pending.kind === 'file') return pending.file;
    isOpen = true;
    return null;
  });
  return isOpen ? [] : [known];
}
