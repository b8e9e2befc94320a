import { type Problem, moveWithRelated } from '../problem.ts';
import { describeDuplicate } from '../syntax/buildSyntaxTree.ts';
import { findFormProblems } from '../syntax/formProblems.ts';
import { parseSyntax, parseSyntaxOfPart } from '../syntax/parseSyntax.ts';
import {
  type MapNode,
  maxAliasedNodes,
  type SyntaxEntry,
  type SyntaxNode,
  moveEntry,
  findEntry,
} from '../syntax/syntaxNode.ts';
import { cutSections, type SectionRange, type SectionKind } from './cutSections.ts';

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
export function parseSections(text: string, sections = placeSections(text, [])): FileSyntax {
  const isCut = sections !== null && !isTied(sections) && sections.every(({ section }) => section.reading.isWhole);
  return isCut && countAliased(sections) <= maxAliasedNodes ? joinSections(text, sections) : parseWhole(text);
}

function parseWhole(text: string): FileSyntax {
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

export interface PlacedSection {
  readonly section: Section;
  readonly start: number;
}

/**
 * Returns the sections of a text. Those before and after the part that differs from an earlier text are the same
 * objects. Null if the text cannot be cut.
 */
export function placeSections(text: string, before: readonly PlacedSection[]): readonly PlacedSection[] | null {
  const ranges = cutSections(text);
  if (!ranges) return null;
  const isKept = (at: number, old: number): boolean => {
    const [range, section] = [ranges[at], before[old]?.section];
    return range !== undefined && section !== undefined && isSame(range, section, text);
  };
  const most = Math.min(ranges.length, before.length);
  let [head, tail] = [0, 0];
  while (head < most && isKept(head, head)) head += 1;
  while (tail < most - head && isKept(ranges.length - 1 - tail, before.length - 1 - tail)) tail += 1;
  return ranges.map(({ kind, start, end }, at): PlacedSection => {
    const old = at < head ? at : at >= ranges.length - tail ? at - ranges.length + before.length : null;
    const kept = old === null ? undefined : before[old];
    return { section: kept?.section ?? new Section(kind, copyOf(text, start, end)), start };
  });
}

function isSame({ kind, start, end }: SectionRange, section: Section, text: string): boolean {
  return kind === section.kind && end - start === section.text.length && text.startsWith(section.text, start);
}

/** A slice would keep the whole text in memory as long as the section, which matters if that is much larger. */
function copyOf(text: string, start: number, end: number): string {
  const slice = text.slice(start, end);
  return slice.length > text.length / 2 ? slice : `\n${slice}`.slice(1);
}

/** A part of a job file that is read alone, and only once while its text stays the same, wherever it moves. */
export class Section {
  readonly kind: SectionKind;
  readonly text: string;
  /** Names of anchors and aliases, or words that look like them. */
  readonly anchors: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
  #reading: SectionReading | null = null;
  #placed: { readonly start: number; readonly content: SectionContent } | null = null;

  constructor(kind: SectionKind, text: string) {
    this.kind = kind;
    this.text = text;
    this.anchors = findNames(text, '&');
    this.aliases = findNames(text, '*');
  }

  get reading(): SectionReading {
    return (this.#reading ??= parseSection(this.kind, this.text));
  }

  /** Returns the same objects while the section does not move. */
  placeAt(start: number): SectionContent {
    if (this.#placed?.start !== start) this.#placed = { start, content: place(this.reading, start) };
    return this.#placed.content;
  }
}

/** The content of a section, in offsets of the whole text. */
interface SectionContent {
  readonly entries: readonly SyntaxEntry[];
  /** The end of the map of these entries, and of the root if nothing follows. */
  readonly end: number;
  readonly rootEnd: number;
  /** Errors of YAML. */
  readonly syntaxProblems: readonly Problem[];
  /** Keys of the gateway, and traps. */
  readonly formProblems: readonly Problem[];
}

function place(reading: SectionReading, start: number): SectionContent {
  const by = start - reading.lead;
  if (by === 0) return reading;
  const { entries, end, rootEnd, syntaxProblems, formProblems } = reading;
  // What explains a problem may be in the line that was parsed before the section.
  const moveOne = (problem: Problem): Problem => moveWithRelated(problem, (offset) => Math.max(start, offset + by));
  return {
    entries: entries.map((entry) => moveEntry(entry, by)),
    end: end + by,
    rootEnd: rootEnd + by,
    syntaxProblems: syntaxProblems.map(moveOne),
    formProblems: formProblems.map(moveOne),
  };
}

const noNames: ReadonlySet<string> = new Set();

function findNames(text: string, sign: '&' | '*'): ReadonlySet<string> {
  if (!text.includes(sign)) return noNames;
  const pattern = sign === '&' ? /&([^\s,[\]{}]+)/g : /\*([^\s,[\]{}]+)/g;
  return new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));
}

/** The content of a section alone, in offsets of the text that was parsed. */
interface SectionReading extends SectionContent {
  /** False if the section depends on others after all, so that the file has to be read as a whole. */
  readonly isWhole: boolean;
  /** The offset of the section in that text. */
  readonly lead: number;
  readonly aliasedNodes: number;
}

const header = 'jobs:\n';

const nothing = { lead: 0, entries: [], end: 0, rootEnd: 0, aliasedNodes: 0, syntaxProblems: [], formProblems: [] };

/** An entry of `jobs:` is parsed below such a line, so that it is as deep as in the text. */
function parseSection(kind: SectionKind, text: string): SectionReading {
  if (kind === 'preamble' || kind === 'jobs') return { ...nothing, isWhole: true };
  const lead = kind === 'job' ? header.length : 0;
  const source = kind === 'job' ? header + text : text;
  const { root, problems, aliasedNodes } = parseSyntaxOfPart(source);
  const map = kind === 'job' ? findJobs(root) : root;
  if (!root || map?.kind !== 'map' || map.entries.some(isMerge)) return { ...nothing, isWhole: false };
  return {
    isWhole: true,
    lead,
    entries: map.entries,
    end: map.end,
    rootEnd: root.end,
    aliasedNodes,
    syntaxProblems: problems,
    formProblems: findFormProblems(map, source),
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

const jobsKey = 'jobs';

function joinSections(text: string, sections: readonly PlacedSection[]): FileSyntax {
  const origins = new Map<SyntaxEntry, SyntaxEntry>();
  const [syntaxProblems, formProblems]: [Problem[], Problem[]] = [[], []];
  const [entries, jobs] = [new Map<string, SyntaxEntry>(), new Map<string, SyntaxEntry>()];
  let header: SyntaxEntry | null = null;
  let [end, jobsEnd] = [0, 0];
  const add = (map: Map<string, SyntaxEntry>, entry: SyntaxEntry): void => {
    const first = map.get(entry.key);
    if (first) syntaxProblems.push(describeDuplicate(entry, first));
    else map.set(entry.key, entry);
  };
  for (const { section, start } of sections) {
    const content = section.placeAt(start);
    for (const problem of content.syntaxProblems) syntaxProblems.push(problem);
    for (const problem of content.formProblems) formProblems.push(problem);
    for (const [at, entry] of content.entries.entries()) {
      const origin = section.reading.entries[at];
      if (origin) origins.set(entry, origin);
      add(section.kind === 'job' ? jobs : entries, entry);
    }
    if (section.kind === 'jobs') {
      header = buildHeader(start);
      add(entries, header);
    } else if (section.kind !== 'preamble') end = content.rootEnd;
    if (section.kind === 'job') jobsEnd = content.end;
  }
  const all = [...entries.values()].map((entry) => (entry === header ? fillHeader(entry, [...jobs.values()]) : entry));
  const root: MapNode = { kind: 'map', start: all[0]?.start ?? 0, end, entries: all };
  return { text, sections, root, syntaxProblems, formProblems, origins };

  function fillHeader(entry: SyntaxEntry, own: readonly SyntaxEntry[]): SyntaxEntry {
    const value: MapNode = { kind: 'map', start: own[0]?.start ?? entry.end, end: jobsEnd, entries: own };
    return { ...entry, value, end: jobsEnd };
  }
}

function buildHeader(start: number): SyntaxEntry {
  const keyRange = { start, end: start + jobsKey.length };
  return { key: jobsKey, keyRange, value: { kind: 'map', ...keyRange, entries: [] }, isMerged: false, ...keyRange };
}
