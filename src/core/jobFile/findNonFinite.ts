import { assertNever } from '../support/assertNever.ts';
import { buildProblem, type Problem } from './problem.ts';
import type { SyntaxEntry, SyntaxNode } from './syntaxTree.ts';

/** YAML has NaN and infinities, JSON has not: they are refused at any depth, whatever is known about the field. */
export function findNonFinite({ key, value }: SyntaxEntry): readonly Problem[] {
  const args = { field: key, expected: 'unknown', found: 'infinite', variant: 'plain' };
  return listNonFinite(value).map((node) => buildProblem('wrong-type', node, { args }));
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
