import { groupBy } from '../../support/groupBy.ts';
import type { JsonValue } from '../../support/json/json.ts';
import { setOwn } from '../../support/json/setOwn.ts';
import { closestName } from '../../support/text/closestName.ts';
import type { TextRange } from '../../support/textRange.ts';
import type { MatrixSource } from '../job.ts';
import { holdsEnv, isSettled, reveal, isPlanList } from '../planValue.ts';
import { buildProblem } from '../problem.ts';
import type { SyntaxNode, MapNode, SyntaxEntry } from '../syntax/syntaxNode.ts';
import { compileNode, noVariant } from './compileNode.ts';
import { identityOf, indexValues, isScalar, type KnownValues, matchValue } from './matchValues.ts';
import type { Scope } from './scope.ts';
import type { AxisValue, ExpandedAxis, Variant } from './variant.ts';

export interface Matrix {
  readonly keyRange: TextRange;
  readonly axes: readonly Axis[];
  readonly include: readonly Combination[];
  readonly exclude: readonly Exclusion[];
}

/** The values of each axis that a map of `exclude` matches: all of them have to be in a combination. */
type Exclusion = readonly (readonly [axis: string, values: readonly AxisValue[]])[];

interface Axis {
  readonly name: string;
  readonly range: TextRange;
  readonly values: readonly AxisValue[];
}

/** Each combination has a value for each axis, so more would make a short file large. */
const maxAxes = 100;

type Combination = ReadonlyMap<string, AxisValue>;

/** Evaluates the values of a matrix, once for all its requests. An axis with a problem is left out. */
export function compileMatrix({ keyRange, axes, include, exclude }: MatrixSource, scope: Scope): Matrix {
  const { size } = new Set([...axes, ...include.flatMap(({ entries }) => entries)].map(({ key }) => key));
  if (size > maxAxes) {
    scope.report(buildProblem('too-many-items', keyRange, { args: { field: 'matrix', max: maxAxes, count: size } }));
    return { keyRange, axes: [], include: [], exclude: [] };
  }
  const compiled = axes.flatMap((entry) => compileAxisValues(entry, scope));
  const names = new Set(axes.map(({ key }) => key));
  const known = new Map(compiled.map(({ name, values }) => [name, indexValues(values)]));
  const included = include.map((node) => compileCombination(node, scope));
  for (const each of included.flatMap((combination) => [...combination])) {
    matchValue('include', each, known.get(each[0]), scope);
  }
  for (const { values } of compiled) reportRepeated(values, scope);
  reportRepeated(
    include.map((node) => compileValue(node, { ...scope, report: () => undefined })),
    scope,
  );
  for (const { entries } of exclude) {
    for (const { key, keyRange: range } of entries) {
      if (names.has(key)) continue;
      const suggestion = closestName(key, names, Math.round(key.length / 3));
      const args = suggestion
        ? { variant: 'exclude-suggestion', key, suggestion }
        : { variant: 'exclude-no-axis', key };
      scope.report(buildProblem('wrong-matrix', range, { args }));
    }
  }
  return {
    keyRange,
    axes: compiled,
    include: included,
    exclude: compileExclude(exclude, known, scope),
  };
}

/** Maps and lists are compared with each value of their axis. */
const maxCompared = 200;

/** A map of `exclude` that matches nothing is left out. So is one with a key that is not an axis. */
function compileExclude(
  exclude: MatrixSource['exclude'],
  known: ReadonlyMap<string, KnownValues>,
  scope: Scope,
): readonly Exclusion[] {
  const combinations = exclude.map((node) => [...compileCombination(node, scope)]);
  const { length: count, 0: first } = exclude;
  if (first && count > maxCompared && !combinations.flat().every(([, { value }]) => isScalar(value))) {
    scope.report(buildProblem('too-many-items', first, { args: { field: 'exclude', max: maxCompared, count } }));
    return [];
  }
  return combinations
    .map((each) => each.map((own) => [own[0], matchValue('exclude', own, known.get(own[0]), scope)] as const))
    .filter((each) => each.every(([, values]) => values.length > 0));
}

function compileAxisValues({ key, keyRange, value }: SyntaxEntry, scope: Scope): readonly Axis[] {
  const values =
    value.kind === 'sequence' ? value.items.map((item) => compileValue(item, scope)) : spread(value, scope);
  if (values && values.length > 0) return [{ name: key, range: keyRange, values }];
  const variant = values ? 'empty-axis' : 'not-a-list';
  scope.report(buildProblem('wrong-matrix', value, { args: { variant, key } }));
  return [];
}

/** An expression may return the whole list. Null if it returns something else. An unknown value counts as one. */
function spread(node: SyntaxNode, scope: Scope): readonly AxisValue[] | null {
  const { value } = compileValue(node, scope);
  if (isPlanList(value)) return value.map((item) => ({ value: item, node }));
  return isSettled(value) ? null : [{ value, node }];
}

function compileValue(node: SyntaxNode, scope: Scope): AxisValue {
  return { value: compileNode(node, scope, 'keep').evaluate(noVariant), node };
}

/** Reports values that are written before: each makes the same requests again, and is charged again. */
function reportRepeated(values: readonly AxisValue[], { report }: Scope): void {
  const seen = new Set<string>();
  for (const { value, node } of values) {
    const { size } = seen;
    const content = identityOf(value);
    if (content !== null && size === seen.add(content).size) report(buildProblem('same-request', node));
  }
}

function compileCombination({ entries }: MapNode, scope: Scope): Combination {
  return new Map(entries.map(({ key, value }) => [key, compileValue(value, scope)]));
}

/** The requests of a matrix. */
export interface Expansion {
  /** The axes of the matrix, then those that only `include` has, in the order of the file. */
  readonly axes: readonly ExpandedAxis[];
  readonly variants: readonly Variant[];
  /** Number of requests. More than `variants` if those were cut off. */
  readonly count: number;
}

interface ExpandOptions {
  readonly repeat: number;
  readonly limit: number;
}

/**
 * Expands as in GitHub Actions: all combinations, with the first axis slowest. `exclude` removes those that match one
 * of its maps in every key. Then each map of `include`, in order, adds its keys to every combination whose axes it does
 * not change (values that another `include` has added may change). If there is none, the map is a separate combination.
 */
export function expandMatrix(matrix: Matrix | null, { repeat, limit }: ExpandOptions): Expansion {
  const pool = createPool(matrix);
  const lengths = matrix?.axes.map(({ values }) => values.length) ?? [1];
  const product = lengths.length === 0 ? 0 : lengths.reduce((all, length) => all * length, 1);
  const combinations = matrix ? combine(matrix, pool, Math.min(product, limit)) : [[]];
  const { axes } = pool;
  const shown = Math.min(repeat, Math.ceil(limit / Math.max(1, combinations.length)));
  const variants = buildVariants(combinations, { axes, repeat: shown });
  return { axes, variants, count: product > limit ? product * repeat : combinations.length * repeat };
}

/** Indexes of the values of each axis. */
type Ids = (number | undefined)[];

function combine(matrix: Matrix, pool: Pool, limit: number): readonly Ids[] {
  const idsOf = matrix.axes.map(({ name, values }) => values.map((value) => pool.idOf(name, value)));
  const all = multiply(idsOf, limit);
  const excluded = findExcluded(all, matrix, pool);
  const original = excluded.size === 0 ? all : all.filter((ids) => !excluded.has(ids));
  return includeInto(original, matrix, pool);
}

function findExcluded(all: readonly Ids[], { axes, exclude }: Matrix, pool: Pool): ReadonlySet<Ids> {
  const names = axes.map(({ name }) => name);
  const exclusions = exclude.map((each) =>
    each.map(
      ([name, values]) => [names.indexOf(name), new Set(values.map((value) => pool.idOf(name, value)))] as const,
    ),
  );
  const isWhole = (each: (typeof exclusions)[number]): boolean => each.every(([, { size }]) => size === 1);
  const whole = exclusions.filter(isWhole).map((each) => each.map(([axis, [id = -1]]) => [axis, id] as const));
  const inPart = exclusions.filter((each) => !isWhole(each));
  const isInPart = (ids: Ids): boolean =>
    inPart.some((each) => each.every(([axis, values]) => values.has(ids[axis] ?? -1)));
  return new Set([...findAgreeing(all, whole).flat(), ...all.filter(isInPart)]);
}

/** Counts through the axes like an odometer: the first one is the slowest. */
function multiply(idsOf: readonly Ids[], limit: number): readonly Ids[] {
  const all: Ids[] = [];
  const indexes = idsOf.map(() => 0);
  const current: Ids = idsOf.map(([first]) => first);
  while (all.length < limit) {
    all.push(current.slice());
    for (let axis = idsOf.length - 1; axis >= 0; axis -= 1) {
      const values = idsOf[axis] ?? [];
      const next = ((indexes[axis] ?? 0) + 1) % values.length;
      indexes[axis] = next;
      current[axis] = values[next];
      if (next > 0) break;
    }
  }
  return all;
}

function includeInto(original: readonly Ids[], { axes, include }: Matrix, pool: Pool): readonly Ids[] {
  const added: Ids[] = [];
  const matches = include.map((each) => pool.matchOf(each));
  const onAxes = matches.map((match) => match.filter(([axis]) => axis < axes.length));
  const fitting = findAgreeing(original, onAxes);
  for (const [at, match] of matches.entries()) {
    for (const ids of fitting[at] ?? []) assign(ids, match);
    if (fitting[at]?.length) continue;
    const ids: Ids = [];
    assign(ids, match);
    added.push(ids);
  }
  return added.length === 0 ? original : [...original, ...added];
}

type Match = readonly (readonly [axis: number, id: number])[];

/**
 * Returns the combinations that agree with each match. An empty map matches everything, as in GitHub Actions.
 * Combinations are indexed once for all matches with the same axes.
 */
function findAgreeing(all: readonly Ids[], matches: readonly Match[]): readonly (readonly Ids[])[] {
  const indexes = new Map<string, ReadonlyMap<string, readonly Ids[]>>();
  return matches.map((match) => {
    const axes = match.map(([axis]) => axis);
    const index = indexes.get(axes.join()) ?? groupBy(all, (ids) => axes.map((axis) => ids[axis]).join());
    indexes.set(axes.join(), index);
    return index.get(match.map(([, id]) => id).join()) ?? [];
  });
}

function assign(ids: Ids, match: Match): void {
  for (const [axis, id] of match) ids[axis] = id;
}

/** Assigns equal ids to equal values of an axis. */
interface Pool {
  readonly axes: readonly ExpandedAxis[];
  idOf(name: string, value: AxisValue): number;
  matchOf(combination: Combination): Match;
}

function createPool(matrix: Matrix | null): Pool {
  const included = (matrix?.include ?? []).flatMap((each) => [...each.keys()]);
  const names = [...new Set([...(matrix?.axes ?? []).map(({ name }) => name), ...included])];
  const axes = names.map((name, index) => ({ name, index, values: [] as AxisValue[], ids: new Map<string, number>() }));
  const idOf: Pool['idOf'] = (name, value) => {
    const axis = axes[names.indexOf(name)];
    if (!axis) return -1;
    const key = identityOf(value.value) ?? `unknown ${axis.values.length}`;
    const id = axis.ids.get(key) ?? axis.values.push(value) - 1;
    axis.ids.set(key, id);
    // If one of two equal values is from the environment, both are recorded like values from the environment.
    if (holdsEnv(value.value)) axis.values[id] = { ...(axis.values[id] ?? value), value: value.value };
    return id;
  };
  return {
    axes,
    idOf,
    matchOf: (combination) =>
      [...combination].flatMap(([name, value]) =>
        names.includes(name) ? [[names.indexOf(name), idOf(name, value)] as const] : [],
      ),
  };
}

/** Has plain loops, because these run for each of thousands. The value of an axis is null if it is known only later. */
function buildVariants(
  combinations: readonly Ids[],
  { axes, repeat }: { readonly axes: readonly ExpandedAxis[]; readonly repeat: number },
): readonly Variant[] {
  const known = axes.map(({ values }) => values.map(({ value }) => (isSettled(value) ? reveal(value) : null)));
  const variants: Variant[] = [];
  for (const ids of combinations) {
    const values: Record<string, JsonValue> = {};
    for (let index = 0; index < axes.length; index += 1) {
      const value = known[index]?.[ids[index] ?? -1];
      if (value !== undefined) setOwn(values, axes[index]?.name ?? '', value);
    }
    for (let each = 0; each < repeat; each += 1) variants.push({ index: variants.length + 1, axes: values, ids });
  }
  return variants;
}
