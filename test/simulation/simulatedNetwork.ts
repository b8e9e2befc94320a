import type { Dispatcher } from 'undici';
import type { Dispatchers, Route } from '../../src/node/network/dispatchers.ts';
import type { Random } from './random.ts';
import type { ApiResponse, LedgerEntry } from './apiMessages.ts';
import type { SimulatedGateway } from './simulatedGateway.ts';
import type { VirtualTime } from './virtualTime.ts';

/**
 * Errors of a call. After `lost-request` and the errors below it, the client does not know whether the gateway did the
 * work.
 */
export type CallError =
  /** The connection is refused, so not a byte leaves. */
  | 'refused'
  /** The connection is never made. */
  | 'unreachable'
  /** The request does not arrive, and the connection is reset. */
  | 'lost-request'
  /** The gateway works, and the connection is reset before the response. */
  | 'lost-response'
  /** The connection is reset in the middle of the response. */
  | 'cut'
  /** The request does not arrive, and no error is reported. */
  | 'black-hole'
  /** The gateway works, and its response never arrives. */
  | 'silence'
  /** A page of a server before the gateway; see `pages`. */
  | Page
  /** Each step takes long. */
  | 'slow';

/**
 * Pages of servers before the gateway, which are not JSON: their statuses, and whether the request has reached the
 * gateway, which works on it all the same.
 */
const pages = {
  /** A proxy gives up waiting. */
  'proxy-timeout': { statuses: [504], isReached: true },
  /** A router gives up waiting. Each kind has its own status for that. */
  'router-timeout': { statuses: [500, 503, 520, 522, 524], isReached: true },
  /** A proxy does not reach the gateway. */
  'bad-gateway': { statuses: [502], isReached: false },
  /** An ingress has no route to the gateway, or no server behind the route, while it is installed again. */
  'no-route': { statuses: [404], isReached: false },
  'no-server': { statuses: [503], isReached: false },
} as const;
type Page = keyof typeof pages;

export const callFaults: readonly CallError[] = [
  'refused',
  'unreachable',
  'lost-request',
  'lost-response',
  'cut',
  'black-hole',
  'silence',
  'slow',
  ...(Object.keys(pages) as readonly Page[]),
];

function isPage(fault: CallError | null): fault is Page {
  return fault !== null && Object.hasOwn(pages, fault);
}

/** A POST, and what became of it. */
export interface SentCall {
  readonly prompt: string;
  /** Whether bytes have left. */
  isSent: boolean;
  /** The work that the gateway has begun for the call. */
  work: LedgerEntry | null;
  /** When the whole response had arrived; null before that. */
  wholeAt: number | null;
  /** When the response would have arrived at a process that was gone by then; null if it was not. */
  missedAt: number | null;
  /** When the process gave the call up; null if it did not. */
  abortedAt: number | null;
  /** Whether the response came from the gateway itself and says what it did. */
  isPlain: boolean;
  /** Whether a status has arrived that says that the gateway did nothing. */
  isRefused: boolean;
}

/** What is known of a POST before it is sent. */
export interface PostFacts {
  readonly origin: string;
  /** Whether the request is sent on a connection that had been idle. */
  readonly isReused: boolean;
  /** See `ApiRequest`. */
  readonly idempotencyKey: string | null;
}

export interface SimulatedNetworkOptions {
  readonly time: VirtualTime;
  readonly random: Random;
  /** The process that calls. */
  readonly pid: number;
  /** Whether it is gone. */
  readonly isGone: () => boolean;
  /** Undefined for a host that does not exist. */
  readonly find: (origin: string) => Pick<SimulatedGateway, 'answer' | 'ledger'> | undefined;
  readonly decide: (method: string) => CallError | null;
  /** Called when a POST begins, before its connection is made. */
  readonly onPost: (facts: PostFacts, body: string) => SentCall;
  /** Called when the bytes of a POST leave. */
  readonly onSent: (post: SentCall) => void;
  readonly log: (text: string) => void;
}

const connectTimeoutMs = 10_000;
/** How long a server keeps an idle connection. */
const idleMs = 4_000;

/** The connections of one process. */
export function createSimulatedNetwork(options: SimulatedNetworkOptions): Dispatchers {
  const { time } = options;
  /** Until when each origin has an idle connection. */
  const idle = new Map<string, number>();
  const createRoute = (isFresh: boolean): Route => ({
    dispatch(request, handler) {
      const origin = String(request.origin);
      const isReused = !isFresh && (idle.get(origin) ?? 0) > time.now();
      const end = (): void => void (isFresh || idle.set(origin, time.now() + idleMs));
      void new Call(request, handler, { ...options, isReused, end }).run();
      return true;
    },
  });
  const named = createRoute(false);
  return {
    named,
    foreign: named,
    fresh: createRoute(true),
    closeIdle: () => idle.clear(),
    dispose: () => idle.clear(),
  };
}

interface CallOptions extends SimulatedNetworkOptions {
  /** Whether the call uses a connection that was idle. */
  readonly isReused: boolean;
  /** Called when the connection can be used again. */
  readonly end: () => void;
}

/** One request and its response. */
class Call implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  readonly #request: Dispatcher.DispatchOptions;
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #options: CallOptions;
  #isOver = false;
  #post: SentCall | null = null;
  #resumed: (() => void) | null = null;

  constructor(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler, options: CallOptions) {
    this.#request = request;
    this.#handler = handler;
    this.#options = options;
  }

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
    if (this.#post && !this.#isOver) {
      const now = this.#options.time.now();
      this.#post.abortedAt = now;
      if (now < (this.#post.wholeAt ?? 0) + endingMs) this.#post.wholeAt = null;
    }
    this.#fail(reason);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.#resumed?.();
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#options.isGone()) this.#handler.onResponseError?.(this, error);
  }

  /** An error of a listener ends the call. */
  #tell(happens: () => void): void {
    try {
      happens();
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Whether the caller still listens. */
  #isHeard(): boolean {
    return !this.#isOver && !this.#options.isGone();
  }

  async run(): Promise<void> {
    const { time, random, decide, find, log, isReused, pid } = this.#options;
    const { method, path } = this.#request;
    const origin = String(this.#request.origin);
    const fault = decide(method);
    const slowness = fault === 'slow' ? random.between(5, 400) : 1;
    log(`${method} ${path}${fault ? ` meets ${fault}` : ''}`);
    const body = await readBody(this.#request.body);
    const idempotencyKey = readHeader(this.#request.headers, 'idempotency-key');
    const post = method === 'POST' ? this.#options.onPost({ origin, isReused, idempotencyKey }, body) : null;
    this.#post = post;
    const hop = (): Promise<void> => time.wait(random.between(5, 60) * slowness);
    if (!isReused) await hop();
    const gateway = find(origin);
    if (!gateway || (fault === 'refused' && !isReused)) return this.#fail(new Error(`connect ECONNREFUSED ${origin}`));
    if (fault === 'unreachable' && !isReused) {
      await time.wait(connectTimeoutMs);
      return this.#fail(new Error('Connect Timeout Error'));
    }
    if (!this.#isHeard()) return;
    this.#handler.onRequestStart?.(this, {});
    if (!this.#isHeard()) return;
    if (post) {
      post.isSent = true;
      this.#options.onSent(post);
    }
    await hop();
    const page = isPage(fault) ? pages[fault] : null;
    const isLost = fault === 'lost-request' || fault === 'black-hole' || page?.isReached === false;
    // A reset idle connection: the request was sent into nothing.
    const isDead = isReused && (fault === 'refused' || fault === 'unreachable');
    if (isDead || fault === 'lost-request') return this.#fail(new Error('read ECONNRESET'));
    let response = isLost ? null : gateway.answer({ method, path, body, pid, idempotencyKey });
    if (post) post.work = response?.work ?? null;
    if (fault === 'black-hole' || fault === 'silence') return this.#timeOut();
    if (page) response = { ...htmlPage(random.pick<number>(page.statuses)), afterMs: response?.afterMs ?? 100 };
    if (!response) return;
    const waitMs = response.afterMs * (fault === 'slow' ? 3 : 1);
    const patienceMs = this.#request.headersTimeout ?? Infinity;
    if (waitMs > patienceMs) return this.#timeOut();
    await time.wait(waitMs);
    if (fault === 'lost-response') return this.#fail(new Error('other side closed'));
    // A response without an id does not say whether the work is done.
    const isVague = post?.work?.taskId === null && /^(image|song)/.test(post.prompt);
    // A page without a route says that nothing was done.
    if (post) post.isPlain = (page === null || fault === 'no-route') && !isVague;
    await hop();
    await this.#respond(response, { isCut: fault === 'cut', post });
  }

  /** Sends signs of life until the client ends the call. */
  async #live(): Promise<void> {
    while (this.#isHeard()) {
      await this.#options.time.wait(heartbeatMs);
      await this.#deliver(heartbeat);
    }
  }

  async #timeOut(): Promise<void> {
    await this.#options.time.wait(this.#request.headersTimeout ?? 300_000);
    this.#fail(new Error('Headers Timeout Error'));
  }

  async #deliver(chunk: Buffer): Promise<void> {
    await this.#options.time.wait(this.#options.random.between(1, 30));
    if (this.paused) await new Promise<void>((resolve) => (this.#resumed = resolve));
    if (chunk.length > 0 && this.#isHeard()) this.#tell(() => this.#handler.onResponseData?.(this, chunk));
  }

  async #respond(
    { status, headers, body, staysOpen = false }: ApiResponse,
    { isCut, post }: { readonly isCut: boolean; readonly post: SentCall | null },
  ): Promise<void> {
    const { time, random, log, end, isGone } = this.#options;
    if (post && isGone() && !isCut) post.missedAt = time.now();
    if (!this.#isHeard()) return;
    log(`${this.#request.method} ${this.#request.path} gets ${status}`);
    if (post) post.isRefused = post.isPlain && status >= 300;
    const length = staysOpen ? {} : { 'content-length': String(body.length) };
    this.#tell(() => this.#handler.onResponseStart?.(this, status, { ...headers, ...length }));
    const middle = random.below(body.length + 1);
    const [first, second] = [body.subarray(0, middle), body.subarray(middle)];
    await this.#deliver(first);
    if (isCut) return this.#fail(new Error('other side closed'));
    await this.#deliver(second);
    if (!this.#isHeard()) return;
    if (post) post.wholeAt = time.now();
    if (staysOpen) return this.#live();
    this.#isOver = true;
    end();
    this.#handler.onResponseEnd?.(this, {});
  }
}

/** A caller that waits for the end of a whole stream for less than this does not know that it is whole. */
const endingMs = 4_970;
/** A sign of life in a stream of events. */
const heartbeat = Buffer.from(': waiting\n\n');
const heartbeatMs = 15_000;

function htmlPage(status: number): Omit<ApiResponse, 'afterMs'> {
  const body = Buffer.from(`<html><title>${status}</title></html>`);
  return { status, headers: { 'content-type': 'text/html' }, body };
}

function readHeader(headers: Dispatcher.DispatchOptions['headers'], name: string): string | null {
  const values = Object.entries((headers ?? {}) as Readonly<Record<string, string>>);
  return values.find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

async function readBody(body: Dispatcher.DispatchOptions['body']): Promise<string> {
  if (body === null || body === undefined) return '';
  if (typeof body === 'string') return body;
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<string | Uint8Array>) chunks.push(Buffer.from(chunk as string));
  return Buffer.concat(chunks).toString();
}
