import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { SteadyClock } from '../core/support/clock.ts';
import { redact, redactBriefly } from '../core/support/text/redact.ts';
import type { GatewayTarget, RequestBody } from '../core/task/gatewayPort.ts';
import type { Log } from '../core/task/ports.ts';
import {
  describeNetworkError,
  exchange,
  type Exchange,
  type ExchangeOutcome,
  createExchangeEnding,
  type ExchangeEnding,
} from '../node/network/exchange.ts';
import type { Dispatchers } from '../node/network/dispatchers.ts';
import { hideSecrets, listSecrets } from './hideSecrets.ts';

interface HttpOptions {
  readonly dispatchers: Pick<Dispatchers, 'named' | 'fresh'>;
  readonly userAgent: string;
  /** Counts the limits of a call. */
  readonly clock: SteadyClock;
  readonly log: Pick<Log, 'info'>;
  /** Called with the origin of the target for each response, whatever its status. Not called for the sandbox. */
  readonly onResponse?: (origin: string) => void;
}

export interface ApiCall extends Pick<Exchange, 'method' | 'headersTimeoutMs' | 'idleTimeoutMs' | 'onSent'> {
  /** Path relative to the base URL, with a leading slash. */
  readonly path: string;
  readonly body?: RequestBody;
  /** A longer response is cut off and counts as broken. A refusal longer than `maxRefusalBytes` counts as empty. */
  readonly maxResponseBytes: number;
  /** Added to the headers of every call. The same name replaces one of those. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Receives the body of a success as it arrives. The response then has no body. Returns whether all of the content has
   * arrived, because some gateways leave the connection open.
   */
  readonly receive?: (chunk: Buffer) => boolean;
  /** Limit from the request to the end of the response. Without it, only silence ends a call. */
  readonly totalTimeoutMs?: number;
}

export type ApiResponse =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** Empty if only status and headers arrived. */
      readonly body: Buffer;
    }
  | { readonly kind: 'not-sent'; readonly message: string }
  | { readonly kind: 'no-answer'; readonly message: string };

export type WholeResponse = Extract<ApiResponse, { kind: 'response' }>;

export function isSuccess({ status }: WholeResponse): boolean {
  return status >= 200 && status < 300;
}

export type CallApi = (target: GatewayTarget, call: ApiCall, signal: AbortSignal) => Promise<ApiResponse>;

/** Returns the headers of every call. The only function that writes the key into a header. */
export const buildKeyHeaders = ({ key, headers }: GatewayTarget) => ({ ...headers, authorization: `Bearer ${key}` });

/** Redirects are never followed: a server that redirects is not the gateway and must not get the key. */
export function createHttp({ dispatchers, userAgent, clock, log, onResponse }: HttpOptions): CallApi {
  return async (target, call, signal) => {
    const { baseUrl, origin } = target;
    const { path, body, maxResponseBytes, headers: own, receive, totalTimeoutMs, ...rest } = call;
    const startedAt = clock.now();
    const size = body?.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    const headers = {
      accept: 'application/json',
      ...own,
      ...buildKeyHeaders(target),
      'user-agent': userAgent,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(size) }),
    };
    // Most calls end with their response alone, so they need no second signal.
    const ending = totalTimeoutMs === undefined && !receive ? null : createExchangeEnding(totalTimeoutMs, clock);
    const take = receive && ((chunk: Buffer) => ending?.complete(receive(chunk)));
    const collected = createCollector(maxResponseBytes, take);
    const url = new URL(`${baseUrl}${path}`);
    // Several pieces are written one after the other, without a joined copy.
    const payload = body?.length === 1 && typeof body[0] === 'string' ? body[0] : body && Readable.from(body);
    const request: Exchange = { ...rest, url, headers, decoding: 'also-unnamed', body: payload };
    // A POST may be charged, so it must be known whether it was sent.
    const dispatcher = call.method === 'POST' ? dispatchers.fresh : dispatchers.named;
    const outcome = await exchangeUntil(ending, dispatcher, request, { sink: collected, signal });
    const secrets = listSecrets(target);
    const response = hideSecrets(buildResponse(outcome, collected), secrets);
    if (response.kind === 'response' && origin !== null) onResponse?.(origin);
    log.info(redact(hideSecrets(describeCall(call, response, clock.now() - startedAt), secrets)));
    return response;
  };
}

async function exchangeUntil(
  ending: ExchangeEnding | null,
  ...[dispatcher, request, { sink, signal }]: Parameters<typeof exchange>
): Promise<ExchangeOutcome> {
  if (!ending) return exchange(dispatcher, request, { sink, signal });
  try {
    return await exchange(dispatcher, request, { sink, signal: AbortSignal.any([signal, ending.signal]) });
  } catch (error) {
    const outcome = ending.outcome();
    if (signal.aborted || !outcome) throw error;
    return outcome;
  } finally {
    ending.dispose();
  }
}

/** The explanation of a refusal has a few hundred bytes. */
const maxRefusalBytes = 64 * 1024;

/** Collects a response. The bytes of a success go to `receive` if there is one. */
export function createCollector(maxBytes: number, receive?: (chunk: Buffer) => void) {
  let bytes = 0;
  const collected = { status: null as number | null, headers: {} as IncomingHttpHeaders, chunks: [] as Buffer[] };
  return {
    collected,
    head(status: number, headers: IncomingHttpHeaders) {
      Object.assign(collected, { status, headers });
    },
    data(chunk: Buffer) {
      bytes += chunk.length;
      const isSuccess = collected.status !== null && collected.status < 300;
      const limit = isSuccess ? maxBytes : Math.min(maxBytes, maxRefusalBytes);
      if (bytes > limit) throw new Error(`The response is larger than ${limit} bytes`);
      if (receive && isSuccess) receive(chunk);
      else collected.chunks.push(chunk);
      return undefined;
    },
  };
}

function buildResponse(outcome: ExchangeOutcome, { collected }: ReturnType<typeof createCollector>): ApiResponse {
  const { status, headers, chunks } = collected;
  if (status !== null && outcome.ok) return { kind: 'response', status, headers, body: narrow(Buffer.concat(chunks)) };
  const message = outcome.ok ? 'No response' : redactBriefly(describeNetworkError(outcome.error));
  // A response with an error status counts even if its explanation is missing. A success does not.
  if (status !== null && status >= 300) return { kind: 'response', status, headers, body: Buffer.alloc(0) };
  return { kind: outcome.ok || outcome.wasSent ? 'no-answer' : 'not-sent', message };
}

/** Returns JSON in UTF-16 as UTF-8. Its first character shows the order of the bytes, with or without a mark before it. */
function narrow(body: Buffer): Buffer {
  const [, little, big] = /^(?:\xff\xfe)?([[{]\0)|^(?:\xfe\xff)?(\0[[{])/.exec(body.toString('latin1', 0, 4)) ?? [];
  if (little === undefined && big === undefined) return body;
  return Buffer.from(new TextDecoder(little === undefined ? 'utf-16be' : 'utf-16le').decode(body));
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-oneapi-request-id', 'cf-ray'] as const;

function describeCall({ method, path }: ApiCall, response: ApiResponse, durationMs: number): string {
  const duration = `${Math.round(durationMs)} ms`;
  if (response.kind !== 'response') return `${method} ${path} ${response.kind} ${duration} (${response.message})`;
  const requestId = requestIdHeaders.map((name) => response.headers[name]).find((value) => value !== undefined);
  const suffix = requestId === undefined ? '' : ` (request id ${String(requestId)})`;
  return `${method} ${path} ${response.status} ${duration}${suffix}`;
}
