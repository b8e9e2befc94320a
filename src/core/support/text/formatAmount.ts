import { cutEnd } from './cutEnd.ts';

/** Formats US dollars. A missing amount is a dash, never 0. Small amounts keep their significant digits. */
export function formatAmount(amountUsd: number | null): string {
  if (amountUsd === null) return '–';
  if (amountUsd > 0 && amountUsd < 0.0001) return '< $0.0001';
  const digits = Math.abs(amountUsd) < 0.1 ? 4 : 2;
  return `$${trimZeros(amountUsd.toFixed(digits))}`;
}

/** Formats US dollars with all digits down to a hundredth of a cent, so that small differences can be seen. */
export function formatExactAmount(amountUsd: number): string {
  return `$${trimZeros(amountUsd.toFixed(4))}`;
}

/** Removes zeros after the cents. */
function trimZeros(text: string): string {
  const cents = text.indexOf('.') + 3;
  return text.slice(0, cents) + cutEnd(text.slice(cents), /0/);
}
