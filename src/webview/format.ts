import { formatBytes } from '../core/support/text/formatBytes.ts';
import type { PreviewDetails } from '../protocol/previewItem.ts';

export type Formats = ReturnType<typeof createFormats>;

/** Formats numbers and times in the language of the workbench. */
export function createFormats(locale: string) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const usd = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return {
    /** `1.4 MB`, decimal units. */
    bytes: (count: number) => formatBytes(count, locale),
    time: formatTime,
    /** `$0.04`, with as many digits as a small amount needs. */
    usd: (amount: number) => usd.format(amount),
    /** Date and time of Unix ms. */
    date: (atMs: number) => date.format(atMs),
    percent: (share: number) => percent.format(share),
  };
}

/** Returns `0:05`, `3:07`, `1:02:03`. */
function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(whole / 3600);
  const text = parts.join(':');
  return hours > 0 ? `${hours}:${text}` : text.replace(/^0(?=\d)/, '');
}

/** Returns the facts about a result as they are shown. Null for one that is unknown, or that the result does not have. */
export function formatFacts(details: PreviewDetails, formats: Formats) {
  const { width, height, seconds, bytes, tookMs, amountUsd, isSandbox } = details;
  return {
    prompt: details.prompt,
    file: details.file,
    model: details.model,
    seed: details.seed,
    cost: amountUsd === null || isSandbox ? null : formats.usd(amountUsd),
    date: formats.date(details.at),
    dimensions: width === null || height === null ? null : `${width} × ${height}`,
    duration: seconds === null ? null : formats.time(seconds),
    size: bytes === null ? null : formats.bytes(bytes),
    took: tookMs === null ? null : formats.time(tookMs / 1000),
    job: details.job,
    taskId: details.taskId,
    profile: details.profile,
    endpoint: details.endpoint,
  };
}

/** Replaces the `{name}` placeholders of a template by values. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
