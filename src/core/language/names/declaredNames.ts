import { findEntry, type MapNode, type SyntaxEntry, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { DocumentView } from '../view/documentView.ts';

/** Returns the variables that a job sees. Names in other files are not included. */
export function listVars(view: DocumentView, job: string | null): readonly SyntaxEntry[] {
  const owners = [view.checked.jobFile.root, job === null ? null : findJob(view, job)];
  const entries = owners.flatMap((owner) => listEntries(findEntry(owner, 'vars')?.value));
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

/** Returns the axes of a job's matrix, including those that only `include` has. */
export function listAxes(view: DocumentView, job: string | null): readonly SyntaxEntry[] {
  const matrix = findEntry(job === null ? view.checked.jobFile.root : findJob(view, job), 'matrix')?.value;
  if (matrix?.kind !== 'map') return [];
  const own = matrix.entries.filter(({ key }) => key !== 'include' && key !== 'exclude');
  const included = findEntry(matrix, 'include')?.value;
  const more = included?.kind === 'sequence' ? listEntries(included) : [];
  return [...new Map([...own, ...more].toReversed().map((entry) => [entry.key, entry])).values()].toReversed();
}

export function listJobs({ layout, checked }: DocumentView): readonly SyntaxEntry[] {
  const jobs = layout.hasJobs ? findEntry(checked.jobFile.root, 'jobs')?.value : undefined;
  return jobs?.kind === 'map' ? jobs.entries : [];
}

export function findJob(view: DocumentView, job: string): MapNode | null {
  const jobs = findEntry(view.checked.jobFile.root, 'jobs')?.value;
  const value = jobs?.kind === 'map' ? findEntry(jobs, job)?.value : undefined;
  return value?.kind === 'map' ? value : null;
}

/** Returns a name that is not taken: `base`, or `base` with the next number. */
export function freeName(base: string, taken: ReadonlySet<string>, separator: '_' | '-' = '_'): string {
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = base + separator + number;
  return name;
}

function listEntries(node: SyntaxNode | undefined): readonly SyntaxEntry[] {
  if (node?.kind === 'sequence') return node.items.flatMap((item) => (item.kind === 'map' ? item.entries : []));
  return node?.kind === 'map' ? node.entries : [];
}
