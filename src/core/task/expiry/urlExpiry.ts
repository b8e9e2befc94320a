/**
 * When a signed URL stops working, in Unix ms, as far as its query says so: `…-Date` with `…-Expires` (seconds after
 * that), or `Expires` alone (seconds since 1970). Null where it says nothing.
 */
export function urlExpiry(url: string): number | null {
  // Names and values that matter here need no escapes.
  const query = [...url.matchAll(/[?&]([^?=&#]+)=([^&#]*)/g)];
  const valueOf = (pattern: RegExp): string | undefined => query.find(([, name = '']) => pattern.test(name))?.[2];
  const lifetimeS = Number(valueOf(/^x-\w+-expires$/i) ?? NaN);
  const signedAt = parseBasicDate(valueOf(/^x-\w+-date$/i) ?? '');
  if (signedAt !== null && Number.isFinite(lifetimeS)) return signedAt + lifetimeS * 1_000;
  const expires = Number(valueOf(/^expires$/i) ?? NaN);
  return Number.isFinite(expires) && expires > 0 ? expires * 1_000 : null;
}

/** `20260102T030405Z` */
function parseBasicDate(text: string): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (second === undefined) return null;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}
