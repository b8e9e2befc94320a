import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import { isNull, type MapNode, type SyntaxEntry, type SyntaxNode } from '../syntax/syntaxTree.ts';

/** `matrix:` as it is written. */
export interface MatrixSource {
  readonly keyRange: TextRange;
  readonly axes: readonly SyntaxEntry[];
  /** Combinations to add or to leave out: lists of maps. */
  readonly include: readonly MapNode[];
  readonly exclude: readonly MapNode[];
}

/** Parses axes, `include:` and `exclude:`. Null if there is no matrix. */
export function parseMatrix(entry: SyntaxEntry | undefined, report: ReportProblem): MatrixSource | null {
  if (!entry || isNull(entry.value)) return null;
  if (entry.value.kind !== 'map') {
    report(buildProblem('wrong-matrix', entry.value, { args: { variant: 'not-a-map' } }));
    return null;
  }
  const { entries } = entry.value;
  const listOf = (name: string): readonly MapNode[] => {
    const found = entries.find(({ key }) => key === name);
    return found ? readMaps(name, found.value, report) : [];
  };
  return {
    keyRange: entry.keyRange,
    axes: entries.filter(({ key, value }) => key !== 'include' && key !== 'exclude' && !isNull(value)),
    include: listOf('include'),
    exclude: listOf('exclude'),
  };
}

function readMaps(key: string, node: SyntaxNode, report: ReportProblem): readonly MapNode[] {
  if (isNull(node)) return [];
  const items = node.kind === 'sequence' ? node.items : [node];
  return items.flatMap((item): readonly MapNode[] => {
    if (item.kind === 'map' && node.kind === 'sequence') return [item];
    report(buildProblem('wrong-matrix', item, { args: { variant: 'not-a-list-of-maps', key } }));
    return [];
  });
}
