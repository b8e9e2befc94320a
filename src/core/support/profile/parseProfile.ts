import { parseBaseUrl } from './baseUrl.ts';
import { parseHeaders, type ProfileHeaders } from './parseHeaders.ts';

/** A gateway that the user has named, whose requests cost money. It has no key. */
export interface GatewayProfile extends ProfileHeaders {
  /** Any other profile is the sandbox. */
  readonly kind: 'gateway';
  readonly name: string;
  /** Base URL without a trailing slash: `https:`, or `http:` on loopback. */
  readonly baseUrl: string;
  readonly origin: string;
  /** Where the model index is published. */
  readonly docsUrl: string | null;
}

/** Returns the name of an entry, also of one that does not parse. Null if there is none. */
export function profileNameOf(entry: unknown): string | null {
  const name = typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : null;
  return typeof name === 'string' ? name.trim() : null;
}

/** Parses what the user has written about a gateway. Null if it cannot be used. */
export function parseProfile(entry: unknown): GatewayProfile | null {
  const name = profileNameOf(entry);
  if (name === null || name === '') return null;
  const { baseUrl, docsUrl } = entry as { readonly baseUrl?: unknown; readonly docsUrl?: unknown };
  if (typeof baseUrl !== 'string' || (docsUrl !== undefined && typeof docsUrl !== 'string')) return null;
  const url = parseBaseUrl(baseUrl);
  // Without a header that the user has written, a request may reach another service of the gateway.
  const headers = parseHeaders(entry as object);
  if (!url.ok || !headers) return null;
  return { kind: 'gateway', name, baseUrl: url.baseUrl, origin: url.origin, docsUrl: docsUrl ?? null, ...headers };
}
