import { redactBriefly } from '../core/support/text/redact.ts';
import { describeNetworkError, exchange } from '../gateway/exchange.ts';
import { type Dispatchers, PrivateAddressError } from '../gateway/network/dispatchers.ts';
import { findRedirect, followHops, type Hop } from '../gateway/network/followHops.ts';
import type { HopPolicy } from '../gateway/network/hopPolicy.ts';
import {
  createReception,
  HeadIsEnough,
  NotWrittenError,
  TooLargeError,
  UnusableError,
  type ByteWriter,
  type Downloaded,
  type Reception,
  type ReceptionOptions,
} from './reception.ts';

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
