const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `512 bytes`, `1.4 MB`, in decimal units. */
export function formatBytes(count: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(1, count)) / 3), units.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(count / 1000 ** power);
}
