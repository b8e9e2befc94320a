import { findEntry, type MapNode, type SyntaxEntry, type SyntaxNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';
import { type DocumentView, hasJobs } from '../view/documentView.ts';

/** A name that expressions can reference, with its declaration. */
interface DeclaredName {
  readonly kind: 'var' | 'axis' | 'job';
  readonly name: string;
  /** The job that declares it. Null for the root and for the file as a whole. */
  readonly job: string | null;
  /** Range of the key. */
  readonly range: TextRange;
  readonly node: SyntaxNode;
}

/**
 * Returns the variables that a job sees: its own, and those of the file that it does not override. Names in other files
 * are not included.
 */
export function listVars(view: DocumentView, job: string | null): readonly DeclaredName[] {
  const { root } = view.checked.jobFile;
  const ofFile = entriesOfVars(findEntry(root, 'vars')).map((entry) => declare('var', entry, null));
  const ofJob =
    job === null ? [] : entriesOfVars(findEntry(findJob(view, job), 'vars')).map((entry) => declare('var', entry, job));
  return [...new Map([...ofFile, ...ofJob].map((each) => [each.name, each])).values()];
}

/** Returns the axes of a job's matrix, including those that only `include` has. */
export function listAxes(view: DocumentView, job: string | null): readonly DeclaredName[] {
  const matrix = findEntry(job === null ? view.checked.jobFile.root : findJob(view, job), 'matrix')?.value;
  if (matrix?.kind !== 'map') return [];
  const own = matrix.entries.filter(({ key }) => key !== 'include' && key !== 'exclude');
  const included = findEntry(matrix, 'include')?.value;
  const more = included?.kind === 'sequence' ? included.items.flatMap((item) => mapEntries(item)) : [];
  return [...new Map([...more.toReversed(), ...own.toReversed()].map((entry) => [entry.key, entry])).values()]
    .toReversed()
    .map((entry) => declare('axis', entry, job));
}

/** Returns the entries under `jobs:`, in the order of the file. */
export function listJobs(view: DocumentView): readonly DeclaredName[] {
  if (!hasJobs(view)) return [];
  return mapEntries(findEntry(view.checked.jobFile.root, 'jobs')?.value).map((entry) =>
    declare('job', entry, entry.key),
  );
}

/** Returns the map of a job under `jobs:`. */
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

function entriesOfVars(entry: SyntaxEntry | undefined): readonly SyntaxEntry[] {
  const value = entry?.value;
  return value?.kind === 'sequence' ? value.items.flatMap((item) => mapEntries(item)) : mapEntries(value);
}

function mapEntries(node: SyntaxNode | undefined): readonly SyntaxEntry[] {
  return node?.kind === 'map' ? node.entries : [];
}

function declare(kind: DeclaredName['kind'], { key, keyRange, value }: SyntaxEntry, job: string | null): DeclaredName {
  return { kind, name: key, job, range: keyRange, node: value };
}
