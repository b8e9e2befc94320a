import { parseExpression } from '../../../jobFile/expression/parseExpression.ts';
import { scanTemplate } from '../../../jobFile/expression/scanTemplate.ts';
import type { SyntaxNode } from '../../../jobFile/syntax/syntaxNode.ts';
import { assertNever } from '../../../support/assertNever.ts';
import { type Graph, invertGraph } from '../../../support/graph.ts';
import { listVars } from '../../names/declaredNames.ts';
import type { DocumentView } from '../../view/documentView.ts';

/** Returns the ids of the jobs that a job may wait for: all except itself and those that wait for it. */
export function listPossibleNeeds(view: DocumentView, job: string): readonly string[] {
  const { jobs } = view.checked;
  const graph = new Map(jobs.map((each) => [each.job.id ?? '', each.compiled.needs.map(({ id }) => id)]));
  const waiting = findDependents(job, graph);
  return jobs.flatMap(({ job: { id } }) => (id === null || waiting.has(id) ? [] : [id]));
}

/** Returns the variables that reference a variable, itself included. A reference to one of them would be a cycle. */
export function findDependentVars(view: DocumentView, job: string | null, name: string): ReadonlySet<string> {
  const graph = new Map(listVars(view, job).map((each) => [each.name, listVarsIn(each.node)]));
  return findDependents(name, graph);
}

/** Returns all names that lead to a name, itself included. */
function findDependents(name: string, graph: Graph): ReadonlySet<string> {
  const dependents = invertGraph(graph);
  // The set grows while the loop walks it.
  const found = new Set([name]);
  for (const each of found) for (const dependent of dependents.get(each) ?? []) found.add(dependent);
  return found;
}

function listVarsIn(node: SyntaxNode): readonly string[] {
  switch (node.kind) {
    case 'map':
      return node.entries.flatMap(({ value }) => listVarsIn(value));
    case 'sequence':
      return node.items.flatMap(listVarsIn);
    case 'scalar':
      return typeof node.value === 'string' ? listVarsInText(node.value) : [];
    default:
      return assertNever(node);
  }
}

function listVarsInText(text: string): readonly string[] {
  return scanTemplate(text).flatMap((piece) => {
    const outcome = piece.kind === 'expression' ? parseExpression(piece.source) : null;
    const [context, name] = outcome?.ok ? outcome.expression.path : [];
    return context?.step === 'vars' && name ? [String(name.step)] : [];
  });
}
