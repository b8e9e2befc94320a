import type { TextRange } from '../../support/textRange.ts';
import { parseSyntax } from '../syntax/parseSyntax.ts';
import type { Problem } from '../problem.ts';
import { findEntry, type MapNode, type SyntaxEntry } from '../syntax/syntaxTree.ts';
import type { SectionKind } from './cutSections.ts';
import { moveEntry } from './moveTree.ts';
import { findFormProblems } from '../syntax/formProblems.ts';

/** The content of a section alone. Offsets are relative to its start. */
export interface SectionReading {
  /** False if the section depends on others after all, so that the file has to be read as a whole. */
  readonly isWhole: boolean;
  readonly entries: readonly SyntaxEntry[];
  /** The end of the map of these entries, and of the root if nothing follows. */
  readonly end: number;
  readonly rootEnd: number;
  readonly aliasedNodes: number;
  readonly syntaxProblems: readonly Problem[];
  /** Keys of the gateway, and traps. */
  readonly formProblems: readonly Problem[];
}

const header = 'jobs:\n';

const nothing = { entries: [], end: 0, rootEnd: 0, aliasedNodes: 0, syntaxProblems: [], formProblems: [] };

/** An entry of `jobs:` is parsed below such a line, so that it is as deep as in the text. */
export function parseSection(kind: SectionKind, text: string): SectionReading {
  if (kind === 'preamble' || kind === 'jobs') return { ...nothing, isWhole: true };
  const prefix = kind === 'job' ? header : '';
  const source = prefix + text;
  const { root, problems, aliasedNodes } = parseSyntax(source);
  const map = kind === 'job' ? findJobs(root) : root;
  if (!root || map?.kind !== 'map' || map.entries.some(isMerge)) return { ...nothing, isWhole: false };
  const back = -prefix.length;
  const moveBack = (offset: number): number => Math.max(0, offset + back);
  const moveRange = <T extends TextRange>(range: T): T => ({
    ...range,
    start: moveBack(range.start),
    end: moveBack(range.end),
  });
  const moveOne = (problem: Problem): Problem => ({
    ...moveRange(problem),
    ...(problem.related ? { related: problem.related.map(moveRange) } : {}),
  });
  return {
    isWhole: true,
    entries: back === 0 ? map.entries : map.entries.map((entry) => moveEntry(entry, back)),
    end: map.end + back,
    rootEnd: root.end + back,
    aliasedNodes,
    syntaxProblems: problems.map(moveOne),
    formProblems: findFormProblems(map, source).map(moveOne),
  };
}

/** Returns the map only if it is the only entry. */
function findJobs(root: ReturnType<typeof parseSyntax>['root']): MapNode | undefined {
  if (root?.kind !== 'map' || root.entries.length !== 1) return undefined;
  const value = findEntry(root, 'jobs')?.value;
  return value?.kind === 'map' ? value : undefined;
}

/** The result of a merge into the root or into `jobs:` depends on their other entries. */
function isMerge({ key, isMerged }: SyntaxEntry): boolean {
  return isMerged || key === '<<';
}
