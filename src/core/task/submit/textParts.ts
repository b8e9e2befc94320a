/** The change of a growing text: `text` replaces everything from `offset` (in UTF-16 units) to the end. */
export interface TextPart {
  readonly offset: number;
  readonly text: string;
}

/**
 * Creates a function that returns what is new in each text compared with the text of the previous call. Thus the
 * recorded parts are hardly longer than the last text.
 */
export function createTextParts(): (text: string) => TextPart {
  let last = '';
  return (text) => {
    const offset = commonLength(last, text);
    last = text;
    return { offset, text: text.slice(offset) };
  };
}

/**
 * Returns the length of the common start, which is mostly the shorter string. It never ends in the middle of a
 * character.
 */
function commonLength(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(other[length - 1] ?? '') ? length - 1 : length;
}
