import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { abortReason } from '../../core/support/abort.ts';
import type { SteadyClock } from '../../core/support/clock.ts';
import { type Body, decodeBody, type Decoding, findDecoders } from './decodeBody.ts';
import type { Route } from './dispatchers.ts';

/** One request and its response. Headers and bytes are passed to the sink as they arrive. */
export interface Exchange {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable | undefined;
  /** Limit until the headers of the response arrive. */
  readonly headersTimeoutMs: number;
  /** Limit between two chunks of the body. */
  readonly idleTimeoutMs: number;
  /** Without it, the codings are undone that have a name. */
  readonly decoding?: Decoding | undefined;
  /** Called when the connection is made and the first bytes leave. */
  readonly onSent?: (() => void) | undefined;
}

/**
 * Receives a response without its content codings, because some servers compress without being asked. An error that a
 * method throws ends the exchange and becomes its error.
 */
interface Sink {
  /** The headers of a body that was coded tell neither its length nor ranges of it. */
  head(status: number, headers: IncomingHttpHeaders): void;
  /** Called with the number of bytes of each chunk as it arrives, before it is decoded. */
  arrived?(bytes: number): void;
  /** Returns a promise to hold the next bytes back until it resolves. */
  data(chunk: Buffer): Promise<void> | undefined;
}

export type ExchangeOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: Error;
      /** Whether bytes of the request may have left this machine. */
      readonly wasSent: boolean;
    };

const withoutSize = { 'content-length': undefined, 'content-range': undefined, 'accept-ranges': 'none' } as const;

/** Never rejects, except with the reason of the signal. */
export function exchange(
  dispatcher: Route,
  { url, method, headers, body, headersTimeoutMs, idleTimeoutMs, decoding, onSent }: Exchange,
  { sink, signal }: { readonly sink: Sink; readonly signal: AbortSignal },
): Promise<ExchangeOutcome> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let wasSent = false;
    let isOver = false;
    const abort = (): void => {
      const error = abortReason(signal);
      // Reject first, because ending the request reports another outcome.
      reject(error);
      controller?.abort(error);
    };
    const finish = (outcome: ExchangeOutcome): void => {
      signal.removeEventListener('abort', abort);
      isOver = true;
      resolve(outcome);
    };
    const fail = (error: unknown): void => finish({ ok: false, error: toError(error), wasSent });
    // A decoder may still have bytes when the exchange is over.
    let received: Body = {
      data: (chunk) => (isOver || signal.aborted ? undefined : sink.data(chunk)),
      end: () => undefined,
    };
    signal.addEventListener('abort', abort, { once: true });
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (signal.aborted) return started.abort(toError(signal.reason));
        wasSent = true;
        onSent?.();
      },
      onResponseStart(_controller, status, responseHeaders) {
        // Informational responses (1xx) precede the final one.
        if (status < 200) return;
        const decoders = findDecoders(responseHeaders, decoding);
        sink.head(status, decoders.length === 0 ? responseHeaders : { ...responseHeaders, ...withoutSize });
        received = decoders.reduce(decodeBody, received);
      },
      onResponseData(current, chunk) {
        sink.arrived?.(chunk.length);
        const ready = received.data(chunk);
        if (!ready) return;
        current.pause();
        ready.then(
          () => current.resume(),
          (error: unknown) => current.abort(toError(error)),
        );
      },
      onResponseEnd() {
        const rest = received.end();
        if (rest) rest.then(() => finish({ ok: true }), fail);
        else finish({ ok: true });
      },
      onResponseError: (_controller, error) => fail(error),
    };
    const options = { headersTimeout: headersTimeoutMs, bodyTimeout: idleTimeoutMs, body: body ?? null };
    const target = { origin: url.origin, path: `${url.pathname}${url.search}`, method };
    try {
      const all = { 'accept-encoding': 'identity', ...headers };
      dispatcher.dispatch({ ...options, ...target, headers: all }, handler);
    } catch (error) {
      fail(error);
    }
  });
}

export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Describes in a few words why a connection failed: `ECONNREFUSED 127.0.0.1:443`. */
export function describeNetworkError(error: Error): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const first = errors.find((each) => each instanceof Error);
  if (error.message === '' && first) return first.message;
  const [, status] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (status === '407') return 'the proxy asks for a user name and password (407)';
  if (status !== undefined) return `the proxy returned ${status}`;
  return error.message === '' ? error.name : error.message;
}

/** Time in ms that a connection may stay open after the content is complete. The usage of a chat may still follow. */
const graceMs = 5_000;

export type ExchangeEnding = ReturnType<typeof createExchangeEnding>;

/**
 * Ends an exchange that has lasted too long or whose content is complete. `totalTimeoutMs` is time that passes: a wall
 * clock that is set, or that leaps after a laptop's sleep, ends no call.
 */
export function createExchangeEnding(
  totalTimeoutMs: number | undefined,
  clock: Pick<SteadyClock, 'monotonicMs' | 'sleep'>,
) {
  const controller = new AbortController();
  const waits = new AbortController();
  const wait = async (durationMs: number): Promise<void> => {
    const until = clock.monotonicMs() + durationMs;
    for (let leftMs = durationMs; leftMs > 0; leftMs = until - clock.monotonicMs()) {
      await clock.sleep(leftMs, waits.signal);
    }
  };
  const after = (durationMs: number, then: () => void): void => void wait(durationMs).then(then, () => undefined);
  let outcome: ExchangeOutcome | null = null;
  const end = (reached: ExchangeOutcome): void => {
    outcome ??= reached;
    controller.abort(new Error('Ended'));
  };
  if (totalTimeoutMs !== undefined) {
    const error = new Error(`No whole response in ${totalTimeoutMs / 1_000} s`);
    after(totalTimeoutMs, () => end({ ok: false, error, wasSent: true }));
  }
  let isComplete = false;
  return {
    signal: controller.signal,
    /**
     * Says whether the gateway has sent all of its content. The response gets a moment to end, because some leave the
     * connection open.
     */
    complete(isSo: boolean): void {
      if (isSo && !isComplete) after(graceMs, () => isComplete && end({ ok: true }));
      isComplete = isSo;
    },
    /** The outcome of an exchange that `signal` ended. Null if it ended in another way. */
    outcome: (): ExchangeOutcome | null => outcome,
    dispose: (): void => waits.abort(),
  };
}
