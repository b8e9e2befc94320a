import { cutEnd } from './cutEnd.ts';

/** Dollars as people write them; a missing amount is a dash, never 0. Small amounts keep the digits that matter. */
export function formatAmount(amountUsd: number | null): string {
  if (amountUsd === null) return '–';
  if (amountUsd > 0 && amountUsd < 0.0001) return '< $0.0001';
  const digits = amountUsd !== 0 && Math.abs(amountUsd) < 0.1 ? 4 : 2;
  return `$${trimZeros(amountUsd.toFixed(digits))}`;
}

/** Cuts zeros beyond the cents. */
function trimZeros(text: string): string {
  const cents = text.indexOf('.') + 3;
  return text.slice(0, cents) + cutEnd(text.slice(cents), /0/);
}
