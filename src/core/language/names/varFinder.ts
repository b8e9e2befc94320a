import type { VarSource } from '../../jobFile/job.ts';
import { normalizePath } from '../../jobFile/lookups.ts';
import { parseSyntax } from '../../jobFile/syntax/parseSyntax.ts';
import { findEntry, type MapNode } from '../../jobFile/syntax/syntaxNode.ts';
import type { DocumentFiles } from '../languageService.ts';

/** Where a job finds a variable. */
type VarOrigin =
  /** In this file: in the variables of a job, or of the file as a whole if `job` is null. */
  | { readonly kind: 'here'; readonly job: string | null }
  /** In a file of variables. `path` is written as in the job file. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'nowhere' };

/** A reader of variables: a job, or the file as a whole. `sources` are those of the file, then its own. */
export interface VarReader {
  readonly id: string | null;
  readonly sources: readonly VarSource[];
}

/** `path` is written as in the job file. Returns null if there is no such map, or if files are not read. */
export function readVarsMap(path: string, files: DocumentFiles | undefined): MapNode | null {
  const outcome = files?.isTrusted === false ? undefined : files?.readText(normalizePath(path));
  if (!outcome?.ok) return null;
  const { root } = parseSyntax(outcome.text);
  return root?.kind === 'map' ? root : null;
}

/** Later sources win, and those of a job follow those of the file. Each file is read once. */
export function createVarFinder(
  fileSources: readonly VarSource[],
  files: DocumentFiles | undefined,
): (reader: VarReader, name: string) => VarOrigin {
  const maps = new Map<string, MapNode | null>();
  const mapOf = (path: string): MapNode | null => {
    const map = maps.has(path) ? (maps.get(path) ?? null) : readVarsMap(path, files);
    maps.set(path, map);
    return map;
  };
  const findIn = (sources: readonly VarSource[], name: string, job: string | null): VarOrigin | null => {
    for (const source of sources.toReversed()) {
      if (source.kind === 'file' && findEntry(mapOf(source.path), name)) return { kind: 'file', path: source.path };
      if (source.kind === 'map' && source.byName.has(name)) return { kind: 'here', job };
    }
    return null;
  };
  return ({ id, sources }, name) => {
    const own = id === null ? [] : sources.slice(fileSources.length);
    return findIn(own, name, id) ?? findIn(fileSources, name, null) ?? { kind: 'nowhere' };
  };
}
