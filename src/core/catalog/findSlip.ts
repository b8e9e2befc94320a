/**
 * Returns the model whose id is one slip of a key away: case is none, and a letter or separator may be too much, missing,
 * wrong or in the wrong place. An id that may as well be a newer model is no slip: no digit for a digit, digits too much
 * or missing only in a date, no suffix after a digit (`4o`), and no other single letter (`t2v`, `i2v`).
 */
export function findSlip(id: string, known: Iterable<string>): string | undefined {
  const written = id.toLowerCase();
  for (const each of known) if (isSlip(written, each.toLowerCase())) return each;
  return undefined;
}

/** Fewer digits are a version or a size. */
const dateLength = 4;

function isSlip(written: string, meant: string): boolean {
  if (written === meant) return true;
  if (Math.abs(written.length - meant.length) > 1) return false;
  let at = 0;
  while (written[at] === meant[at]) at += 1;
  const [other, own] = [written.slice(at), meant.slice(at)];
  if (other.slice(1) === own) return isSpare(written, at, dateLength + 1);
  if (other === own.slice(1)) return isSpare(meant, at, dateLength);
  const wrong = other.charAt(0);
  const right = own.charAt(0);
  if (other.slice(1) === own.slice(1)) {
    return isLetter(right) ? isLetter(wrong) && isSpare(meant, at, dateLength) : !/[\da-z]/.test(wrong + right);
  }
  const areSwapped = other === own.charAt(1) + right + own.slice(2);
  return areSwapped && (isDigit(wrong) ? isDigit(right) && isSpare(meant, at, dateLength) : !isDigit(right));
}

/** Whether the id is understood without this character: a separator, a letter of a word, or a digit of a date. */
function isSpare(id: string, at: number, minDigits: number): boolean {
  const isAlike = isDigit(id.charAt(at)) ? isDigit : isLetter;
  if (!isAlike(id.charAt(at))) return true;
  let [start, end] = [at, at + 1];
  while (isAlike(id.charAt(start - 1))) start -= 1;
  while (isAlike(id.charAt(end))) end += 1;
  return end - start >= (isAlike === isDigit ? minDigits : 2);
}

const isDigit = (sign: string): boolean => /\d/.test(sign);
const isLetter = (sign: string): boolean => /[a-z]/.test(sign);
