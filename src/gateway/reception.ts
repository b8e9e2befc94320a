import { createHash, type Hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Sink } from './exchange.ts';
import { findValidator, parseContentRange } from './validator.ts';

/** Takes the bytes of a download in order. */
export interface ByteWriter {
  /** Answers a promise when it can not keep up; the next bytes come when it resolves. */
  write(chunk: Buffer): Promise<void> | undefined;
  /** Throws away what was written: the next bytes are the first ones. */
  restart(): void;
}

export interface Downloaded {
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** As declared, without parameters. */
  readonly mediaType: string | null;
}

export interface ReceptionOptions {
  readonly maxBytes: number;
  /** Between two chunks. */
  readonly idleTimeoutMs: number;
  /** In ms, from any moment on; never goes back. The time since this process began when left out. */
  readonly elapsedMs?: () => number;
}

/** The bytes of one file, gathered over several answers. */
export interface Reception {
  /** For the next answer. */
  begin(): Receiver;
  /** What has become of it once an answer has ended well. */
  finish(): ({ readonly kind: 'downloaded' } & Downloaded) | { readonly kind: 'interrupted'; readonly message: string };
  readonly receivedBytes: () => number;
}

export interface Receiver {
  readonly sink: Sink;
  /** What the request has to say to go on where the last one ended; nothing when it starts anew. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the answer; 0 before it comes. */
  readonly status: () => number;
  readonly location: () => string | undefined;
}

/** Says that the headers were all that was wanted: ends an exchange whose body nobody needs. */
export class HeadIsEnough extends Error {}

export class TooLargeError extends Error {}

export class UnusableError extends Error {}

export class NotWrittenError extends Error {
  override readonly cause: Error;
  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/** A server that sends a byte now and then is never idle and never done: it must send so much … */
const minPaceBytes = 64 * 1024;
/** … within so many times the time that it may be idle. */
const paceIdleTimes = 5;

/** What is there of the file, and what is known of the whole. */
interface Progress {
  hash: Hash;
  bytes: number;
  totalBytes: number | null;
  validator: string | null;
  mediaType: string | null;
}

export function createReception(writer: ByteWriter, options: ReceptionOptions): Reception {
  const { maxBytes } = options;
  const progress: Progress = {
    hash: createHash('sha256'),
    bytes: 0,
    totalBytes: null,
    validator: null,
    mediaType: null,
  };
  return {
    receivedBytes: () => progress.bytes,
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
            if (status === 206) goOn(progress, headers, asked);
            else startAnew(progress, headers, writer);
            checkSize(progress.totalBytes ?? 0, maxBytes);
          },
          data(chunk) {
            progress.bytes += chunk.length;
            checkSize(progress.bytes, maxBytes);
            checkPace(chunk.length);
            progress.hash.update(chunk);
            return guardWrite(() => writer.write(chunk));
          },
        },
      };
    },
  };
}

function startAnew(progress: Progress, headers: IncomingHttpHeaders, writer: ByteWriter): void {
  if (progress.bytes > 0) writer.restart();
  progress.hash = createHash('sha256');
  progress.bytes = 0;
  progress.totalBytes = readLength(headers);
  progress.validator = findValidator(headers);
  progress.mediaType = readMediaType(headers);
}

/** Only what fits exactly behind what is there; anything else makes the next attempt start anew. */
function goOn(progress: Progress, headers: IncomingHttpHeaders, asked: string | null): void {
  const { bytes, totalBytes } = progress;
  const range = parseContentRange(headers['content-range']);
  const isSame = !asked?.startsWith('"') || headers.etag === undefined || headers.etag === asked;
  const isKnownSize = range?.total === null || totalBytes === null || range?.total === totalBytes;
  if (asked === null || range?.start !== bytes || !isSame || !isKnownSize) {
    progress.validator = null;
    throw new Error('The server sent another part than the one asked for');
  }
  progress.totalBytes = range.total ?? totalBytes;
}

function checkSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new TooLargeError(`${bytes} bytes`);
}

function conclude({ hash, bytes, totalBytes, mediaType }: Progress): ReturnType<Reception['finish']> {
  if (bytes === 0) return { kind: 'interrupted', message: 'The file is empty' };
  if (totalBytes !== null && bytes !== totalBytes)
    return { kind: 'interrupted', message: `${bytes} of ${totalBytes} bytes came` };
  return { kind: 'downloaded', bytes, sha256: hash.copy().digest('hex'), mediaType };
}

/** Bytes are kept as they were made, so what comes packed is not what was asked for; nothing is ever unpacked. */
function refuseEncoded(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') throw new UnusableError(`The server sent it as ${encoding}`);
}

function createPaceCheck({
  idleTimeoutMs,
  elapsedMs = () => performance.now(),
}: ReceptionOptions): (bytes: number) => void {
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

function readLength(headers: IncomingHttpHeaders): number | null {
  const text = headers['content-length'];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

function readMediaType(headers: IncomingHttpHeaders): string | null {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || null;
}
