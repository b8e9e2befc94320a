/** For a character class: control characters and marks of direction, which make a text look like another one. */
export const disguisingMarks = String.raw`\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`;

const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const marks = new RegExp(`[${disguisingMarks}]+`, 'g');

/** In VS Code, `[label](command:x)` is a link in notifications and inputs, and `$(x)` an icon in lists and lenses. */
const openings = /(?<=[\]$])(?=\()/g;

/** A character without width that allows no line break. Between two characters, it stops them from being syntax. */
export const wordJoiner = '\u2060';

/**
 * Returns text that reads the same but stays text wherever VS Code shows it: on one line, without links, icons, control
 * characters and marks of direction. A second call changes nothing.
 */
export function makeInert(text: string): string {
  return text.replace(lineBreaks, ' ').replace(marks, '').replace(openings, wordJoiner);
}

const controls = new RegExp(String.raw`(?!\n|\t|\x1b\[(?:[12]|22|[39]\d)m)[${disguisingMarks}]`, 'g');

/**
 * Returns text without the control characters that move the cursor of a terminal, set its title or hide what follows.
 * Line breaks, tabs and the codes of colors stay.
 */
export function makePrintable(text: string): string {
  return text.replace(controls, '');
}
