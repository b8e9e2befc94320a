import { isIP } from 'node:net';
import { isLoopbackHost, isPublicAddress, stripBrackets } from './publicAddress.ts';

export interface HopPolicy {
  /** Base URL of the profile that the result belongs to. Its host may be private. Null without a profile. */
  readonly baseUrl: string | null;
}

export type HopDecision =
  | {
      readonly ok: true;
      readonly url: URL;
      /** The user has named this host, so its address is not checked at connect time. */
      readonly isNamedHost: boolean;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Checks whether a result may come from this URL: it must be `https:` with a public address. The host of the profile's
 * own base URL is always allowed. A gateway on loopback may use loopback, also with `http:`. Names are checked again at
 * connect time.
 */
export function checkHop(hop: string, { baseUrl }: HopPolicy): HopDecision {
  if (!URL.canParse(hop)) return { ok: false, message: 'The link is no URL' };
  const url = new URL(hop);
  const base = baseUrl === null ? null : new URL(baseUrl);
  const isLoopback = isLoopbackHost(url.hostname);
  const isLoopbackAllowed = base !== null && isLoopbackHost(base.hostname);
  const isNamedHost = base !== null && (url.hostname === base.hostname || (isLoopback && isLoopbackAllowed));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback && isNamedHost)) {
    return { ok: false, message: `The link to ${url.host || url.protocol} is not https:` };
  }
  if (!isNamedHost && isPrivateHost(url.hostname)) return { ok: false, message: `${url.host} is a private address` };
  url.hash = '';
  return { ok: true, url, isNamedHost };
}

function isPrivateHost(hostname: string): boolean {
  const host = stripBrackets(hostname);
  return isLoopbackHost(host) || (isIP(host) !== 0 && !isPublicAddress(host));
}
