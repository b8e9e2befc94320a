import { cutEnd } from '../support/text/cutEnd.ts';
import { disguisingMarks } from '../support/text/makeInert.ts';

const maxCodePoints = 120;
/** Leaves room below the usual 255 bytes for a number, `.lyrics`, an extension and the marks of a part file. */
const maxBytes = 200;

/** Separators, characters that Windows forbids, control characters, and marks that reverse the direction of a name. */
const forbidden = new RegExp(`[${disguisingMarks}/\\\\:*?"<>|]+`, 'gu');

/** Characters without width in a name, and halves of a character, which no file system can store. */
const invisible = /[\p{Cs}\u200b\u2060\ufeff]+/gu;

/** Device names that Windows reserves, with or without an extension. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\s*(?:\.|$))/i;

/**
 * Turns any text into one file name that every file system accepts. Never empty, never `.` or `..`, at most 120
 * characters and 200 bytes of UTF-8, so that a number and an extension still fit.
 */
export function sanitizeFileName(name: string): string {
  const plain = trimEnds(name.normalize('NFC').replace(invisible, '').replace(forbidden, '-'));
  const short = trimEnds(cutToBytes(reserved.test(plain) ? `_${plain}` : plain));
  return short === '' ? 'result' : short;
}

/** Leading dots hide a file. Windows removes trailing dots and spaces. */
function trimEnds(name: string): string {
  return cutEnd(name.replace(/^[\s.]+/, ''), /[\s.]/);
}

function cutToBytes(name: string): string {
  const start = Array.from(name).slice(0, maxCodePoints).join('');
  // The encoder stops before a character for which there is no room.
  return start.slice(0, new TextEncoder().encodeInto(start, new Uint8Array(maxBytes)).read);
}

/** `hero.png`, `hero-2.png`, `hero-3.png` … `number` starts at 1. */
export function numberedName(stem: string, number: number, extension: string): string {
  return `${stem}${number === 1 ? '' : `-${number}`}.${extension}`;
}

/** Creates a reader of the number with which `numberedName` makes a name, in any case and Unicode form; else null. */
export function createNumberReader(stem: string, extension: string): (name: string) => number | null {
  const [first, second] = [
    numberedName(stem, 1, extension).toLowerCase(),
    numberedName(stem, 2, extension).toLowerCase(),
  ];
  const end = `.${extension}`.toLowerCase();
  const start = second.slice(0, -`2${end}`.length);
  return (name) => {
    const plain = name.normalize('NFC').toLowerCase();
    if (plain === first) return 1;
    if (!plain.startsWith(start) || !plain.endsWith(end)) return null;
    const digits = plain.slice(start.length, -end.length);
    return /^(?:[2-9]|[1-9]\d{1,14})$/.test(digits) ? Number(digits) : null;
  };
}
