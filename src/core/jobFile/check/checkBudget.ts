import type { JobFile } from '../job.ts';
import { buildProblem, type Problem } from '../problem.ts';
import { findEntry, type MapNode, type SyntaxNode } from '../syntax/syntaxTree.ts';

/** Reports budgets above the user's own for a run, in US dollars: a file can lower that budget, never raise it. */
export function checkBudget({ root }: Pick<JobFile, 'root'>, ownUsd: number | undefined): readonly Problem[] {
  if (!root || ownUsd === undefined || ownUsd <= 0) return [];
  const jobs = mapOf(findEntry(root, 'jobs')?.value);
  return [root, ...(jobs?.entries ?? []).map(({ value }) => mapOf(value))].flatMap((map) => {
    const budget = findEntry(mapOf(findEntry(map, 'gen')?.value), 'budget_usd')?.value;
    const amount = budget?.kind === 'scalar' ? budget.value : null;
    if (!budget || typeof amount !== 'number' || amount <= ownUsd) return [];
    return [
      buildProblem('budget-not-raised', budget, { severity: 'information', args: { value: amount, own: ownUsd } }),
    ];
  });
}

function mapOf(node: SyntaxNode | undefined): MapNode | null {
  return node?.kind === 'map' ? node : null;
}
