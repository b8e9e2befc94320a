import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { redactBriefly } from '../core/support/redact.ts';
import { PrivateAddressError, type Dispatchers } from './dispatchers.ts';
import { describeNetworkError, exchange, type Sink } from './exchange.ts';
import { checkHop, type HopPolicy } from './hopPolicy.ts';

/** Takes the bytes of a download in order. */
export interface ByteWriter {
  /** Answers a promise when it can not keep up; the next bytes come when it resolves. */
  write(chunk: Buffer): Promise<void> | undefined;
}

export interface DownloadOptions extends HopPolicy {
  readonly dispatchers: Dispatchers;
  readonly userAgent: string;
  readonly maxBytes: number;
  /** Between two chunks. */
  readonly idleTimeoutMs: number;
}

export interface Downloaded {
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** As declared, without parameters. */
  readonly mediaType: string | null;
}

export type DownloadOutcome =
  | ({ readonly kind: 'downloaded' } & Downloaded)
  /** Answered with something else than a success. */
  | { readonly kind: 'refused'; readonly httpStatus: number; readonly message: string }
  /** The connection, or the bytes, broke. */
  | { readonly kind: 'interrupted'; readonly message: string }
  /** A redirect or the URL itself leads where a result must not come from. */
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'too-large'; readonly message: string }
  /** The writer failed: the disk, not the network. */
  | { readonly kind: 'not-written'; readonly error: Error };

const maxRedirects = 5;

/**
 * Fetches a result, without the key, hashing while it streams. Every hop is checked before it is called. Rejects only
 * with the reason of the signal.
 */
export async function downloadTo(
  url: string,
  writer: ByteWriter,
  options: DownloadOptions & { readonly signal: AbortSignal },
): Promise<DownloadOutcome> {
  let hop = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const checked = checkHop(hop, options);
    if (!checked.ok) return { kind: 'forbidden', message: checked.message };
    const outcome = await fetchHop(checked.url, writer, { ...options, isNamedHost: checked.isNamedHost });
    if (outcome.kind !== 'redirected') return outcome;
    hop = outcome.location;
  }
  return { kind: 'forbidden', message: `More than ${maxRedirects} redirects` };
}

interface HopOptions extends DownloadOptions {
  readonly signal: AbortSignal;
  readonly isNamedHost: boolean;
}

async function fetchHop(
  url: URL,
  writer: ByteWriter,
  { dispatchers, userAgent, maxBytes, idleTimeoutMs, signal, isNamedHost }: HopOptions,
): Promise<DownloadOutcome | { readonly kind: 'redirected'; readonly location: string }> {
  const receiver = createReceiver(writer, maxBytes);
  const dispatcher = isNamedHost ? dispatchers.named : dispatchers.foreign;
  const headers = { accept: '*/*', 'user-agent': userAgent };
  const timeouts = { headersTimeoutMs: idleTimeoutMs, idleTimeoutMs };
  const outcome = await exchange(
    dispatcher,
    { url, method: 'GET', headers, ...timeouts },
    { sink: receiver.sink, signal },
  );
  const { head } = receiver;
  if (!outcome.ok && !(outcome.error instanceof HeadIsEnough)) return mapFault(outcome.error);
  const status = head.status ?? 0;
  if (status >= 300 && status < 400) {
    const { location } = head.headers;
    if (location === undefined || !URL.canParse(location, url))
      return { kind: 'refused', httpStatus: status, message: `HTTP ${status}` };
    return { kind: 'redirected', location: new URL(location, url).href };
  }
  if (status < 200 || status >= 300) return { kind: 'refused', httpStatus: status, message: `HTTP ${status}` };
  return receiver.finish();
}

/** Says that the headers were all that was wanted: ends an exchange whose body nobody needs. */
class HeadIsEnough extends Error {}

class TooLargeError extends Error {}

class NotWrittenError extends Error {
  override readonly cause: Error;
  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

interface Head {
  status: number | null;
  headers: IncomingHttpHeaders;
}

interface Receiver {
  readonly sink: Sink;
  readonly head: Head;
  finish(): DownloadOutcome;
}

function createReceiver(writer: ByteWriter, maxBytes: number): Receiver {
  const hash = createHash('sha256');
  const head: Head = { status: null, headers: {} };
  let bytes = 0;
  const sink: Sink = {
    head(status, headers) {
      Object.assign(head, { status, headers });
      if (status < 200 || status >= 300) throw new HeadIsEnough();
      const expected = expectedBytes(headers);
      if (expected !== null && expected > maxBytes) throw new TooLargeError(`${expected} bytes`);
    },
    data(chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new TooLargeError(`More than ${maxBytes} bytes`);
      hash.update(chunk);
      return guardWrite(() => writer.write(chunk));
    },
  };
  return {
    sink,
    head,
    finish() {
      // A body that is shorter than its Content-Length never gets here: the client reports it as broken off.
      if (bytes === 0) return { kind: 'interrupted', message: 'The file is empty' };
      return { kind: 'downloaded', bytes, sha256: hash.digest('hex'), mediaType: mediaTypeOf(head.headers) };
    },
  };
}

/** Tells a fault of the disk from one of the network. */
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

function expectedBytes(headers: IncomingHttpHeaders): number | null {
  const text = headers['content-length'];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

function mediaTypeOf(headers: IncomingHttpHeaders): string | null {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || null;
}

function mapFault(error: Error): DownloadOutcome {
  if (error instanceof TooLargeError) return { kind: 'too-large', message: error.message };
  if (error instanceof NotWrittenError) return { kind: 'not-written', error: error.cause };
  const message = redactBriefly(describeNetworkError(error));
  return error instanceof PrivateAddressError ? { kind: 'forbidden', message } : { kind: 'interrupted', message };
}
