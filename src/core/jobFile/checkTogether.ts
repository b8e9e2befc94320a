import type { ModelFamily } from '../catalog/catalog.ts';
import { checkRules, type RuleFault } from '../catalog/checkRules.ts';
import type { Rule } from '../catalog/rule.ts';
import { assertNever } from '../support/assertNever.ts';
import type { JsonValue } from '../support/json.ts';
import type { TextRange } from '../support/textRange.ts';
import { isSettled, type PlanValue, settle } from './compile/planValue.ts';
import { describeCombination, type Findings } from './findings.ts';
import type { Job } from './job.ts';
import { type Dependencies, type PickRepresentatives, unionOf } from './matrix/variant.ts';
import { isPresentValue, type PreparedField, severityOf } from './prepareField.ts';
import { buildProblem, type Problem } from './problem.ts';

export interface TogetherContext {
  readonly job: Job;
  readonly family: ModelFamily;
  /** With those of `request`, which reach the gateway just as well. */
  readonly fields: readonly PreparedField[];
  readonly pick: PickRepresentatives;
  readonly modelDependencies: Dependencies;
  readonly findings: Findings;
}

/** What a model needs, and what does not go together. Each rule is looked at once for what it depends on. */
export function checkTogether(context: TogetherContext): void {
  const { family, job } = context;
  // In broken YAML, what seems to be missing may only be unreadable.
  const required = job.isBroken ? [] : family.fields.filter(({ isRequired }) => isRequired);
  for (const { name } of required) {
    const args = { field: name, title: family.title };
    forEachCase([name], context, (present) =>
      present.has(name) ? [] : [buildProblem('missing-field', job.label, { args })],
    );
  }
  for (const rule of family.rules) checkOne(rule, context);
}

function checkOne(rule: Rule, context: TogetherContext): void {
  const also = rule.kind === 'named' ? (rule.alsoReads ?? []) : [];
  forEachCase([...rule.fields, ...also], context, (present, values) =>
    checkRules([rule], { present: new Set(present.keys()), values }).flatMap((fault) =>
      describeFault(fault, present, context),
    ),
  );
}

/** Of two fields at the second, since the first one may stay; of a rule with a name at its first field. */
function describeFault(
  fault: RuleFault,
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
      return [buildProblem(fault.code, present.get(second) ?? job.label, { severity, args: { first, second } })];
    case 'rule-broken': {
      const args = { ...fault.args, variant: fault.name };
      return [buildProblem(fault.code, present.get(first) ?? job.label, { severity, args })];
    }
    default:
      return assertNever(fault);
  }
}

/** Calls back once for each combination of values that these fields can have. */
function forEachCase(
  names: readonly string[],
  { fields, pick, modelDependencies, findings }: TogetherContext,
  check: (present: ReadonlyMap<string, TextRange>, values: Readonly<Record<string, JsonValue>>) => readonly Problem[],
): void {
  const involved = fields.filter(({ name }) => names.includes(name));
  const dependencies = unionOf(involved.map((each) => each.dependencies));
  const named = unionOf([dependencies, modelDependencies]);
  for (const variant of pick(dependencies)) {
    const values = involved.map((each) => [each, each.evaluate(variant)] as const);
    const given = values.filter(([, value]) => isPresentValue(value));
    const known = given.flatMap(([{ name }, value]) => readKnown(value).map((each) => [name, each] as const));
    const present = new Map(given.map(([{ name, entry }]) => [name, entry.keyRange]));
    for (const problem of check(present, Object.fromEntries(known))) {
      findings.add(problem, describeCombination(variant, named));
    }
  }
}

/** The value, a local file as its path; nothing as long as something in it is open. */
function readKnown(value: PlanValue): readonly JsonValue[] {
  if (isSettled(value)) return [value];
  let isOpen = false;
  const known = settle(value, (pending) => {
    if (pending.kind === 'file') return pending.file;
    isOpen = true;
    return null;
  });
  return isOpen ? [] : [known];
}
