import type { L10n } from '../l10n.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Rounded down, so that nobody counts on more: `40 minutes`, `2 hours`. */
export function formatRemaining(durationMs: number, l10n: L10n): string {
  const hours = Math.floor(durationMs / hourMs);
  const minutes = Math.max(1, Math.floor(durationMs / minuteMs));
  if (hours >= 2) return l10n.t('{count} hours', { count: hours });
  return minutes === 1 ? l10n.t('1 minute') : l10n.t('{count} minutes', { count: minutes });
}
