import { cutEnd } from './cutEnd.ts';

/** Why a text can not be the base URL of a gateway. */
export type BaseUrlFault = 'not-a-url' | 'not-https' | 'http-not-loopback' | 'has-credentials' | 'has-query';

/** `baseUrl` has no trailing slash; the key is kept under `origin`. */
export type BaseUrlAnswer =
  | { readonly ok: true; readonly baseUrl: string; readonly origin: string }
  | { readonly ok: false; readonly fault: BaseUrlFault };

/** Checks the base URL of a profile and takes trailing slashes off. A key travels there, so plain `http:` is for loopback only. */
export function parseBaseUrl(text: string): BaseUrlAnswer {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { ok: false, fault: 'not-a-url' };
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, fault: 'not-https' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, fault: 'http-not-loopback' };
  if (url.username || url.password) return { ok: false, fault: 'has-credentials' };
  if (url.search || url.hash) return { ok: false, fault: 'has-query' };
  return { ok: true, baseUrl: `${url.origin}${cutEnd(url.pathname, /\//)}`, origin: url.origin };
}

/** Names that resolve to loopback elsewhere do not count: a resolver may be lied to. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
