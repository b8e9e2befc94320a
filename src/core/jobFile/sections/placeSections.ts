import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { cutSections, type SectionRange } from './cutSections.ts';
import type { Move } from './moveTree.ts';
import { Section } from './section.ts';

export interface PlacedSection {
  readonly section: Section;
  readonly start: number;
}

/**
 * The sections of a text; what stands before or behind the part that differs from an earlier text is the same objects.
 * Null where the text can not be cut.
 */
export function placeSections(text: string, before: readonly PlacedSection[]): readonly PlacedSection[] | null {
  const ranges = cutSections(text);
  if (!ranges) return null;
  const isKept = (at: number, old: number): boolean => {
    const [range, section] = [ranges[at], before[old]?.section];
    return range !== undefined && section !== undefined && isSame(range, section, text);
  };
  const { head, tail } = countCommon(ranges.length, before.length, isKept);
  return ranges.map(({ kind, start, end }, at): PlacedSection => {
    const old = at < head ? at : at >= ranges.length - tail ? at - ranges.length + before.length : null;
    const kept = old === null ? undefined : before[old];
    return { section: kept?.section ?? new Section(kind, copyOf(text, start, end)), start };
  });
}

function isSame({ kind, start, end }: SectionRange, section: Section, text: string): boolean {
  return kind === section.kind && end - start === section.text.length && text.startsWith(section.text, start);
}

/** A slice would keep the whole text alive for as long as the section lives. */
function copyOf(text: string, start: number, end: number): string {
  return `\n${text.slice(start, end)}`.slice(1);
}

/** How long two lists are alike from their start, and from their end. */
function countCommon(
  count: number,
  before: number,
  isSameAt: (at: number, old: number) => boolean,
): { readonly head: number; readonly tail: number } {
  const most = Math.min(count, before);
  let head = 0;
  while (head < most && isSameAt(head, head)) head += 1;
  let tail = 0;
  while (tail < most - head && isSameAt(count - 1 - tail, before - 1 - tail)) tail += 1;
  return { head, tail };
}

/**
 * Where what stands in kept sections of one text is in another. Each moves by itself: much may have changed between two
 * texts, and sections that are kept stand among others that are not.
 */
export function createMove(before: readonly PlacedSection[], now: readonly PlacedSection[]): Move {
  const starts = new Map(now.map(({ section, start }) => [section, start]));
  return (offset) => {
    const placed = before[findLastUpTo(before, offset)];
    const start = placed && starts.get(placed.section);
    return placed && start !== undefined ? offset - placed.start + start : offset;
  };
}
