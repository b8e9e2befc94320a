import type { TextRange } from '../../support/textRange.ts';
import type { LayoutLine } from './layout.ts';

/** Returns the part of a line that is a value or continues one, without a comment after it. Empty if there is none. */
export function findTextRange({ kind, start, end, entry }: LayoutLine, text: string): TextRange {
  switch (kind) {
    case 'blank':
    case 'comment':
    case 'marker':
      return { start: end, end };
    case 'entry':
      // The header of a block scalar, such as `|-`, contains nothing that matters.
      return entry?.value ?? { start: end, end };
    default: {
      const style = entry?.value.style;
      if (style === 'block' || style === 'quoted') return { start, end };
      const line = text.slice(start, end).replaceAll(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
      const comment = line.search(/\s#/);
      return { start, end: comment < 0 ? end : start + comment };
    }
  }
}
