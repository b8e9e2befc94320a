import type { Dispatchers, Route } from './dispatchers.ts';
import { checkHop, type HopPolicy } from './hopPolicy.ts';

interface HopOptions extends HopPolicy {
  readonly dispatchers: Dispatchers;
}

/** A URL that may be called, and what calls it. */
export interface Hop {
  readonly url: URL;
  readonly route: Route;
}

const maxRedirects = 5;

/** Fetches a URL. `fetchHop` returns the next URL after a redirect. Every hop is checked before it is called. */
export async function followHops<Outcome>(
  start: string,
  { dispatchers, baseUrl }: HopOptions,
  fetchHop: (hop: Hop) => Promise<Outcome | URL>,
): Promise<Outcome | { readonly kind: 'forbidden'; readonly message: string }> {
  let hop = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const checked = checkHop(hop, { baseUrl });
    if (!checked.ok) return { kind: 'forbidden', message: checked.message };
    const route = checked.isNamedHost ? dispatchers.named : dispatchers.foreign;
    const outcome = await fetchHop({ url: checked.url, route });
    if (!(outcome instanceof URL)) return outcome;
    hop = outcome.href;
  }
  return { kind: 'forbidden', message: `More than ${maxRedirects} redirects` };
}

/** Returns where a response redirects to. Null if it does not. */
export function findRedirect(
  { url }: Hop,
  { status, location }: { readonly status: number; readonly location: string | undefined },
): URL | null {
  if (status < 300 || status >= 400 || location === undefined) return null;
  return URL.canParse(location, url) ? new URL(location, url) : null;
}
