/**
 * Returns when a signed URL expires, in Unix ms, if its query says so: `…-Date` with `…-Expires` (seconds after that
 * date), or `Expires` alone (seconds since 1970). Returns null if it does not.
 */
export function urlExpiry(url: string): number | null {
  // The names and values that matter contain no escapes.
  const query = [...url.matchAll(/[?&]([^?=&#]+)=([^&#]*)/g)];
  const valueOf = (pattern: RegExp): string | undefined => query.find(([, name = '']) => pattern.test(name))?.[2];
  const lifetimeS = Number(valueOf(/^x-\w+-expires$/i) ?? NaN);
  const signedAt = parseBasicDate(valueOf(/^x-\w+-date$/i) ?? '');
  if (signedAt !== null && Number.isFinite(lifetimeS)) return signedAt + lifetimeS * 1_000;
  const expires = Number(valueOf(/^expires$/i) ?? NaN);
  return Number.isFinite(expires) && expires > 0 ? expires * 1_000 : null;
}

/** Parses a date such as `20260102T030405Z`. */
function parseBasicDate(text: string): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (second === undefined) return null;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}
