import { writeLike } from '../../jobFile/write/writeScalar.ts';
import type { TextEdit } from '../languageService.ts';
import type { NameRange } from '../view/nameRange.ts';

/** Writes another name at an occurrence. Returns null if the name cannot be written there. */
export function writeName(nameRange: NameRange, name: string): TextEdit | null {
  const { start, end, writing, quote } = nameRange;
  switch (writing) {
    case 'key':
    case 'value':
      return { start, end, newText: writeLike(quote, name, { isFlow: true }) };
    case 'anchor':
      return /^[\p{L}\p{N}_-]+$/u.test(name) ? { start, end, newText: name } : null;
    case 'step': {
      if (isStep(name)) return { start, end, newText: name };
      const quoted = quoteInExpression(name, quote);
      // The dot before the name is removed.
      return quoted === null ? null : { start: start - 1, end, newText: `[${quoted}]` };
    }
    case 'bracket': {
      const quoted = quoteInExpression(name, quote);
      return quoted === null ? null : { start, end, newText: quoted };
    }
    default:
      return null;
  }
}

/** Whether a name can follow a dot. Digits alone would be an index. */
function isStep(name: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(name) && !/^\d+$/.test(name);
}

/** Writes the name without escapes, so that it is the same in any scalar except one with the same quotes. */
function quoteInExpression(name: string, taken: NameRange['quote']): string | null {
  if (name.includes('\\')) return null;
  const quote = ["'", '"'].find((each) => each !== taken && !name.includes(each));
  return quote === undefined || (taken !== '' && name.includes(taken)) ? null : `${quote}${name}${quote}`;
}
