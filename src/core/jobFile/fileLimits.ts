import type { Problem } from './problem.ts';

/** A file with more is data that only looks like a job file: to read it takes seconds with each key that is typed. */
const maxLines = 50_000;
/** UTF-16 units beside inline media. */
const maxLength = 1024 * 1024;
const inlineMedia = /data:[\w.+-]+\/[\w.+-]+;base64,[\w+/=]*/g;

/** What YAML refuses in one file; VS Code shows as many. */
export const maxFaults = 1_000;

export function isTooLarge(text: string): boolean {
  // Each line takes a character.
  if (text.length <= maxLines) return false;
  return hasTooManyLines(text) || (text.length > maxLength && lengthBesideMedia(text) > maxLength);
}

function hasTooManyLines(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= maxLines; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > maxLines;
}

function lengthBesideMedia(text: string): number {
  let length = text.length;
  for (const [media] of text.matchAll(inlineMedia)) length -= media.length;
  return length;
}

/** At the start of the file: nothing after it is read. */
export function describeTooLarge(): Problem {
  const args = { variant: 'too-large', lines: maxLines, megabytes: maxLength / 1024 ** 2 };
  return { code: 'yaml-syntax', severity: 'error', start: 0, end: 0, args };
}
