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
  reveal,
  type SettledValue,
  unknownValue,
  isEnvText,
  isPending,
  isPlanList,
} from '../planValue.ts';
import { buildProblem } from '../problem.ts';
import type { MapNode, SequenceNode, SyntaxNode, ScalarNode } from '../syntax/syntaxNode.ts';
import type { Reference } from '../template.ts';
import { compileReference } from './compileReference.ts';
import type { AxisReference, CompiledReference } from './reference.ts';
import type { Compiled, Scope } from './scope.ts';
import { noDependencies, unionOf, type Variant, type Dependencies, indexAxis } from './variant.ts';

/** The meaning of `null` inside a map: leave the key out, or send it. */
type NullReading = 'leave-out' | 'keep';

/** Compiles the expressions of a value, at any depth. Constant parts are evaluated immediately. */
export function compileNode(node: SyntaxNode, scope: Scope, nulls: NullReading): Compiled {
  switch (node.kind) {
    case 'scalar':
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

/** A value that is the same for every variant. */
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
  const dependencies = unionOf(parts.map((part) => dependenciesOf(part, scope)));
  if (parts.some(({ kind }) => kind === 'unknown')) return { dependencies, evaluate: () => unknownValue };
  const folded = foldParts(parts);
  return {
    dependencies,
    evaluate(variant) {
      const joined = joinParts(folded, variant, scope);
      if (joined !== null) return joined;
      scope.report(
        buildProblem('bad-expression', scope.shownAt ?? node, { args: { variant: 'too-long', max: maxValueSize } }),
      );
      return unknownValue;
    },
  };
}

/** A part of a string: characters, or an expression. */
export type TextPart = { readonly kind: 'written'; readonly text: string } | CompiledReference;

/** Returns the parts of a string and reports their problems. */
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

/** Evaluates a part in one variant. */
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

/**
 * A part in the form in which it is joined: the text before an axis is already in the texts of the axis, so that there
 * is less to join.
 */
type JoinPart =
  | ({ readonly kind: 'text' } & KnownText)
  | {
      readonly kind: 'texts';
      readonly axisIndex: number;
      readonly texts: readonly KnownText[];
      readonly missing: KnownText;
    }
  | Exclude<TextPart, { kind: 'written' | 'known' | 'axis' }>;

/** The text of a value, and whether it contains a value from the environment. */
interface KnownText {
  readonly text: string;
  readonly isFromEnv: boolean;
}

/** Returns null if the result exceeds the limit of a value. */
function joinParts(parts: readonly JoinPart[], variant: Variant, scope: Scope): PlanValue {
  let template: (string | Reference)[] | undefined;
  let text = '';
  let isFromEnv = false;
  for (const part of parts) {
    if (part.kind === 'later') {
      (template ??= []).push(...(text === '' ? [] : [text]), part.reference);
      text = '';
      continue;
    }
    const known = readPart(part, variant, scope);
    if (!known) return unknownValue;
    text += known.text;
    isFromEnv ||= known.isFromEnv;
    if (text.length > maxValueSize) return null;
  }
  if (!template) return isFromEnv ? conceal(text) : text;
  const whole = text === '' ? template : [...template, text];
  return pending({ kind: 'template', template: whole, ...(isFromEnv ? { isFromEnv } : {}) });
}

/** Returns null for a value that is not known yet. */
function readPart(part: Exclude<JoinPart, { kind: 'later' }>, variant: Variant, scope: Scope): KnownText | null {
  if (part.kind === 'text') return part;
  if (part.kind === 'texts') return part.texts[variant.ids[part.axisIndex] ?? -1] ?? part.missing;
  const value = evaluatePart(part, variant, scope);
  return isSettled(value) ? readText(value) : null;
}

function foldParts(parts: readonly TextPart[]): readonly JoinPart[] {
  const folded: JoinPart[] = [];
  let before = noText;
  for (const part of parts) {
    if (part.kind === 'written') before = readText(part.text, before);
    else if (part.kind === 'known') before = readText(part.value, before);
    else {
      if (part.kind === 'axis') folded.push(prefixTexts(part, before));
      else folded.push(...listText(before), part);
      before = noText;
    }
  }
  return [...folded, ...listText(before)];
}

function listText(known: KnownText): readonly JoinPart[] {
  return known.text === '' && !known.isFromEnv ? [] : [{ kind: 'text', ...known }];
}

function prefixTexts({ axisIndex, values, missing }: AxisReference, before: KnownText): JoinPart {
  return {
    kind: 'texts',
    axisIndex,
    texts: values.map((value) => readText(value, before)),
    missing: readText(missing, before),
  };
}

const noText: KnownText = { text: '', isFromEnv: false };

function readText(value: SettledValue, before: KnownText = noText): KnownText {
  return { text: before.text + toText(reveal(value)), isFromEnv: before.isFromEnv || holdsEnv(value) };
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
