import { assertNever } from '../../support/assertNever.ts';
import { applyFilters } from '../expression/evaluateTemplate.ts';
import { parseExpression } from '../expression/parseExpression.ts';
import { type Locate, locateExpressions, scanTemplate, type TemplatePiece } from '../expression/scanTemplate.ts';
import { toText } from '../expression/toText.ts';
import {
  type PlanValue,
  conceal,
  concealLike,
  holdsEnv,
  isSettled,
  pending,
  pendingOf,
  reveal,
  unknownValue,
  isEnvText,
  isPending,
  isPlanList,
} from '../planValue.ts';
import { buildProblem } from '../problem.ts';
import type { MapNode, SequenceNode, SyntaxNode, ScalarNode } from '../syntax/syntaxNode.ts';
import type { Reference } from '../template.ts';
import { compileReference } from './compileReference.ts';
import { reportDoubleBraces } from './reportDoubleBraces.ts';
import type { CompiledReference } from './reference.ts';
import type { Compiled, Scope } from './scope.ts';
import { noDependencies, unionOf, type Variant, type Dependencies, indexAxis } from './variant.ts';
import { isWhole, reportChange } from './followWritten.ts';

/** The meaning of `null` inside a map: leave the key out, or send it. */
type NullReading = 'leave-out' | 'keep';

/** Compiles the expressions of a value, at any depth. Constant parts are evaluated immediately. */
export function compileNode(node: SyntaxNode, scope: Scope, nulls: NullReading): Compiled {
  switch (node.kind) {
    case 'scalar':
      reportDoubleBraces(node, scope);
      if (typeof node.value === 'string' && node.value.includes('${{')) return settleNow(compileText(node, scope));
      return constant(node.value);
    case 'sequence':
      return compileList(node, scope, nulls);
    case 'map':
      return compileMap(node, scope, nulls);
    default:
      return assertNever(node);
  }
}

function compileList({ items }: SequenceNode, scope: Scope, nulls: NullReading): Compiled {
  const compiled = items.map((item) => compileNode(item, scope, nulls));
  const dependencies = unionOf(compiled.map((each) => each.dependencies));
  return settleNow({ dependencies, evaluate: (variant) => compiled.map((item) => item.evaluate(variant)) });
}

function compileMap({ entries }: MapNode, scope: Scope, nulls: NullReading): Compiled {
  const compiled = entries.map(({ key, value }) => ({ key, value: compileNode(value, scope, nulls) }));
  const dependencies = unionOf(compiled.map(({ value }) => value.dependencies));
  return settleNow({
    dependencies,
    evaluate(variant) {
      const members = compiled.map(({ key, value }) => [key, value.evaluate(variant)] as const);
      return Object.fromEntries(members.filter(([, value]) => nulls === 'keep' || value !== null));
    },
  });
}

function constant(value: PlanValue): Compiled {
  return { dependencies: noDependencies, evaluate: () => value };
}

/** What values are evaluated with that do not depend on a variant. */
export const noVariant: Variant = { index: 0, axes: {}, ids: [] };

function settleNow(compiled: Compiled): Compiled {
  return compiled.dependencies.size > 0 ? compiled : constant(compiled.evaluate(noVariant));
}

/** Compiles a string. If it is one expression alone, the value keeps the type of its result. */
export function compileText(node: ScalarNode, scope: Scope): Compiled {
  const parts = compileParts(node, scope);
  const [only] = parts;
  if (parts.length === 1 && only) {
    return { dependencies: dependenciesOf(only, scope), evaluate: (variant) => evaluatePart(only, variant, scope) };
  }
  for (const part of parts) reportChanges(part, scope);
  const dependencies = unionOf(parts.map((part) => dependenciesOf(part, scope)));
  return {
    dependencies,
    evaluate(variant) {
      const joined = joinValues(parts.map((part) => evaluatePart(part, variant, scope)));
      if (joined !== null) return joined;
      scope.report(
        buildProblem('bad-expression', scope.shownAt ?? node, { args: { variant: 'too-long', max: maxValueSize } }),
      );
      return unknownValue;
    },
  };
}

/** Lists and maps of an axis have one cause, the expression, so only the first of them is reported. */
function reportChanges(part: TextPart, scope: Scope): void {
  if (part.kind === 'known') reportChange(part.value, part.written, scope);
  if (part.kind !== 'axis') return;
  const first = part.written.findIndex(isWhole);
  part.values.forEach((value, id) => {
    if (id === first || !isWhole(part.written[id])) reportChange(value, part.written[id], scope);
  });
}

/** A part of a string: characters, or an expression. */
export type TextPart = { readonly kind: 'written'; readonly text: string } | CompiledReference;

export function compileParts(node: ScalarNode, scope: Scope): readonly TextPart[] {
  const pieces = scanTemplate(String(node.value));
  const expressions = pieces.filter((piece) => piece.kind === 'expression');
  const locates = locateExpressions(scope.shownAt ?? node, expressions, scope.shownAt ? null : scope.text);
  return pieces.map((piece): TextPart => {
    if (piece.kind === 'text') return { kind: 'written', text: piece.text };
    return compileExpression(piece, locates.get(piece) ?? (() => node), scope);
  });
}

function compileExpression(
  { source, isClosed }: Extract<TemplatePiece, { kind: 'expression' }>,
  locate: Locate,
  scope: Scope,
): CompiledReference {
  const outcome = isClosed ? parseExpression(source) : null;
  if (outcome?.ok) return compileReference(outcome.expression, locate, scope);
  const { variant, ...range } = outcome?.error ?? { variant: 'unclosed', start: -3, end: source.length };
  // An empty expression has no range, so its braces are shown.
  const shown = variant === 'empty' ? { start: -3, end: source.length + 2 } : range;
  scope.report(buildProblem('bad-expression', locate(shown), { args: { variant } }));
  return { kind: 'unknown' };
}

export function dependenciesOf(part: TextPart, { model }: Scope): Dependencies {
  switch (part.kind) {
    case 'axis':
      return new Set([part.name]);
    case 'index':
      return new Set([indexAxis]);
    case 'model':
      return model?.dependencies ?? noDependencies;
    case 'unknown':
      return part.axis === undefined ? noDependencies : new Set([part.axis]);
    default:
      return noDependencies;
  }
}

export function evaluatePart(part: TextPart, variant: Variant, scope: Scope): PlanValue {
  switch (part.kind) {
    case 'written':
      return part.text;
    case 'known':
      return part.value;
    case 'later':
      return pending({ kind: 'template', template: [part.reference] });
    case 'axis': {
      const id = variant.ids[part.axisIndex];
      return id === undefined ? part.missing : (part.values[id] ?? null);
    }
    case 'index':
      return applyFilters(variant.index, part.filters) ?? null;
    case 'model': {
      const model = scope.model?.evaluate(variant) ?? null;
      if (!isSettled(model)) return unknownValue;
      return concealLike(model, applyFilters(reveal(model), part.filters) ?? null);
    }
    case 'unknown':
      return unknownValue;
    default:
      return assertNever(part);
  }
}

/** Joins the values of the parts of a string. Returns null if the result exceeds the limit of a value. */
function joinValues(values: readonly PlanValue[]): PlanValue {
  const template: (string | Reference)[] = [];
  let text = '';
  let isFromEnv = false;
  for (const value of values) {
    const known = isPending(value) ? pendingOf(value) : null;
    if (known?.kind === 'template') {
      template.push(...(text === '' ? [] : [text]), ...known.template);
      text = '';
    } else if (isSettled(value)) {
      text += toText(reveal(value));
      isFromEnv ||= holdsEnv(value);
      if (text.length > maxValueSize) return null;
    } else return unknownValue;
  }
  if (template.length === 0) return isFromEnv ? conceal(text) : text;
  const whole = text === '' ? template : [...template, text];
  return pending({ kind: 'template', template: whole, ...(isFromEnv ? { isFromEnv } : {}) });
}

/**
 * The largest value, in characters and items. No gateway accepts as much. The limit keeps a few lines of variables that
 * repeat each other from becoming gigabytes.
 */
export const maxValueSize = 1_000_000;

/** Stops counting at the limit, so that a value that shares its parts a million times is counted quickly. */
export function exceedsSize(value: PlanValue, limit = maxValueSize): boolean {
  return countDown(value, limit) < 0;
}

/** Returns what is left of a limit. Negative as soon as it is used up. */
function countDown(value: PlanValue, limit: number): number {
  if (isEnvText(value)) return countDown(reveal(value), limit);
  if (typeof value === 'string') return limit - value.length;
  if (typeof value !== 'object' || value === null || isPending(value)) return limit - 1;
  let left = limit - 1;
  for (const item of isPlanList(value) ? value : Object.values(value)) {
    left = countDown(item, left);
    if (left < 0) break;
  }
  return left;
}
