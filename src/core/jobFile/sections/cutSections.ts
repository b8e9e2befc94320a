import { nextLineAt } from '../../support/text/lines.ts';
import type { TextRange } from '../../support/textRange.ts';
import { isTooLarge } from '../syntax/parseSyntax.ts';

/**
 * The content of a section: comments before the first key, a key of the root, the line `jobs:` with the comments below
 * it, or one entry of it.
 */
export type SectionKind = 'preamble' | 'key' | 'jobs' | 'job';

export interface SectionRange extends TextRange {
  readonly kind: SectionKind;
}

/**
 * Cuts a text at the keys of its root and, below a `jobs:` in block style, at its entries. YAML ends whatever is open,
 * even a quote, at a line that is indented less, so each section has the same meaning alone and in the text. The
 * sections cover the text. Null if it has to be read as a whole: the root is not a block map in the first column, there
 * are several documents or merge conflicts, `jobs:` occurs twice, or the text is too large.
 */
export function cutSections(text: string): readonly SectionRange[] | null {
  if (isTooLarge(text)) return null;
  const cutter = new Cutter(text);
  for (let start = text.startsWith('\ufeff') ? 1 : 0; start < text.length; start = nextLineAt(text, start)) {
    if (!cutter.add(start)) return null;
  }
  return cutter.finish();
}

/** Starts of the markers of documents and of merge conflicts. */
const wholeFileMarker = /---|\.\.\.|<{7}|\|{7}|={7}|>{7}/y;
const jobsHeader = /jobs:(?:[ \t]+#[^\n]*|[ \t]*)\r?(?:\n|$)/y;
const tabFirst = / *\t/y;
const blankOrComment = /[ \t]*(?:#|\r?(?:\n|$))/y;
/** A line has content if its first character is a later one in Unicode. */
const numberSign = 0x23;

/**
 * A key with its colon, in the usual form. Other lines end no section, so a key in a rarer form is read with the
 * section before it.
 */
const keyPattern = /(?:[\p{L}\p{N}_$][^:#,[\]{}&*!|>'"%@`\r\n]*|"[^"\\\n]*"|'[^'\n]*'):(?=[ \t\r\n]|$)/uy;

class Cutter {
  readonly #text: string;
  readonly #sections: SectionRange[] = [];
  #open: { readonly kind: SectionKind; readonly start: number } = { kind: 'preamble', start: 0 };
  /** Column of the entries of `jobs:`. Null until there is one. */
  #jobIndent: number | null = null;
  #hasJobs = false;
  /** Blank lines with a tab are refused before a key, so that key belongs to the section before it. */
  #followsTab = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns false if the text cannot be cut. */
  add(start: number): boolean {
    const indent = this.#indentOf(start);
    const isText = this.#text.charCodeAt(start + indent) > numberSign;
    const isEmpty = !isText && this.#matches(blankOrComment, start);
    if (isEmpty) this.#followsTab ||= this.#matches(tabFirst, start);
    const isAdded = isEmpty || this.#addContent(start, indent);
    if (!isEmpty) this.#followsTab = false;
    return isAdded;
  }

  #addContent(start: number, indent: number): boolean {
    if (indent === 0 && this.#matches(wholeFileMarker, start)) return false;
    const mayBeKey = indent === 0 || indent === this.#jobIndent || this.#open.kind === 'jobs';
    const isKey = mayBeKey && !this.#followsTab && this.#matches(keyPattern, start + indent);
    if (indent === 0 && isKey) return this.#openKey(start);
    switch (this.#open.kind) {
      case 'job':
        if (indent === this.#jobIndent && isKey) this.#cut('job', start);
        return true;
      case 'jobs':
        this.#openFirstJob(start, { indent, isKey });
        return true;
      default:
        return this.#open.kind !== 'preamble';
    }
  }

  finish(): readonly SectionRange[] | null {
    if (this.#open.kind === 'preamble') return null;
    this.#close(this.#text.length, null);
    return this.#sections;
  }

  #openKey(start: number): boolean {
    const isHeader = this.#matches(jobsHeader, start);
    if (isHeader && this.#hasJobs) return false;
    this.#hasJobs ||= isHeader;
    this.#cut(isHeader ? 'jobs' : 'key', start);
    return true;
  }

  /** A key in the first column is one of the root. A `jobs:` that is not a map of jobs is a key like any other. */
  #openFirstJob(start: number, { indent, isKey }: { readonly indent: number; readonly isKey: boolean }): void {
    if (isKey) {
      this.#jobIndent = indent;
      this.#cut('job', start);
    } else this.#open = { kind: 'key', start: this.#open.start };
  }

  #cut(kind: SectionKind, start: number): void {
    this.#close(start, kind);
    this.#open = { kind, start };
  }

  /** `jobs:` with nothing below it is a key like any other. */
  #close(end: number, next: SectionKind | null): void {
    const { kind, start } = this.#open;
    const isEmptyJobs = kind === 'jobs' && next !== 'job';
    if (end > start) this.#sections.push({ kind: isEmptyJobs ? 'key' : kind, start, end });
  }

  #indentOf(start: number): number {
    let column = start;
    while (this.#text.charCodeAt(column) === 32) column += 1;
    return column - start;
  }

  #matches(pattern: RegExp, offset: number): boolean {
    pattern.lastIndex = offset;
    return pattern.test(this.#text);
  }
}
