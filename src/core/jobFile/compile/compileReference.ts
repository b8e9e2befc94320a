import { assertNever } from '../../support/assertNever.ts';
import { closestName } from '../../support/text/closestName.ts';
import { contexts, type ContextName, findContext, jobValueNames } from '../expression/contexts.ts';
import { lookUpSettled } from '../expression/evaluateTemplate.ts';
import { filters, type FilterParam, findFilter, buildIsoText } from '../expression/filters.ts';
import type { ParsedExpression, PathStep, ParsedArgument, ParsedFilter } from '../expression/parseExpression.ts';
import type { Locate } from '../expression/scanTemplate.ts';
import { conceal, isSettled, type SettledValue } from '../planValue.ts';
import { buildProblem, type Problem, type ReportProblem } from '../problem.ts';
import type { FilterCall } from '../template.ts';
import {
  type UncompiledReference,
  type CompiledReference,
  evaluateIn,
  hasDefault,
  referenceOf,
  reportBare,
  reportUnknown,
  settleMissing,
  settleReference,
  unknownReference,
} from './reference.ts';
import { findJobById, listJobIds, type Scope } from './scope.ts';
import { findAxis } from './variant.ts';
import { followWritten } from './followWritten.ts';

/** Compiles what an expression refers to. Problems are reported at the part that causes them. */
export function compileReference(
  { path, ...parsed }: ParsedExpression,
  locate: Locate,
  scope: Scope,
): CompiledReference {
  const filters = compileFilters(parsed.filters, locate, scope.report);
  const [head] = path;
  const context = head && readContext(head, locate, scope);
  const reference = context && filters ? compileIn({ context, path, filters, locate, scope }) : unknownReference;
  return reference.kind === 'unknown' && context === 'matrix' ? nameAxis(path, scope) : reference;
}

function nameAxis([, member]: readonly PathStep[], { axes }: Scope): CompiledReference {
  const axis = findAxis(axes, String(member?.step));
  return axis ? { kind: 'unknown', axis: axis.name } : unknownReference;
}

/** Names that users try, with separate messages. */
const secretNames: ReadonlySet<string> = new Set(['secrets', 'secret', 'inputs', 'github', 'process', 'settings']);

function readContext({ step, ...range }: PathStep, locate: Locate, { stage, report }: Scope): ContextName | null {
  const name = String(step);
  const context = findContext(name);
  if (context?.stages.includes(stage)) return context.name;
  const allowed = contexts.flatMap((each) => (each.stages.includes(stage) ? [each.name] : []));
  const suggestion = closestName(name, allowed);
  const nearest = suggestion === undefined ? 'plain' : 'suggestion';
  const variant = context ? `not-in-${stage}` : secretNames.has(name) ? 'secret' : nearest;
  const args = { name, variant, known: allowed.join(', '), ...(suggestion === undefined ? {} : { suggestion }) };
  report(buildProblem('unknown-context', locate(range), { args }));
  return null;
}

function compileIn(uncompiled: UncompiledReference): CompiledReference {
  const { context, scope } = uncompiled;
  const member = checkMember(uncompiled);
  if (member) return member;
  switch (context) {
    case 'vars':
      return compileVar(uncompiled);
    case 'env':
      return compileEnv(uncompiled);
    case 'matrix':
      return compileAxis(uncompiled);
    case 'jobs':
      return compileJobs(uncompiled);
    case 'job':
      return compileJob(uncompiled);
    case 'file': {
      const { isKnown, base, dir, name } = scope.file;
      return isKnown ? settleReference({ base, dir, name }, 1, uncompiled) : unknownReference;
    }
    case 'run':
      return scope.lookups?.run ? settleReference({ ...scope.lookups.run }, 1, uncompiled) : unknownReference;
    case 'now':
      return compileNow(uncompiled);
    case 'result':
    case 'ext':
      return { kind: 'later', reference: referenceOf(uncompiled) };
    default:
      return assertNever(context);
  }
}

/** Reports a context without a member, or a member that its context does not have. Returns null for a valid path. */
function checkMember(uncompiled: UncompiledReference): CompiledReference | null {
  const [, member] = uncompiled.path;
  const members = findContext(uncompiled.context)?.members ?? null;
  if (members?.length === 0) return null;
  if (!member) return reportBare(members ?? [], uncompiled);
  return !members || members.some((each) => each === member.step) ? null : reportUnknown(1, members, uncompiled);
}

function compileVar(uncompiled: UncompiledReference): CompiledReference {
  const { path, locate, scope } = uncompiled;
  const [, name] = path;
  const outcome = name && scope.vars.resolve(String(name.step), locate(name));
  if (outcome?.state === 'known') {
    const reference = settleReference(outcome.value, 2, uncompiled);
    const steps = path.slice(2).map(({ step }) => step);
    return reference.kind === 'known' ? { ...reference, written: followWritten(outcome.written, steps) } : reference;
  }
  if (outcome?.state !== 'missing') return unknownReference;
  return useDefault(scope.vars.names(), uncompiled);
}

/** Evaluates an expression whose name is missing, which is a problem unless the expression has a default value. */
function useDefault(known: readonly string[], uncompiled: UncompiledReference): CompiledReference {
  return hasDefault(uncompiled) ? settleMissing(uncompiled) : reportUnknown(1, known, uncompiled);
}

function compileEnv(uncompiled: UncompiledReference): CompiledReference {
  const { path, locate, scope } = uncompiled;
  const [, step] = path;
  const { lookups, report } = scope;
  if (!step) return unknownReference;
  const name = String(step.step);
  const refuse = (variant: string): CompiledReference => {
    report(buildProblem('blocked-env', locate(step), { args: { name, variant } }));
    return unknownReference;
  };
  if (lookups?.isTrusted === false) return refuse('untrusted');
  const outcome = lookups?.env?.(name);
  if (!outcome) return unknownReference;
  if (outcome.state === 'blocked') return refuse('name');
  if (outcome.state === 'set') return settleReference(conceal(outcome.value), 2, uncompiled);
  return hasDefault(uncompiled) ? settleMissing(uncompiled) : refuse('unset');
}

function compileAxis(uncompiled: UncompiledReference): CompiledReference {
  const { path, filters, scope } = uncompiled;
  const name = String(path[1]?.step);
  const axis = findAxis(scope.axes, name);
  if (!axis) {
    const names = scope.axes.map((each) => each.name);
    return useDefault(names, uncompiled);
  }
  const settled = axis.values.map(({ value }) => value).filter(isSettled);
  if (settled.length < axis.values.length) return unknownReference;
  const steps = path.slice(2).map(({ step }) => step);
  const isNowhere = !hasDefault(uncompiled) && settled.every((value) => lookUpSettled(value, steps) === undefined);
  // This reports the step that no value has. The expression references the axis anyway.
  if (isNowhere) settleReference(settled[0] ?? null, 2, uncompiled);
  const evaluate = (value: SettledValue | undefined): SettledValue =>
    evaluateIn(value, { path: steps, filters }) ?? null;
  return {
    kind: 'axis',
    name,
    axisIndex: axis.index,
    values: settled.map((value) => evaluate(value)),
    written: axis.values.map(({ node }) => followWritten({ node, file: null }, steps)),
    missing: evaluate(undefined),
  };
}

function compileJobs(uncompiled: UncompiledReference): CompiledReference {
  const { path, locate, scope } = uncompiled;
  const [, id, member] = path;
  if (!id) return unknownReference;
  const name = String(id.step);
  if (!findJobById(scope.file.jobs, name)) return reportUnknown(1, listJobIds(scope.file), uncompiled);
  if (!member) return reportBare(jobValueNames, uncompiled);
  if (!jobValueNames.some((each) => each === member.step)) return reportUnknown(2, jobValueNames, uncompiled);
  scope.addNeed({ id: name, ...locate(id), ...(hasDefault(uncompiled) ? {} : { value: String(member.step) }) });
  const reference = referenceOf(uncompiled);
  // Ids are strings, though a path may write one as a number.
  return { kind: 'later', reference: { ...reference, path: ['jobs', name, ...reference.path.slice(2)] } };
}

function compileJob(uncompiled: UncompiledReference): CompiledReference {
  const { path, filters, locate, scope } = uncompiled;
  const [, member] = path;
  switch (member?.step) {
    case 'index':
    case 'model':
      return { kind: member.step, filters };
    case 'fingerprint': {
      if (scope.stage === 'output') return { kind: 'later', reference: referenceOf(uncompiled) };
      scope.report(buildProblem('unknown-context', locate(member), { args: { variant: 'fingerprint' } }));
      return unknownReference;
    }
    default:
      return scope.job.name === null
        ? unknownReference
        : settleReference({ id: scope.job.id, name: scope.job.name }, 1, uncompiled);
  }
}

function compileNow(uncompiled: UncompiledReference): CompiledReference {
  const { lookups } = uncompiled.scope;
  if (lookups?.now === undefined) return unknownReference;
  const offset = lookups.utcOffsetMinutes ?? -new Date(lookups.now).getTimezoneOffset();
  return settleReference(buildIsoText(lookups.now, offset), 1, uncompiled);
}

/** Compiles filters that exist and have valid arguments. Returns null if one is not valid, which is reported. */
function compileFilters(
  parsed: readonly ParsedFilter[],
  locate: Locate,
  report: ReportProblem,
): readonly FilterCall[] | null {
  const problems = parsed.flatMap((each) => findFilterProblem(each, locate) ?? []);
  for (const problem of problems) report(problem);
  return problems.length > 0 ? null : parsed.map(({ name, args }) => ({ name, args: args.map(({ value }) => value) }));
}

function findFilterProblem({ name, args, ...range }: ParsedFilter, locate: Locate): Problem | null {
  const filter = findFilter(name);
  if (!filter) {
    const known = Object.keys(filters);
    const suggestion = closestName(name, known);
    const nearest = suggestion === undefined ? { variant: 'plain' } : { variant: 'suggestion', suggestion };
    return buildProblem('unknown-filter', locate(range), { args: { name, known: known.join(', '), ...nearest } });
  }
  const usage = `${name}${filter.params.length === 0 ? '' : `(${filter.params.map((each) => each.name).join(', ')})`}`;
  const least = filter.params.filter(({ isOptional }) => !isOptional).length;
  if (args.length < least || args.length > filter.params.length) {
    const whole = locate({ start: range.start, end: args.at(-1)?.end ?? range.end });
    return buildProblem('wrong-argument', whole, { args: { name, usage, variant: 'number' } });
  }
  const wrong = args.findIndex((argument, index) => !fits(argument, filter.params[index]));
  const variant = filter.params[wrong]?.type;
  return args[wrong] && variant
    ? buildProblem('wrong-argument', locate(args[wrong]), { args: { name, usage, variant } })
    : null;
}

function fits({ value }: ParsedArgument, param: FilterParam | undefined): boolean {
  if (param?.type === 'text') return typeof value === 'string';
  return param?.type !== 'count' || (typeof value === 'number' && Number.isInteger(value) && value >= 0);
}
