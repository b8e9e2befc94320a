import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import { isNull, type SyntaxEntry, type SyntaxNode } from '../syntax/syntaxTree.ts';

/** One source of `vars:`: a map, or a file with one. */
export type VarSource =
  | { readonly kind: 'map'; readonly entries: readonly SyntaxEntry[]; readonly byName: ReadonlyMap<string, SyntaxNode> }
  /** `path` is relative to the job file. */
  | ({ readonly kind: 'file'; readonly path: string } & TextRange);

/** Parses `vars:`: a map, `file://…`, or a list of both. Later sources win. */
export function parseVars(entry: SyntaxEntry | undefined, report: ReportProblem): readonly VarSource[] {
  if (!entry || isNull(entry.value)) return [];
  const nodes = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
  return nodes.flatMap((node) => parseSource(node, report));
}

function parseSource(node: SyntaxNode, report: ReportProblem): readonly VarSource[] {
  if (isNull(node)) return [];
  // Thousands of jobs look up the variables of the file.
  if (node.kind === 'map') return [{ kind: 'map', entries: node.entries, byName: indexByName(node.entries) }];
  const path = node.kind === 'scalar' ? parseFilePath(node.value) : null;
  if (path !== null) return [{ kind: 'file', path, start: node.start, end: node.end }];
  report(buildProblem('wrong-vars', node));
  return [];
}

/** If two entries have one name, the last one wins. */
export function indexByName(entries: readonly SyntaxEntry[]): ReadonlyMap<string, SyntaxNode> {
  return new Map(entries.map(({ key, value }) => [key, value]));
}

const fileScheme = 'file://';

/** Returns the path of `file://./brief.md`, relative to the job file. Null for any other value. */
export function parseFilePath(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith(fileScheme) ? value.slice(fileScheme.length).trim() : null;
}
