import { assertNever } from '../../support/assertNever.ts';
import { noDependencies, unionOf, type Variant } from '../matrix/variant.ts';
import type { MapNode, SequenceNode, SyntaxNode } from '../syntax/syntaxTree.ts';
import { compileText } from './compileText.ts';
import type { PlanValue } from '../planValue.ts';
import type { Compiled, Scope } from './scope.ts';

/** The meaning of `null` inside a map: leave the key out, or send it. */
export type NullReading = 'leave-out' | 'keep';

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

/** A placeholder for values that do not depend on a variant. */
export const noVariant: Variant = { index: 0, axes: {}, ids: [] };

function settleNow(compiled: Compiled): Compiled {
  return compiled.dependencies.size > 0 ? compiled : constant(compiled.evaluate(noVariant));
}
