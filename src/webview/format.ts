import { formatBytes } from '../core/support/text/formatBytes.ts';

/** Formats numbers and times in the language of the workbench. */
export interface Formats {
  /** `1.4 MB`, decimal units. */
  bytes(count: number): string;
  /** `0:05`, `3:07`, `1:02:03`. */
  time(seconds: number): string;
  /** `$0.04`, with as many digits as a small amount needs. */
  usd(amount: number): string;
  /** Date and time of Unix ms. */
  date(atMs: number): string;
  percent(share: number): string;
}

export function createFormats(locale: string): Formats {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const usd = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    bytes: (count) => formatBytes(count, locale),
    time: formatTime,
    usd: (amount) => usd.format(amount),
    date: (atMs) => date.format(atMs),
    percent: (share) => percent.format(share),
  };
}

function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(whole / 3600);
  const text = parts.join(':');
  return hours > 0 ? `${hours}:${text}` : text.replace(/^0(?=\d)/, '');
}

/** Replaces the `{name}` placeholders of a template by values. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
