import type { TextRange } from '../support/textRange.ts';
import type { LayoutLine } from './layout.ts';

/** The part of a line that is a value, or goes on with one, without a comment behind it; empty where there is none. */
export function findTextRange({ kind, start, end, entry }: LayoutLine, text: string): TextRange {
  const style = entry?.value.style ?? 'none';
  switch (kind) {
    case 'blank':
    case 'comment':
    case 'marker':
      return { start: end, end };
    case 'entry':
      return style === 'block' || !entry ? { start: end, end } : entry.value;
    default: {
      if (style === 'block' || style === 'quoted') return { start, end };
      const line = text.slice(start, end).replaceAll(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
      const comment = line.search(/\s#/);
      return { start, end: comment < 0 ? end : start + comment };
    }
  }
}
