import type { Problem } from '../problem.ts';
import type { SyntaxEntry } from '../syntax/syntaxTree.ts';
import type { SectionKind } from './cutSections.ts';
import { moveEntry, moveFinding } from './moveTree.ts';
import { parseSection, type SectionReading } from './parseSection.ts';

/** The content of a section, in offsets of the whole text. */
export interface SectionContent {
  /** Parallel to the entries of the section's content. */
  readonly entries: readonly SyntaxEntry[];
  readonly syntaxProblems: readonly Problem[];
  readonly formProblems: readonly Problem[];
}

/**
 * A part of a job file that is read alone: once, on first use, and never again while its text stays the same, wherever
 * it moves.
 */
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

function place({ entries, syntaxProblems, formProblems }: SectionReading, start: number): SectionContent {
  if (start === 0) return { entries, syntaxProblems, formProblems };
  const moveOne = (problem: Problem): Problem => moveFinding(problem, (offset) => offset + start);
  return {
    entries: entries.map((entry) => moveEntry(entry, start)),
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
