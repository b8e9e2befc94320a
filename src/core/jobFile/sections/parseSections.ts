import { describeDuplicate } from '../syntax/buildSyntaxTree.ts';
import { parseSyntax } from '../syntax/parseSyntax.ts';
import type { Problem } from '../problem.ts';
import { type MapNode, maxAliasedNodes, type SyntaxEntry, type SyntaxNode } from '../syntax/syntaxTree.ts';
import type { PlacedSection } from './placeSections.ts';
import { findFormProblems } from '../syntax/formProblems.ts';

/** A whole job file as YAML. */
export interface FileSyntax {
  readonly text: string;
  /** The sections that it consists of. Null if it was read as a whole. */
  readonly sections: readonly PlacedSection[] | null;
  readonly root: SyntaxNode | null;
  /** Errors of YAML. */
  readonly syntaxProblems: readonly Problem[];
  /** Keys of the gateway, and traps. */
  readonly formProblems: readonly Problem[];
  /**
   * Maps entries of the root and of `jobs:` to those of their sections, which stay the same objects while the sections
   * are kept.
   */
  readonly origins: ReadonlyMap<SyntaxEntry, SyntaxEntry>;
}

/** Parses any text, section by section if they are independent. */
export function parseSections(text: string, sections: readonly PlacedSection[] | null): FileSyntax {
  const isCut = sections !== null && !isTied(sections) && sections.every(({ section }) => section.reading.isWhole);
  return isCut && countAliased(sections) <= maxAliasedNodes ? joinSections(text, sections) : readWhole(text);
}

function readWhole(text: string): FileSyntax {
  const { root, problems } = parseSyntax(text);
  const formProblems = root?.kind === 'map' ? findFormProblems(root, text) : [];
  return { text, sections: null, root, syntaxProblems: problems, formProblems, origins: new Map() };
}

/** The limit applies to the whole file, however its aliases are distributed. */
function countAliased(sections: readonly PlacedSection[]): number {
  return sections.reduce((sum, { section }) => sum + section.reading.aliasedNodes, 0);
}

/** Whether an alias may reference an anchor in another section. */
function isTied(sections: readonly PlacedSection[]): boolean {
  const anchored = new Map<string, PlacedSection[]>();
  for (const placed of sections) {
    for (const name of placed.section.anchors) anchored.set(name, [...(anchored.get(name) ?? []), placed]);
  }
  if (anchored.size === 0) return false;
  return sections.some((placed) =>
    [...placed.section.aliases].some((name) => anchored.get(name)?.some((each) => each !== placed)),
  );
}

function joinSections(text: string, sections: readonly PlacedSection[]): FileSyntax {
  const joint = new Joint();
  for (const placed of sections) joint.add(placed);
  const { origins, syntaxProblems, formProblems } = joint;
  return { text, sections, root: joint.buildRoot(), syntaxProblems, formProblems, origins };
}

/** Joins the sections of a file in order. */
class Joint {
  readonly origins = new Map<SyntaxEntry, SyntaxEntry>();
  readonly syntaxProblems: Problem[] = [];
  readonly formProblems: Problem[] = [];
  readonly #root = new Map<string, SyntaxEntry | JobsHeader>();
  #jobs: JobsHeader | null = null;
  #end = 0;

  add({ section, start }: PlacedSection): void {
    const { entries, syntaxProblems, formProblems } = section.placeAt(start);
    for (const problem of syntaxProblems) this.syntaxProblems.push(problem);
    for (const problem of formProblems) this.formProblems.push(problem);
    for (const [at, entry] of entries.entries()) {
      const origin = section.reading.entries[at];
      if (origin) this.origins.set(entry, origin);
    }
    if (section.kind === 'jobs') this.#addHeader(start);
    else if (section.kind === 'job' && this.#jobs) {
      for (const entry of entries) this.#addEntry(this.#jobs.entries, entry);
      this.#jobs.end = start + section.reading.end;
    } else for (const entry of entries) this.#addEntry(this.#root, entry);
    if (section.kind !== 'preamble' && section.kind !== 'jobs') this.#end = start + section.reading.rootEnd;
  }

  buildRoot(): MapNode {
    const entries = [...this.#root.values()].map((each) => ('entries' in each ? buildJobs(each) : each));
    return { kind: 'map', start: entries[0]?.start ?? 0, end: this.#end, entries };
  }

  #addHeader(start: number): void {
    const header: JobsHeader = {
      key: jobsKey,
      keyRange: { start, end: start + jobsKey.length },
      entries: new Map(),
      end: 0,
    };
    this.#addEntry(this.#root, header);
    this.#jobs = header;
  }

  #addEntry<T extends SyntaxEntry | JobsHeader>(entries: Map<string, T>, entry: T): void {
    const first = entries.get(entry.key);
    if (first) this.syntaxProblems.push(describeDuplicate(entry, first));
    else entries.set(entry.key, entry);
  }
}

const jobsKey = 'jobs';

interface JobsHeader extends Pick<SyntaxEntry, 'key' | 'keyRange'> {
  readonly entries: Map<string, SyntaxEntry>;
  end: number;
}

function buildJobs({ key, keyRange, entries, end }: JobsHeader): SyntaxEntry {
  const jobs = [...entries.values()];
  const value: MapNode = { kind: 'map', start: jobs[0]?.start ?? keyRange.end, end, entries: jobs };
  return { key, keyRange, value, isMerged: false, start: keyRange.start, end };
}
