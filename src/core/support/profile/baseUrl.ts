import { cutEnd } from '../text/cutEnd.ts';

/** Why a string cannot be the base URL of a gateway. */
export type BaseUrlProblem = 'not-a-url' | 'not-https' | 'http-not-loopback' | 'has-credentials' | 'has-query';

/** `baseUrl` has no trailing slash. The key is stored under `origin`. */
type BaseUrlOutcome =
  | { readonly ok: true; readonly baseUrl: string; readonly origin: string }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

/** Parses the base URL of a profile. A `/v1` at its end is cut, because the paths of endpoints start with `/v1`. */
export function parseBaseUrl(text: string): BaseUrlOutcome {
  const url = parseSecureUrl(text);
  return url.ok ? { ...url, baseUrl: cutSlashes(url.baseUrl.replace(/\/v1$/, '')) } : url;
}

/** Checks a URL and removes trailing slashes. Plain `http:` is only for loopback, because a key may be sent. */
export function parseSecureUrl(text: string): BaseUrlOutcome {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { ok: false, problem: 'not-a-url' };
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, problem: 'not-https' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, problem: 'http-not-loopback' };
  if (url.username || url.password) return { ok: false, problem: 'has-credentials' };
  if (url.search || url.hash) return { ok: false, problem: 'has-query' };
  return { ok: true, baseUrl: `${url.origin}${cutSlashes(url.pathname)}`, origin: url.origin };
}

function cutSlashes(text: string): string {
  return cutEnd(text, /\//);
}

/** Other names that resolve to loopback are not accepted, because a resolver may be deceived. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Replaces the origin of a URL: the sandbox listens on another port after a restart, at the same paths. */
export function rebaseUrl(url: string, baseUrl: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, new URL(baseUrl).origin);
}
