/** What a profile adds to the calls of its gateway, and to no other request. */
export interface ProfileHeaders {
  /** Values by name. `secret:NAME` represents the secret of that name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Name of a header that the gateway honors: of all requests with the same value, it carries out one. */
  readonly idempotencyHeader?: string;
}

/** Genwright writes these itself, or they belong to the connection (RFC 9110 7.6.1). */
const reserved =
  /^(?:accept|accept-encoding|authorization|connection|content-.*|cookie|expect|host|http2-settings|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

const maxHeaders = 32;

/** Parses what is written in a profile. Null if a name or a value cannot be used. */
export function parseHeaders(written: { readonly [Key in keyof ProfileHeaders]: unknown }): ProfileHeaders | null {
  const { headers = {}, idempotencyHeader: once } = written;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return null;
  if (once !== undefined && typeof once !== 'string') return null;
  const names = [...Object.keys(headers), ...(once === undefined ? [] : [once])];
  if (!names.every(isName) || !Object.values(headers).every(isValue)) return null;
  const isUnique = new Set(names.map((name) => name.toLowerCase())).size === names.length;
  if (!isUnique || names.length > maxHeaders) return null;
  return {
    ...(Object.keys(headers).length === 0 ? {} : { headers: { ...headers } }),
    ...(once === undefined ? {} : { idempotencyHeader: once }),
  };
}

/** Whether a value may name a header of a profile. Signs that a shell reads are left out: a command has the name. */
function isName(name: string): boolean {
  return /^[\w.-]{1,100}$/.test(name) && !reserved.test(name);
}

function isValue(value: unknown): boolean {
  return isHeaderValue(value) && (!value.startsWith('secret:') || secretNameOf(value) !== null);
}

/** Whether a header may have this value (RFC 9110 5.5). A signed token may be long. */
export function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]{1,8192}$/.test(value) && value === value.trim();
}

/** Returns the name of the secret that a value represents. Null for any other value. */
export function secretNameOf(value: string): string | null {
  return /^secret:([A-Za-z_]\w{0,63})$/.exec(value)?.[1] ?? null;
}

export function listSecretNames({ headers = {} }: ProfileHeaders): readonly string[] {
  return [...new Set(Object.values(headers).flatMap((value) => secretNameOf(value) ?? []))];
}
