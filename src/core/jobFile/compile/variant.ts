import { createFinder } from '../../support/createFinder.ts';
import type { JsonObject, JsonValue } from '../../support/json/json.ts';
import { toText } from '../expression/toText.ts';
import type { PlanValue } from '../planValue.ts';
import { isError, type Problem, type ReportProblem } from '../problem.ts';
import type { SyntaxNode } from '../syntax/syntaxNode.ts';

/** One request of a job: a combination of its matrix, once for each repetition. */
export interface Variant {
  /** 1-based number among the requests of the job. */
  readonly index: number;
  /** The value of each axis. An axis that only some `include` has is missing in the others. */
  readonly axes: JsonObject;
  /** Parallel to the axes of the matrix: the index of each axis's value. Undefined if the axis is missing. */
  readonly ids: readonly (number | undefined)[];
}

/** All values of an axis, including those of `include`, each once. */
export interface ExpandedAxis {
  readonly name: string;
  readonly index: number;
  readonly values: readonly AxisValue[];
}

export interface AxisValue {
  readonly value: PlanValue;
  readonly node: SyntaxNode;
}

export const findAxis = createFinder(({ name }: ExpandedAxis) => name);

/** Undefined if the axis is missing in this variant. */
export function valueIn({ index, values }: ExpandedAxis, { ids }: Variant): AxisValue | undefined {
  return values[ids[index] ?? -1];
}

/** Used like an axis for values that differ between requests. */
export const indexAxis = '#index';

/** What a value depends on: names of axes, and `indexAxis`. */
export type Dependencies = ReadonlySet<string>;

export const noDependencies: Dependencies = new Set();

export function unionOf(sets: Iterable<Dependencies>): Dependencies {
  const all = [...sets].filter((each) => each.size > 0);
  const [first, ...others] = all;
  if (!first) return noDependencies;
  return others.length === 0 ? first : new Set(all.flatMap((each) => [...each]));
}

/** Computes a value once for each combination of the axes that it depends on, usually fewer than all. */
export function memoizeByAxes<T>(
  dependencies: Dependencies,
  axes: readonly ExpandedAxis[],
  evaluate: (variant: Variant) => T,
): (variant: Variant) => T {
  const keyOf = createKeys(dependencies, axes);
  const known: T[] = [];
  return (variant) => {
    const key = keyOf(variant);
    const before = known[key];
    if (before !== undefined) return before;
    const result = evaluate(variant);
    known[key] = result;
    return result;
  };
}

/** Returns one variant for each combination of the axes that a value depends on. */
export function pickDistinct(
  variants: readonly Variant[],
  dependencies: Dependencies,
  axes: readonly ExpandedAxis[],
): readonly Variant[] {
  if (dependencies.size === 0) return variants.slice(0, 1);
  if (isEachOther(dependencies, axes)) return variants;
  const keyOf = createKeys(dependencies, axes);
  const firsts = new Map<number, Variant>();
  for (const variant of variants) {
    const key = keyOf(variant);
    if (!firsts.has(key)) firsts.set(key, variant);
  }
  return [...firsts.values()];
}

/** Whether any two variants differ in these dependencies. */
function isEachOther(dependencies: Dependencies, axes: readonly ExpandedAxis[]): boolean {
  return dependencies.has(indexAxis) || axes.every(({ name }) => dependencies.has(name));
}

/** Numbers variants, so that variants with equal values in these axes have one number. */
function createKeys(dependencies: Dependencies, axes: readonly ExpandedAxis[]): (variant: Variant) => number {
  if (dependencies.size === 0) return () => 0;
  if (isEachOther(dependencies, axes)) return ({ index }) => index;
  const axisIndexes = axes.flatMap(({ name }, axisIndex) => (dependencies.has(name) ? [axisIndex] : []));
  // One more than there are values, because an axis may be missing.
  const sizes = axisIndexes.map((axisIndex) => (axes[axisIndex]?.values.length ?? 0) + 1);
  // With larger numbers, different variants would get one number.
  if (sizes.reduce((product, size) => product * size, 1) > Number.MAX_SAFE_INTEGER) return ({ index }) => index;
  return ({ ids }) => {
    let key = 0;
    for (let each = 0; each < axisIndexes.length; each += 1) {
      key = key * (sizes[each] ?? 1) + (ids[axisIndexes[each] ?? 0] ?? -1) + 1;
    }
    return key;
  };
}

/** Collects the problems of the variants of one job: each problem once, with the first combination that has it. */
export interface ProblemCollector {
  /** `combination` is empty for a problem of all variants. */
  add(problem: Problem, combination: string): void;
  flush(report: ReportProblem): void;
  /** Returns one that adds to this one what has not been found at its place by now, and nothing as an error. */
  asWarnings(): ProblemCollector;
}

export function createProblemCollector(): ProblemCollector {
  const found = new Map<string, { readonly problem: Problem; readonly combination: string; others: number }>();
  const collector: ProblemCollector = {
    add(problem, combination) {
      const key = identify(problem);
      const same = found.get(key);
      if (same) same.others += 1;
      else found.set(key, { problem, combination, others: 0 });
    },
    flush(report) {
      for (const { problem, combination, others } of found.values())
        report(withCombination(problem, combination, others));
    },
    asWarnings() {
      const placeOf = ({ code, start }: Problem): string => `${code}:${start}`;
      const before = new Set([...found.values()].map(({ problem }) => placeOf(problem)));
      const add: ProblemCollector['add'] = (problem, combination) => {
        const severity = isError(problem) ? 'warning' : problem.severity;
        if (!before.has(placeOf(problem))) collector.add({ ...problem, severity }, combination);
      };
      return { ...collector, add };
    },
  };
  return collector;
}

/** Arguments that may differ between the combinations of one problem. */
const perValue: ReadonlySet<string> = new Set(['value', 'length', 'count', 'suggestion', 'found', 'path', 'size']);

function identify({ code, severity, start, end, args }: Problem): string {
  const kept = Object.entries(args).filter(([name]) => !perValue.has(name));
  return JSON.stringify([code, severity, start, end, kept]);
}

/** `combination` and `others` make the message say where the problem occurs. */
function withCombination(problem: Problem, combination: string, others: number): Problem {
  if (combination === '') return problem;
  return { ...problem, args: { ...problem.args, combination, ...(others > 0 ? { others } : {}) } };
}

/** `size: 2K, mood: dark`: the axes that a value depends on, in one variant. */
export function describeCombination({ axes }: Variant, dependencies: Dependencies): string {
  return Object.entries(axes)
    .filter(([name]) => dependencies.has(name))
    .map(([name, value]) => `${name}: ${shorten(value)}`)
    .join(', ');
}

const maxShownValue = 30;

function shorten(value: JsonValue): string {
  const text = toText(value).replaceAll(/\s+/g, ' ');
  return text.length > maxShownValue ? `${text.slice(0, maxShownValue)}…` : text;
}
