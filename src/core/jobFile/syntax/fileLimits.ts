import { buildProblem, type Problem } from '../problem.ts';

/** A larger file is data that only looks like a job file. Reading it would take seconds at each key press. */
const maxLines = 50_000;
/** UTF-16 units without inline media. */
const maxLength = 1024 * 1024;
const inlineMedia = /data:[\w.+-]+\/[\w.+-]+;base64,[\w+/=]*/g;

/** Limit for YAML errors of one file. VS Code shows as many. */
export const maxProblems = 1_000;

export function isTooLarge(text: string): boolean {
  // Each line has at least one character.
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

/** The problem is at the start of the file, because nothing after it is read. */
export function describeTooLarge(): Problem {
  const args = { variant: 'too-large', lines: maxLines, megabytes: maxLength / 1024 ** 2 };
  return buildProblem('yaml-syntax', { start: 0, end: 0 }, { args });
}
