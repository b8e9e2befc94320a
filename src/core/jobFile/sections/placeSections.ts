import { findLastUpTo } from '../../support/findLastUpTo.ts';
import { cutSections, type SectionRange } from './cutSections.ts';
import type { Move } from './moveTree.ts';
import { Section } from './section.ts';

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

/** A slice would keep the whole text in memory as long as the section. */
function copyOf(text: string, start: number, end: number): string {
  return `\n${text.slice(start, end)}`.slice(1);
}

/** Returns the number of equal items at the start of two lists, and at their end. */
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
 * Maps offsets in kept sections of one text to another text. Each section moves separately: much may have changed
 * between two texts, and kept sections may be next to others that are new.
 */
export function createMove(before: readonly PlacedSection[], now: readonly PlacedSection[]): Move {
  const starts = new Map(now.map(({ section, start }) => [section, start]));
  return (offset) => {
    const placed = before[findLastUpTo(before, offset)];
    const start = placed && starts.get(placed.section);
    return placed && start !== undefined ? offset - placed.start + start : offset;
  };
}
