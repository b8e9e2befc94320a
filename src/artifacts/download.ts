import type { IncomingHttpHeaders } from 'node:http';
import { redactBriefly } from '../core/support/text/redact.ts';
import type { SaveOrder } from '../core/task/ports.ts';
import { isDecodingError } from '../node/network/decodeBody.ts';
import { describeNetworkError, exchange, toError } from '../node/network/exchange.ts';
import { type Dispatchers, PrivateAddressError } from '../node/network/dispatchers.ts';
import { findRedirect, followHops, type Hop } from '../node/network/followHops.ts';
import type { HopPolicy } from '../node/network/hopPolicy.ts';

export interface DownloadOptions extends HopPolicy {
  readonly dispatchers: Dispatchers;
  readonly userAgent: string;
  readonly maxBytes: number;
  /** Limit between two chunks. */
  readonly idleTimeoutMs: number;
  /** Returns ms since any fixed moment and never goes back. */
  readonly elapsedMs: () => number;
  /** Resolves to headers with the key if this is the origin of the gateway. Null for any other origin. */
  readonly readKeyHeaders?: SaveOrder['readKeyHeaders'];
}

export interface Downloaded {
  readonly bytes: number;
  /** As declared, without parameters. */
  readonly mediaType: string | null;
}

export type DownloadOutcome =
  | ({ readonly kind: 'downloaded' } & Downloaded)
  /** The response has an error status. */
  | { readonly kind: 'refused'; readonly httpStatus: number; readonly message: string }
  /** The connection or the body broke off. */
  | { readonly kind: 'interrupted'; readonly message: string }
  /** The URL or a redirect leads to a place where a result must not come from. */
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'too-large'; readonly message: string }
  /** The writer failed: the error is of the disk, not of the network. */
  | { readonly kind: 'not-written'; readonly error: Error };

/** Writes the bytes of a download in order. */
interface ByteWriter {
  /** Discards what was written. The next bytes are the first ones. */
  restart(): void;
  /** Returns a promise if it cannot keep up. The next bytes follow when it resolves, or when the connection has ended. */
  write(chunk: Buffer): Promise<void> | undefined;
}

/** Ends an exchange before its body has ended, with this outcome. Null: the head of the response was all of it. */
class Ending extends Error {
  readonly outcome: DownloadOutcome | null;
  constructor(outcome: DownloadOutcome | null) {
    super('Ended');
    this.outcome = outcome;
  }
}

/** One result that is fetched in as many attempts as needed. */
export class Download {
  readonly #url: string;
  readonly #writer: ByteWriter;
  readonly #options: DownloadOptions;
  #receivedBytes = 0;
  #totalBytes: number | null = null;
  #validator: string | null = null;
  #mediaType: string | null = null;
  /** Set if the codings of the file cannot be undone: then its bytes are kept as they arrive. */
  #decoding: 'none' | undefined;

  constructor(url: string, writer: ByteWriter, options: DownloadOptions) {
    this.#url = url;
    this.#writer = writer;
    this.#options = options;
  }

  /** Number of bytes that the writer holds. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /**
   * Continues where the previous attempt broke off if the server can prove that it still has the same bytes, else
   * starts again. Every hop is checked before it is called. The key is sent to the gateway's own origin alone, and only
   * if the gateway refuses to serve the URL without it. Rejects only with the reason of the signal.
   */
  attempt(signal: AbortSignal): Promise<DownloadOutcome> {
    let isAtStart = true;
    return followHops(this.#url, this.#options, async (hop) => {
      const { origin } = hop.url;
      isAtStart &&= origin === new URL(this.#url).origin;
      const outcome = await this.#fetchHop(hop, {}, signal);
      const isRefused = 'httpStatus' in outcome && [400, 401, 403].includes(outcome.httpStatus);
      const key = isRefused && isAtStart ? await this.#options.readKeyHeaders?.(origin) : null;
      return key ? this.#fetchHop(hop, key, signal) : outcome;
    });
  }

  async #fetchHop(hop: Hop, key: object, signal: AbortSignal): Promise<DownloadOutcome | URL> {
    const { userAgent, idleTimeoutMs } = this.#options;
    const asked = this.#receivedBytes > 0 ? this.#validator : null;
    const range = asked === null ? {} : { range: `bytes=${this.#receivedBytes}-`, 'if-range': asked };
    const headers = { ...key, accept: '*/*', 'user-agent': userAgent, ...range };
    const timeouts = { headersTimeoutMs: idleTimeoutMs, idleTimeoutMs };
    let status = 0;
    let location: string | undefined;
    const sink = {
      head: (received: number, response: IncomingHttpHeaders): void => {
        status = received;
        location = response.location;
        this.#begin(status, response, asked);
      },
      arrived: createPaceCheck(this.#options),
      data: (chunk: Buffer): Promise<void> | undefined => this.#write(chunk),
    };
    const request = { url: hop.url, method: 'GET', headers, decoding: this.#decoding, ...timeouts } as const;
    const outcome = await exchange(hop.route, request, { sink, signal });
    if (!outcome.ok && isDecodingError(outcome.error)) {
      this.#decoding = 'none';
      return this.#fetchHop(hop, key, signal);
    }
    const early = outcome.ok ? null : this.#mapError(outcome.error);
    if (early) return early;
    const redirect = findRedirect(hop, { status, location });
    if (redirect) return redirect;
    // The range of the request no longer exists. A request from the start may succeed.
    if (status === 416) return { kind: 'interrupted', message: 'HTTP 416' };
    if (status < 200 || status >= 300) return { kind: 'refused', httpStatus: status, message: `HTTP ${status}` };
    return this.#conclude();
  }

  /** Reads the head of a response to a request for the range after `asked`, or for the whole file. */
  #begin(status: number, headers: IncomingHttpHeaders, asked: string | null): void {
    if (status === 416) this.#validator = null;
    if (status < 200 || status >= 300) throw new Ending(null);
    if (status === 206) {
      this.#acceptRange(headers, asked);
    } else {
      const { 'content-length': length = '', 'content-type': type = '' } = headers;
      this.#receivedBytes = 0;
      this.#totalBytes = /^\d+$/.test(length) ? Number(length) : null;
      this.#validator = findValidator(headers);
      this.#mediaType = type.split(';', 1)[0]?.trim().toLowerCase() || null;
    }
    this.#checkSize(this.#totalBytes ?? 0);
    if (this.#receivedBytes === 0) this.#writer.restart();
  }

  /** Accepts only bytes that continue exactly after those that have arrived. Otherwise the next attempt starts again. */
  #acceptRange(headers: IncomingHttpHeaders, asked: string | null): void {
    const total = this.#totalBytes;
    const range = parseContentRange(headers['content-range']);
    const isSame = !asked?.startsWith('"') || headers.etag === undefined || headers.etag === asked;
    const isKnownSize = range?.total === null || total === null || range?.total === total;
    if (asked === null || range?.start !== this.#receivedBytes || !isSame || !isKnownSize) {
      this.#validator = null;
      throw new Error('The server sent another range than the requested one');
    }
    this.#totalBytes = range.total ?? total;
  }

  /** A chunk is counted only if it is written, because the next attempt continues after the counted ones. */
  #write(chunk: Buffer): Promise<void> | undefined {
    this.#checkSize(this.#receivedBytes + chunk.length);
    this.#receivedBytes += chunk.length;
    const fail = (reason: unknown): never => {
      throw new Ending({ kind: 'not-written', error: toError(reason) });
    };
    try {
      return this.#writer.write(chunk)?.catch(fail);
    } catch (error) {
      return fail(error);
    }
  }

  #checkSize(bytes: number): void {
    if (bytes > this.#options.maxBytes) throw new Ending({ kind: 'too-large', message: `${bytes} bytes` });
  }

  #mapError(error: Error): DownloadOutcome | null {
    if (error instanceof Ending) return error.outcome;
    // A connection that ends while the last bytes wait for the disk is an error, but all bytes have arrived.
    if (this.#receivedBytes > 0 && this.#receivedBytes === this.#totalBytes) return this.#conclude();
    const message = redactBriefly(describeNetworkError(error));
    return { kind: error instanceof PrivateAddressError ? 'forbidden' : 'interrupted', message };
  }

  #conclude(): DownloadOutcome {
    const [bytes, total] = [this.#receivedBytes, this.#totalBytes];
    if (bytes === 0) return { kind: 'interrupted', message: 'The file is empty' };
    if (total !== null && bytes !== total)
      return { kind: 'interrupted', message: `Only ${bytes} of ${total} bytes arrived` };
    return { kind: 'downloaded', bytes, mediaType: this.#mediaType };
  }
}

/** A server that sends a byte now and then is never idle and never done, so it must send this many bytes ... */
const minPaceBytes = 64 * 1024;
/** ... within this many times the idle timeout. */
const paceIdleTimes = 5;

function createPaceCheck({ idleTimeoutMs, elapsedMs }: DownloadOptions): (bytes: number) => void {
  let since = elapsedMs();
  let received = 0;
  return (bytes) => {
    received += bytes;
    if (received >= minPaceBytes) {
      since = elapsedMs();
      received = 0;
    } else if (elapsedMs() - since > paceIdleTimes * idleTimeoutMs) {
      throw new Error('The server sends too slowly');
    }
  };
}

/**
 * Returns the validator for `If-Range`, which proves that a file is still the same byte by byte (RFC 9110, 13.1.5): a
 * strong ETag, else a modification time that is older than the response. Null if the response has neither.
 */
function findValidator(headers: IncomingHttpHeaders): string | null {
  if (headers['accept-ranges']?.trim().toLowerCase() === 'none') return null;
  const { etag } = headers;
  if (etag !== undefined) return /^"[^"]*"$/.test(etag) ? etag : null;
  const modified = headers['last-modified'];
  if (modified === undefined) return null;
  // A file can change twice within one second.
  const isOlder = Date.parse(headers.date ?? '') - Date.parse(modified) >= 1_000;
  return isOlder ? modified : null;
}

/**
 * Parses the `Content-Range` of a single range. `total`: size of the whole file, null if the server does not say. Returns
 * null if the value is not a valid range of bytes.
 */
function parseContentRange(text = ''): { readonly start: number; readonly total: number | null } | null {
  const [, first, last, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(text.trim()) ?? [];
  if (first === undefined || last === undefined) return null;
  const [start, end, total] = [Number(first), Number(last), size === '*' ? null : Number(size)];
  return start <= end && (total === null || end < total) ? { start, total } : null;
}
