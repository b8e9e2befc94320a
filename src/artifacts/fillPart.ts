import { createHash } from 'node:crypto';
import { assertNever } from '../core/support/assertNever.ts';
import type { SteadyClock } from '../core/support/clock.ts';
import { redactBriefly } from '../core/support/text/redact.ts';
import { isChatText } from '../core/task/model/taskEntry.ts';
import type { SaveFailure, SaveOrder } from '../core/task/ports.ts';
import { linkImages } from '../core/task/save/linkImages.ts';
import { describeNetworkError, exchange } from '../gateway/exchange.ts';
import { type Dispatchers, PrivateAddressError } from '../gateway/network/dispatchers.ts';
import { checkHop, type HopPolicy } from '../gateway/network/hosts.ts';
import type { PartFile } from '../node/files/partFile.ts';
import type { Spool } from '../storage/spool.ts';
import { buildFailure, mapFileError } from './draft.ts';
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

export interface FillPorts {
  readonly dispatchers: Dispatchers;
  readonly spool: Pick<Spool, 'read'>;
  readonly userAgent: string;
  readonly idleTimeoutMs: number;
  /** Limits of downloads are counted by it. */
  readonly realClock: Pick<SteadyClock, 'monotonicMs'>;
}

export interface Filled {
  readonly kind: 'filled';
  readonly bytes: number;
  /** Hash as 64 hex digits. */
  readonly sha256: string;
  /** As declared by the server. */
  readonly mediaType: string | null;
}

/** Writes the bytes of a result to its part file. After an interruption, `fill` continues where it was. */
export interface Filler {
  fill(signal: AbortSignal): Promise<Filled | SaveFailure>;
  /** Number of bytes of a download that have arrived. */
  readonly receivedBytes: () => number;
}

export function createFiller(part: PartFile, order: SaveOrder, ports: FillPorts): Filler {
  const { content, baseUrl, maxBytes } = order;
  const nothing = (): number => 0;
  switch (content.kind) {
    case 'text':
      return {
        fill: () => fillBytes(part, Buffer.from(content.text, 'utf8'), 'text/plain'),
        receivedBytes: nothing,
      };
    case 'spooled':
      return {
        fill: async () => fillBytes(part, nameImages(await ports.spool.read(content.name), order), content.mediaType),
        receivedBytes: nothing,
      };
    case 'url': {
      const { dispatchers, userAgent, idleTimeoutMs, realClock } = ports;
      const elapsedMs = (): number => realClock.monotonicMs();
      const options = { dispatchers, userAgent, idleTimeoutMs, elapsedMs, baseUrl, maxBytes };
      const download = createDownload(content.url, part, options);
      return {
        fill: async (signal) => mapDownload(await download.attempt(signal)),
        receivedBytes: download.receivedBytes,
      };
    }
    default:
      return assertNever(content);
  }
}

/** In a text file, the placeholders are replaced by the names of the images that came with it. */
function nameImages(bytes: Uint8Array, { content, images, output }: SaveOrder): Uint8Array {
  return isChatText(content)
    ? Buffer.from(linkImages(Buffer.from(bytes).toString('utf8'), images, output), 'utf8')
    : bytes;
}

async function fillBytes(part: PartFile, bytes: Uint8Array, mediaType: string | null): Promise<Filled> {
  await part.write(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'filled', bytes: bytes.length, sha256, mediaType };
}

function mapDownload(outcome: DownloadOutcome): Filled | SaveFailure {
  switch (outcome.kind) {
    case 'downloaded':
      return { ...outcome, kind: 'filled' };
    case 'refused': {
      const { httpStatus, message } = outcome;
      const error = { code: 'download-failed', message, httpStatus } as const;
      if ([403, 404, 410].includes(httpStatus)) return { kind: 'expired', error };
      const isPassing = httpStatus >= 500 || httpStatus === 408 || httpStatus === 429;
      return { kind: isPassing ? 'interrupted' : 'refused', error };
    }
    case 'interrupted':
      return buildFailure('interrupted', 'download-failed', outcome.message);
    case 'forbidden':
    case 'unusable':
      return buildFailure('refused', 'download-failed', outcome.message);
    case 'too-large':
      return buildFailure('refused', 'too-large', outcome.message);
    case 'not-written':
      return mapFileError(outcome.error);
    default:
      return assertNever(outcome);
  }
}

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

const maxRedirects = 5;

/** Fetches without the key, and hashes while it streams. Every hop is checked before it is called, in each attempt. */
export function createDownload(url: string, writer: ByteWriter, options: DownloadOptions): Download {
  const reception = createReception(writer, options);
  return {
    receivedBytes: reception.receivedBytes,
    async attempt(signal) {
      let hop = url;
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const checked = checkHop(hop, options);
        if (!checked.ok) return { kind: 'forbidden', message: checked.message };
        const { url: from, isNamedHost } = checked;
        const outcome = await fetchHop(from, reception, { ...options, isNamedHost, signal });
        if (outcome.kind !== 'redirected') return outcome;
        hop = outcome.location;
      }
      return { kind: 'forbidden', message: `More than ${maxRedirects} redirects` };
    },
  };
}

interface HopOptions extends DownloadOptions {
  readonly signal: AbortSignal;
  readonly isNamedHost: boolean;
}

async function fetchHop(
  url: URL,
  reception: Reception,
  { dispatchers, userAgent, idleTimeoutMs, signal, isNamedHost }: HopOptions,
): Promise<DownloadOutcome | { readonly kind: 'redirected'; readonly location: string }> {
  const dispatcher = isNamedHost ? dispatchers.named : dispatchers.foreign;
  const { sink, headers: asked, status: readStatus, location: readLocation } = reception.begin();
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent, ...asked };
  const timeouts = { headersTimeoutMs: idleTimeoutMs, idleTimeoutMs };
  const outcome = await exchange(dispatcher, { url, method: 'GET', headers, ...timeouts }, { sink, signal });
  if (!outcome.ok && !(outcome.error instanceof HeadIsEnough)) return mapFault(outcome.error);
  const status = readStatus();
  if (status >= 300 && status < 400) {
    const location = readLocation();
    if (location === undefined || !URL.canParse(location, url))
      return { kind: 'refused', httpStatus: status, message: `HTTP ${status}` };
    return { kind: 'redirected', location: new URL(location, url).href };
  }
  // The range of the request no longer exists. A request from the start may succeed.
  if (status === 416) return { kind: 'interrupted', message: 'HTTP 416' };
  if (status < 200 || status >= 300) return { kind: 'refused', httpStatus: status, message: `HTTP ${status}` };
  return reception.finish();
}

function mapFault(error: Error): DownloadOutcome {
  if (error instanceof TooLargeError) return { kind: 'too-large', message: error.message };
  if (error instanceof UnusableError) return { kind: 'unusable', message: error.message };
  if (error instanceof NotWrittenError) return { kind: 'not-written', error: error.cause };
  const message = redactBriefly(describeNetworkError(error));
  return error instanceof PrivateAddressError ? { kind: 'forbidden', message } : { kind: 'interrupted', message };
}
