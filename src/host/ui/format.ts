export { formatAmount, formatExactAmount } from '../../core/support/text/formatAmount.ts';
export { formatBytes } from '../../core/support/text/formatBytes.ts';

/** Formats a duration as `7 s`, `1:05 min` or `1:02:05 h`. */
export function formatElapsed(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes}:${two(seconds % 60)} min`;
  return `${hours}:${two(minutes % 60)}:${two(seconds % 60)} h`;
}
