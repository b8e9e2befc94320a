import { isPending, isPlanList, isPlanObject, type PlanValue } from '../planValue.ts';
import { assertNever } from '../../support/assertNever.ts';
import { buildProblem, type Problem } from '../problem.ts';
import type { SyntaxEntry, SyntaxNode } from '../syntax/syntaxTree.ts';

/**
 * YAML has NaN and infinities but JSON has not, so they are refused at any depth, also in unknown fields. `value` is
 * the value of the entry. A number that comes from an expression is reported at the whole entry.
 */
export function findNonFinite({ key, value: node }: SyntaxEntry, value?: PlanValue): readonly Problem[] {
  const args = { field: key, expected: 'unknown', found: 'infinite', variant: 'plain' };
  const written = listNonFinite(node);
  const ranges = written.length === 0 && hasNonFinite(value) ? [node] : written;
  return ranges.map((range) => buildProblem('wrong-type', range, { args }));
}

function hasNonFinite(value: PlanValue | undefined): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (typeof value !== 'object' || value === null || isPending(value)) return false;
  if (isPlanList(value)) return value.some(hasNonFinite);
  return isPlanObject(value) && Object.values(value).some(hasNonFinite);
}

function listNonFinite(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'number' && !Number.isFinite(node.value) ? [node] : [];
    case 'sequence':
      return node.items.flatMap(listNonFinite);
    case 'map':
      return node.entries.flatMap(({ value }) => listNonFinite(value));
    default:
      return assertNever(node);
  }
}
