import type { Point } from './canvas.ts';
import { closedCurve, curveThrough } from './curve.ts';

/**
 * The letters of the caption, drawn by hand for it. A glyph is its character, its width in a base-36 digit, and its
 * strokes, separated by commas. A stroke is a polyline of points of two base-36 digits: x, then y. For y, 4 is the
 * baseline, e the height of an x, i the height of a capital, and 0 the descender. `~` makes the stroke a smooth curve
 * with its inner points as control points, and `@` makes it a closed curve.
 */
const glyphs = new Map(
  String.raw`08@04848i0i 182f5i54 28~0f1i8i8d04,0484 38~0g1i8i8b3b,~3b9b941406 48646i0888 587i1i0c,~0c3d8d841406
  68@04848c0c,~7h2i08 780i8i34 88@04848b0b,@1b7b7i1i 98@0a8a8i0i,~8e8415 a8@04848e0e,8e84 b80i04,@04848e0e
  c8~8c6e0e046486 d88i84,@04848e0e e80989,~898e0e046486 f6~6i2i2d,2d24,0e5e g8@04848e0e,8e83,~83802001
  h80i04,~0a0e8e8a,8a84 i00e04,0h0h j33e32,~323000,3h3h k70i04,7e08,3a74 l00i04 mc0e04,~0a0e6e6a,6a64,~6a6ececa,cac4
  n80e04,~0a0e8e8a,8a84 o9@04949e0e p80e00,@04848e0e q88e80,@04848e0e r50e04,~0a0d2e5e s7~7c6e0e0979741406
  t62i27,~272464,0e6e u80e08,~08048488,8e84 v80e448e wc0e346e94ce x80e84,8e04 y80e44,8e20 z80e8e0484 Aa045ia4,2989
  Ba0i04,0i5i,~5i9i9b5b,0b5b,~5baba454,0454 Ca~af8i0i0484a7 Da0i04,0i3i,~3iaia434,0434 E88i0i0484,0b7b F88i0i04,0b7b
  Ga~af8i0i04a4aa,aa6a Ha0i04,aia4,0bab I00i04 J66i68,~68640407 Ka0i04,9i09,3ca4 L80i0484 Mc040i69cic4 Na040ia4ai
  Oc@04c4ci0i P90i04,0i5i,~5i9i9a5a,5a0a Qc@04c4ci0i,87c3 Ra0i04,0i5i,~5i9i9a5a,5a0a,5aa4 S9~9f8i0i0b9b941407
  Ta0iai,5i54 Ua0i09,~0904a4a9,a9ai Va0i54ai We0i447ia4ei Xa0ia4,ai04 Ya0i5bai,5b54 Za0iai04a4 .00404 ,11502
  :00404,0c0c ;11502,1c1c !00i09,0404 ?7~0f0i7i7c3b38,3434 ¡00c00,0h0h ¿74h4h,~4d4a07007073 '00i0e "30i0e,3i3e -50a5a
  –80a8a —c0aca _80282 (3~3j0f0731 )3~0j3f3701 [33j0j0131 ]30j3j3101 {4~4j2j2b0b,~0b2b2141 }4~0j2j2b4b,~4b2b2101
  /6026j \60j62 |00j01 +84d45,0989 =80b8b,0787 <77d0975 >70d7905 *84i4a,0g8c,8g0c #93i14,8i64,0d9d,0898
  %a@0c4c4i0i,@64a4aa6a,9i14 &a~a42e2i7i7d0b0474aa @c@58989d5d,~9d98c8ci0i04a4 $8~8f7i0i0b8b841407,4k42
  €a~af8i1i1484a7,0c7c,0979 ^81e4i7e ~8~0a1c3c58788a «84c0945,8c4985 »80c4905,4c8945 ·00a0a ×60c66,6c06 °4@0e4e4i0i
  …c1414,6464,b4b4 ß8040d,~0d0i7i7d3b,~3b8b8434 ø9@04949e0e,039f Øc@04c4ci0i,03cj ł42i24,094d Ła2i24a4,096d
  đa8i84,@04848e0e,5gag Đa0i04,0i3i,~3iaia434,0434,0b5b ı00e04`
    .split(/\s+/)
    .map((entry) => [entry[0], entry.slice(1)]),
);

/** Combining marks by code point, around x = 4. Marks below a letter are the same for small letters and capitals. */
const marks = new Map(
  `300:3j5g 301:5j3g 302:2g4j6g 303:~1g3j5g7j 304:1h7h 306:~2j4e6j 307:4h4h 308:2h2h,6h6h 30a:@3g5g5j3j 30b:4j2g,7j5g
   30c:2j4g6j 326:4230 327:~44625030 328:~543160`
    .split(/\s+/)
    .map((entry) => [String.fromCodePoint(parseInt(entry, 16)), entry.slice(4)]),
);

/** Characters and the text that is drawn for them. */
const replacements: Readonly<Record<string, string>> = Object.fromEntries(
  '‘\' ’\' `\' “" ”" „" ‐- ‑- −– æae ÆAE œoe ŒOE ÐĐ ẞSS'.split(' ').map((each) => [each.charAt(0), each.slice(1)]),
);

/** Height of a capital in units of the glyph grid. A line also needs room for an accent and a descender. */
export const capHeight = 14;

const baseline = 4;
const letterGap = 4.6;
const wordGap = 7;
/** Grid units by which an accent moves up from a small letter to a capital. */
const capitalRise = 4;

/** Points of a stroke in grid units: x to the right, y up from the baseline. */
type Stroke = readonly Point[];

/**
 * Returns what the glyphs can write: the text without emoji and other symbols, or an empty string if a letter, a digit
 * or a currency sign has no glyph, because the rest would read as another text.
 */
export function keepWritable(text: string): string {
  const kept: string[] = [];
  for (const character of Array.from(text.normalize('NFC'))) {
    const parts = Array.from(spellOut(character));
    const isWritable = parts.every((part) => glyphs.has(part) || /[\s\p{M}]/u.test(part));
    if (!isWritable && /[\p{L}\p{N}\p{Sc}]/u.test(character)) return '';
    if (isWritable && parts.length > 0) kept.push(character);
  }
  return kept.join('');
}

/** Converts a line of text to strokes. Accented letters are built from their parts. Without a glyph, nothing is drawn. */
export function layOutText(text: string): { readonly strokes: readonly Stroke[]; readonly width: number } {
  const strokes: Stroke[] = [];
  let pen = 0;
  let last = { middle: 0, isTall: false };
  for (const character of Array.from(spellOut(text))) {
    const glyph = glyphs.get(character);
    if (character === ' ') {
      pen += wordGap;
    } else if (/\p{M}/u.test(character)) {
      const rise = last.isTall && character < '\u0320' ? capitalRise : 0;
      strokes.push(...parseStrokes(marks.get(character) ?? '', last.middle - 4, rise));
    } else if (glyph !== undefined) {
      const [digit = '', ...strokeDigits] = glyph;
      const width = parseInt(digit, 36);
      last = { middle: pen + width / 2, isTall: /[\p{Lu}dlhkbtf]/u.test(character) };
      strokes.push(...parseStrokes(strokeDigits.join(''), pen, 0));
      pen += width + letterGap;
    }
  }
  return { strokes, width: Math.max(0, pen - letterGap) };
}

/**
 * Returns canonical parts, an i without its dot under an accent, and replacement characters, such as those of full-width
 * letters. A character without a shape is left out.
 */
function spellOut(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/i(?=[\u0300-\u030c])/g, 'ı')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replaceAll(
      /./gu,
      (character) => replacements[character] ?? (glyphs.has(character) ? character : character.normalize('NFKD')),
    );
}

function parseStrokes(strokes: string, left: number, rise: number): readonly Stroke[] {
  return strokes
    .split(',')
    .filter((each) => each !== '')
    .map((stroke) => {
      const points = Array.from(stroke.matchAll(/([\da-z])([\da-z])/g), ([, x = '0', y = '0']): Point => [
        parseInt(x, 36) + left,
        parseInt(y, 36) - baseline + rise,
      ]);
      if (stroke.startsWith('~')) return curveThrough(points);
      return stroke.startsWith('@') ? closedCurve(points) : points;
    });
}
