import type { IncomingHttpHeaders } from 'node:http';
import { redactBriefly } from '../core/support/text/redact.ts';
import { describeNetworkError, exchange, type Sink } from '../node/network/exchange.ts';
import { type Dispatchers, PrivateAddressError } from '../node/network/dispatchers.ts';
import { findRedirect, followHops, type Hop } from '../node/network/followHops.ts';
import type { HopPolicy } from '../node/network/hopPolicy.ts';

export interface DownloadOptions extends HopPolicy, ReceptionOptions {
  readonly dispatchers: Dispatchers;
  readonly userAgent: string;
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
  /** The response is compressed, although the request asked for unchanged bytes. */
  | { readonly kind: 'unusable'; readonly message: string }
  /** The writer failed: the error is of the disk, not of the network. */
  | { readonly kind: 'not-written'; readonly error: Error };

/** One result that is being fetched, in as many attempts as needed. */
interface Download {
  /**
   * Continues where the previous attempt broke off if the server can prove that it still has the same bytes, else
   * starts again. Rejects only with the reason of the signal.
   */
  attempt(signal: AbortSignal): Promise<DownloadOutcome>;
  /** Bytes that the writer holds. */
  readonly receivedBytes: () => number;
}

/** Fetches without the key. Every hop is checked before it is called, in each attempt. */
export function createDownload(url: string, writer: ByteWriter, options: DownloadOptions): Download {
  const reception = createReception(writer, options);
  return {
    receivedBytes: reception.receivedBytes,
    attempt: (signal) => followHops(url, options, (hop) => fetchHop(hop, reception, { ...options, signal })),
  };
}

async function fetchHop(
  hop: Hop,
  reception: Reception,
  { userAgent, idleTimeoutMs, signal }: DownloadOptions & { readonly signal: AbortSignal },
): Promise<DownloadOutcome | URL> {
  const { url, route } = hop;
  const { sink, headers: asked, status: readStatus, location: readLocation } = reception.begin();
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent, ...asked };
  const timeouts = { headersTimeoutMs: idleTimeoutMs, idleTimeoutMs };
  const outcome = await exchange(route, { url, method: 'GET', headers, ...timeouts }, { sink, signal });
  if (!outcome.ok && !(outcome.error instanceof HeadIsEnough)) return mapError(outcome.error, reception);
  const status = readStatus();
  const redirect = findRedirect(hop, { status, location: readLocation() });
  if (redirect) return redirect;
  // The range of the request no longer exists. A request from the start may succeed.
  if (status === 416) return { kind: 'interrupted', message: 'HTTP 416' };
  if (status < 200 || status >= 300) return { kind: 'refused', httpStatus: status, message: `HTTP ${status}` };
  return reception.finish();
}

function mapError(error: Error, reception: Reception): DownloadOutcome {
  if (error instanceof TooLargeError) return { kind: 'too-large', message: error.message };
  if (error instanceof UnusableError) return { kind: 'unusable', message: error.message };
  if (error instanceof NotWrittenError) return { kind: 'not-written', error: error.cause };
  // A connection that ends while the last bytes wait for the disk is an error, but all bytes have arrived.
  if (reception.isWhole()) return reception.finish();
  const message = redactBriefly(describeNetworkError(error));
  return error instanceof PrivateAddressError ? { kind: 'forbidden', message } : { kind: 'interrupted', message };
}

/** Writes the bytes of a download in order. */
interface ByteWriter {
  /** Discards what was written. The next bytes are the first ones. */
  restart(): void;
  /** Returns a promise if it cannot keep up. The next bytes follow when it resolves, or when the connection has ended. */
  write(chunk: Buffer): Promise<void> | undefined;
}

export interface Downloaded {
  readonly bytes: number;
  /** As declared, without parameters. */
  readonly mediaType: string | null;
}

interface ReceptionOptions {
  readonly maxBytes: number;
  /** Limit between two chunks. */
  readonly idleTimeoutMs: number;
  /** Returns ms since any fixed moment and never goes back. */
  readonly elapsedMs: () => number;
}

/** The bytes of one file, collected from several responses. */
interface Reception {
  /** Returns the receiver for the next response. */
  begin(): Receiver;
  /** Returns the outcome after a response has ended normally. */
  finish(): ({ readonly kind: 'downloaded' } & Downloaded) | { readonly kind: 'interrupted'; readonly message: string };
  readonly receivedBytes: () => number;
  /** Whether all bytes that the server has announced have arrived. */
  readonly isWhole: () => boolean;
}

interface Receiver {
  readonly sink: Sink;
  /** Request headers that continue where the last response ended. Empty for a new start. */
  readonly headers: Readonly<Record<string, string>>;
  /** Status of the response. 0 before it arrives. */
  readonly status: () => number;
  readonly location: () => string | undefined;
}

/** Thrown when the headers were all that was needed: ends an exchange whose body is not used. */
class HeadIsEnough extends Error {}

class TooLargeError extends Error {}

class UnusableError extends Error {}

class NotWrittenError extends Error {
  override readonly cause: Error;
  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/** A server that sends a byte now and then is never idle and never done, so it must send this many bytes ... */
const minPaceBytes = 64 * 1024;
/** ... within this many times the idle timeout. */
const paceIdleTimes = 5;

/** The part of the file that has arrived, and what is known of the whole. */
interface Progress {
  bytes: number;
  totalBytes: number | null;
  validator: string | null;
  mediaType: string | null;
}

function createReception(writer: ByteWriter, options: ReceptionOptions): Reception {
  const { maxBytes } = options;
  const progress: Progress = {
    bytes: 0,
    totalBytes: null,
    validator: null,
    mediaType: null,
  };
  return {
    receivedBytes: () => progress.bytes,
    isWhole: () => progress.bytes > 0 && progress.bytes === progress.totalBytes,
    finish: () => conclude(progress),
    begin() {
      const asked = progress.bytes > 0 ? progress.validator : null;
      const head: { status: number; headers: IncomingHttpHeaders } = { status: 0, headers: {} };
      const checkPace = createPaceCheck(options);
      return {
        headers: asked === null ? {} : { range: `bytes=${progress.bytes}-`, 'if-range': asked },
        status: () => head.status,
        location: () => head.headers.location,
        sink: {
          head(status, headers) {
            Object.assign(head, { status, headers });
            if (status === 416) progress.validator = null;
            if (status < 200 || status >= 300) throw new HeadIsEnough();
            refuseEncoded(headers);
            if (status === 206) acceptRange(progress, headers, asked);
            else acceptWhole(progress, headers);
            checkSize(progress.totalBytes ?? 0, maxBytes);
            if (progress.bytes === 0) writer.restart();
          },
          data(chunk) {
            // A chunk is counted only if it is written, because the next attempt continues after the counted ones.
            checkSize(progress.bytes + chunk.length, maxBytes);
            checkPace(chunk.length);
            progress.bytes += chunk.length;
            return guardWrite(() => writer.write(chunk));
          },
        },
      };
    },
  };
}

function acceptWhole(progress: Progress, headers: IncomingHttpHeaders): void {
  progress.bytes = 0;
  progress.totalBytes = parseLength(headers);
  progress.validator = findValidator(headers);
  progress.mediaType = parseMediaType(headers);
}

/** Accepts only bytes that continue exactly after those that have arrived. Otherwise the next attempt starts again. */
function acceptRange(progress: Progress, headers: IncomingHttpHeaders, asked: string | null): void {
  const { bytes, totalBytes } = progress;
  const range = parseContentRange(headers['content-range']);
  const isSame = !asked?.startsWith('"') || headers.etag === undefined || headers.etag === asked;
  const isKnownSize = range?.total === null || totalBytes === null || range?.total === totalBytes;
  if (asked === null || range?.start !== bytes || !isSame || !isKnownSize) {
    progress.validator = null;
    throw new Error('The server sent another range than the requested one');
  }
  progress.totalBytes = range.total ?? totalBytes;
}

function checkSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new TooLargeError(`${bytes} bytes`);
}

function conclude({ bytes, totalBytes, mediaType }: Progress): ReturnType<Reception['finish']> {
  if (bytes === 0) return { kind: 'interrupted', message: 'The file is empty' };
  if (totalBytes !== null && bytes !== totalBytes)
    return { kind: 'interrupted', message: `Only ${bytes} of ${totalBytes} bytes arrived` };
  return { kind: 'downloaded', bytes, mediaType };
}

/**
 * Bytes are saved exactly as the gateway made them, so a compressed response is not what was requested. Nothing is ever
 * decompressed.
 */
function refuseEncoded(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') throw new UnusableError(`The server sent the file as ${encoding}`);
}

function createPaceCheck({ idleTimeoutMs, elapsedMs }: ReceptionOptions): (bytes: number) => void {
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

/** Distinguishes an error of the disk from one of the network. */
function guardWrite(write: () => Promise<void> | undefined): Promise<void> | undefined {
  const toNotWritten = (error: unknown): never => {
    throw new NotWrittenError(error instanceof Error ? error : new Error(String(error)));
  };
  try {
    return write()?.catch(toNotWritten);
  } catch (error) {
    return toNotWritten(error);
  }
}

function parseLength(headers: IncomingHttpHeaders): number | null {
  const text = headers['content-length'];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

function parseMediaType(headers: IncomingHttpHeaders): string | null {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || null;
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

/** The `Content-Range` of a single range. */
interface ContentRange {
  readonly start: number;
  readonly end: number;
  /** Size of the whole file. Null if the server does not say. */
  readonly total: number | null;
}

/** Returns null if the value is not a valid range of bytes. */
function parseContentRange(text: string | undefined): ContentRange | null {
  const [, first, last, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(text?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined) return null;
  const range = { start: Number(first), end: Number(last), total: size === '*' ? null : Number(size) };
  return range.start <= range.end && (range.total === null || range.end < range.total) ? range : null;
}
