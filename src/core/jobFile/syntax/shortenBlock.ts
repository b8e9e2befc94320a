/** A text without most lines of a long block scalar. */
export interface ShortenedText {
  readonly text: string;
  /** Returns the offset in the whole text. */
  readonly toWhole: (offset: number) => number;
  /** Offset of the block, which is the same in both texts. */
  readonly start: number;
  /** Returns the value of the block in the whole text. Null if `value` is not that of the block in the short text. */
  readonly restore: (value: unknown) => string | null;
}

/** The first line of a block has content, so it determines the indentation. */
const blockStart = /[:-] \|[-+]?(\n +)(?=\S)/g;

/** In UTF-16 units. Parsing fewer takes no time that is worth saving. */
const minLeftOut = 2_000;

/**
 * Leaves out the lines between the first and the last one of a long block scalar. All of them are empty or at least as
 * indented as the first one, so no parser ends the block there. Null if there is no long block.
 */
export function shortenBlock(text: string): ShortenedText | null {
  for (const { 0: match, 1: lead = '', index } of text.matchAll(blockStart)) {
    const first = index + match.length;
    const from = text.indexOf('\n', first) + 1;
    const last = from > 0 ? findLastLine(text, from, lead.slice(1)) : 0;
    if (last - from >= minLeftOut) return leaveOut(text, { start: index + 2, first, from, last, lead });
  }
  return null;
}

interface LongBlock {
  /** Offset of the indicator. */
  readonly start: number;
  /** Offset of the content of the first line. */
  readonly first: number;
  /** Starts of the second and the last line. */
  readonly from: number;
  readonly last: number;
  /** A line break with the indentation of the block. */
  readonly lead: string;
}

function leaveOut(text: string, { start, first, from, last, lead }: LongBlock): ShortenedText | null {
  const lineBreak = text.indexOf('\n', last);
  const end = lineBreak < 0 ? text.length : lineBreak;
  // The parser removes carriage returns, so the text is not the value then.
  if (text.slice(first, end).includes('\r')) return null;
  // Unlike `replaceAll`, `join` builds the string in one piece.
  const unindent = (lines: string): string => lines.split(lead).join('\n');
  const short = unindent(text.slice(first, from - 1) + text.slice(last - 1, end));
  return {
    text: text.slice(0, from) + text.slice(last),
    toWhole: (offset) => (offset < from ? offset : offset + last - from),
    start,
    restore(value) {
      if (typeof value !== 'string' || !value.startsWith(short)) return null;
      // Adding the line break afterwards would copy the value once more.
      const broken = lineBreak >= 0 && value[short.length] === '\n' ? 1 : 0;
      return unindent(text.slice(first, end + broken)) + value.slice(short.length + broken);
    },
  };
}

/** Returns the start of the last line with content. `from`: the start of the second line. */
function findLastLine(text: string, from: number, indent: string): number {
  let last = from;
  for (let start = from; start > 0 && start < text.length; start = text.indexOf('\n', start) + 1) {
    if (text.startsWith(indent, start)) last = text[start + indent.length] === '\n' ? last : start;
    else if (text[start] !== '\n') break;
  }
  return last;
}
