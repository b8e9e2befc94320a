import type { TextRange } from '../../support/textRange.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import { isNull, type SyntaxEntry, type SyntaxNode } from '../syntaxTree.ts';

/** One thing that `vars:` names: a map that stands there, or a file with one. */
export type VarSource =
  | { readonly kind: 'map'; readonly entries: readonly SyntaxEntry[]; readonly byName: ReadonlyMap<string, SyntaxNode> }
  /** `path` is relative to the job file. */
  | ({ readonly kind: 'file'; readonly path: string } & TextRange);

/** Reads `vars:`: a map, `file://…`, or a list of both. Later ones win. */
export function parseVars(entry: SyntaxEntry | undefined, report: ReportProblem): readonly VarSource[] {
  if (!entry || isNull(entry.value)) return [];
  const nodes = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
  return nodes.flatMap((node) => parseSource(node, report));
}

function parseSource(node: SyntaxNode, report: ReportProblem): readonly VarSource[] {
  if (isNull(node)) return [];
  // Thousands of jobs look into those of the file.
  if (node.kind === 'map') return [{ kind: 'map', entries: node.entries, byName: indexByName(node.entries) }];
  const path = node.kind === 'scalar' ? readFilePath(node.value) : null;
  if (path !== null) return [{ kind: 'file', path, start: node.start, end: node.end }];
  report(buildProblem('wrong-vars', node));
  return [];
}

/** Of two with one name the last one counts. */
export function indexByName(entries: readonly SyntaxEntry[]): ReadonlyMap<string, SyntaxNode> {
  return new Map(entries.map(({ key, value }) => [key, value]));
}

const fileScheme = 'file://';

/** What `file://./brief.md` names, from the job file; null for any other value. */
export function readFilePath(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith(fileScheme) ? value.slice(fileScheme.length).trim() : null;
}
