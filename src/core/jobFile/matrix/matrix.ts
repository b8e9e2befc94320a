import type { TextRange } from '../../support/textRange.ts';
import type { PlanValue } from '../planValue.ts';
import type { SyntaxNode } from '../syntax/syntaxTree.ts';

/** A matrix with its values evaluated. */
export interface Matrix {
  readonly keyRange: TextRange;
  readonly axes: readonly Axis[];
  readonly include: readonly Combination[];
  readonly exclude: readonly Combination[];
}

export interface Axis {
  readonly name: string;
  readonly range: TextRange;
  readonly values: readonly AxisValue[];
}

/** A value of an axis, and its range. */
export interface AxisValue {
  readonly value: PlanValue;
  readonly node: SyntaxNode;
}

export type Combination = ReadonlyMap<string, AxisValue>;
