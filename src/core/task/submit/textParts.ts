/** What has to be written down of a text that grows: from `offset` on (in UTF-16 units) it is now this. */
export interface TextPart {
  readonly offset: number;
  readonly text: string;
}

/** Answers what is new in each of the texts that it is given, so that as much is written as there is of the last one. */
export function createTextParts(): (text: string) => TextPart {
  let last = '';
  return (text) => {
    const offset = commonLength(last, text);
    last = text;
    return { offset, text: text.slice(offset) };
  };
}

/** Mostly all of the shorter one; never in the middle of a character. */
function commonLength(one: string, other: string): number {
  if (other.startsWith(one)) return one.length;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(other[length - 1] ?? '') ? length - 1 : length;
}
