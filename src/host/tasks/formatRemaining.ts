import type { L10n } from '../ui/l10n.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Formats a duration as `40 minutes` or `2 hours`. It is rounded down, so that the user does not expect more time. */
export function formatRemaining(durationMs: number, l10n: L10n): string {
  const hours = Math.floor(durationMs / hourMs);
  const minutes = Math.max(1, Math.floor(durationMs / minuteMs));
  if (hours >= 2) return l10n.t('{count} hours', { count: hours });
  return minutes === 1 ? l10n.t('1 minute') : l10n.t('{count} minutes', { count: minutes });
}
