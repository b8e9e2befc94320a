import { crc32 } from 'node:zlib';

/** Matches a line whose last member is the CRC-32 of everything before it, in 8 hex digits. */
const summed = /^(.*),"sum":"([0-9a-f]{8})"\}$/s;

/** Adds a check sum to one JSON object, which must have a member. */
export function addSum(json: string): string {
  const open = json.slice(0, -1);
  return `${open},"sum":"${sumOf(open)}"}`;
}

/** Checks that a line is as it was written. `none`: the line has no check sum. */
export function checkSum(line: string): 'right' | 'wrong' | 'none' {
  const [, open, sum] = summed.exec(line) ?? [];
  if (open === undefined) return 'none';
  return sumOf(open) === sum ? 'right' : 'wrong';
}

/** Returns the CRC-32 of these parts, one after the other, in 8 hex digits. */
export function sumOf(...parts: readonly (string | Uint8Array)[]): string {
  return parts
    .reduce((sum, part) => crc32(part, sum), 0)
    .toString(16)
    .padStart(8, '0');
}
