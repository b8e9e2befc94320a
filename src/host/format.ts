/** Dollars as people write them; a missing amount is a dash, never 0. Small amounts keep the digits that matter. */
export function formatAmount(amountUsd: number | null): string {
  if (amountUsd === null) return '–';
  if (amountUsd > 0 && amountUsd < 0.0001) return '< $0.0001';
  const digits = amountUsd !== 0 && Math.abs(amountUsd) < 0.1 ? 4 : 2;
  return `$${trimZeros(amountUsd.toFixed(digits))}`;
}

/** Cuts zeros beyond the cents. */
function trimZeros(text: string): string {
  return text.replace(/(\.\d{2}\d*?)0+$/, '$1');
}

/** `7 s`, `1:05 min`, `1:02:05 h` */
export function formatElapsed(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes}:${two(seconds % 60)} min`;
  return `${hours}:${two(minutes % 60)}:${two(seconds % 60)} h`;
}
