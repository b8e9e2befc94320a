import { compileNode, noVariant } from './compileNode.ts';
import { isPlanList, isSettled } from '../planValue.ts';
import type { Scope } from './scope.ts';
import { buildProblem } from '../problem.ts';
import type { MapNode, SyntaxEntry, SyntaxNode } from '../syntax/syntaxTree.ts';
import type { Axis, AxisValue, Combination, Matrix } from '../matrix/matrix.ts';
import type { MatrixSource } from '../job.ts';

/** Evaluates the values of a matrix, once for all its requests. An axis with a problem is left out. */
export function compileMatrix({ keyRange, axes, include, exclude }: MatrixSource, scope: Scope): Matrix {
  const compiled = axes.flatMap((entry) => compileAxisValues(entry, scope));
  const names = new Set(compiled.map(({ name }) => name));
  for (const { entries } of exclude) {
    for (const { key, keyRange: range } of entries) {
      if (names.has(key) || axes.some((axis) => axis.key === key)) continue;
      scope.report(buildProblem('wrong-matrix', range, { args: { variant: 'exclude-no-axis', key } }));
    }
  }
  return {
    keyRange,
    axes: compiled,
    include: include.map((node) => compileCombination(node, scope)),
    exclude: exclude.map((node) => compileCombination(node, scope)),
  };
}

function compileAxisValues({ key, keyRange, value }: SyntaxEntry, scope: Scope): readonly Axis[] {
  const values =
    value.kind === 'sequence' ? value.items.map((item) => compileValue(item, scope)) : spread(value, scope);
  if (values && values.length > 0) return [{ name: key, range: keyRange, values }];
  const variant = values ? 'empty-axis' : 'not-a-list';
  scope.report(buildProblem('wrong-matrix', value, { args: { variant, key } }));
  return [];
}

/**
 * An expression may return the whole list. Null if it returns something else. A value that is not known yet counts as
 * one.
 */
function spread(node: SyntaxNode, scope: Scope): readonly AxisValue[] | null {
  const { value } = compileValue(node, scope);
  if (isPlanList(value)) return value.map((item) => ({ value: item, node }));
  return isSettled(value) ? null : [{ value, node }];
}

function compileValue(node: SyntaxNode, scope: Scope): AxisValue {
  return { value: compileNode(node, scope, 'keep').evaluate(noVariant), node };
}

function compileCombination({ entries }: MapNode, scope: Scope): Combination {
  return new Map(entries.map(({ key, value }) => [key, compileValue(value, scope)]));
}
