import { assertNever } from '../core/support/assertNever.ts';
import type { SteadyClock } from '../core/support/clock.ts';
import { isChatText } from '../core/task/model/taskEntry.ts';
import type { SaveFailure, SaveOrder } from '../core/task/ports.ts';
import { linkImages } from '../core/task/save/linkImages.ts';
import type { Dispatchers } from '../node/network/dispatchers.ts';
import type { PartFile } from '../node/partFiles/partFile.ts';
import type { Spool } from '../storage/spool.ts';
import { Download, type DownloadOutcome } from './download.ts';
import { buildFailure, mapFileError } from './saveErrors.ts';

export interface FillPorts {
  readonly dispatchers: Dispatchers;
  readonly spool: Pick<Spool, 'read'>;
  readonly userAgent: string;
  readonly idleTimeoutMs: number;
  /** Limits of downloads are counted by it. */
  readonly realClock: Pick<SteadyClock, 'monotonicMs'>;
}

interface Filled {
  readonly kind: 'filled';
  readonly bytes: number;
  /** As declared by the server. */
  readonly mediaType: string | null;
}

type FillOrder = Pick<SaveOrder, 'content' | 'images' | 'baseUrl' | 'readKeyHeaders' | 'maxBytes' | 'output'>;

/** Writes the bytes of a result to its part file. After an interruption, `fill` continues where it was. */
export function createPartFiller(part: PartFile, order: FillOrder, ports: FillPorts) {
  const { content, baseUrl, readKeyHeaders, maxBytes } = order;
  const { dispatchers, userAgent, idleTimeoutMs, realClock } = ports;
  const elapsedMs = (): number => realClock.monotonicMs();
  const options = { dispatchers, userAgent, idleTimeoutMs, elapsedMs, baseUrl, readKeyHeaders, maxBytes };
  let download: Download | null = null;
  return {
    async fill(signal: AbortSignal): Promise<Filled | SaveFailure> {
      if (content.kind === 'text') return fillBytes(part, Buffer.from(content.text, 'utf8'), 'text/plain');
      if (content.kind === 'spooled') {
        const bytes = nameImages(await ports.spool.read(content.name), order);
        if (bytes.length > maxBytes) return buildFailure('refused', 'too-large', `${bytes.length} bytes`);
        return fillBytes(part, bytes, content.mediaType);
      }
      download ??= new Download(content.url, part, options);
      return mapDownload(await download.attempt(signal));
    },
    /** Number of bytes of a download that have arrived. */
    receivedBytes: () => download?.receivedBytes ?? 0,
  };
}

/** In a text file, the placeholders are replaced by the names of the images that came with it. */
function nameImages(bytes: Uint8Array, { content, images, output }: FillOrder): Uint8Array {
  return isChatText(content)
    ? Buffer.from(linkImages(Buffer.from(bytes).toString('utf8'), images, output), 'utf8')
    : bytes;
}

async function fillBytes(part: PartFile, bytes: Uint8Array, mediaType: string | null): Promise<Filled> {
  await part.write(bytes);
  return { kind: 'filled', bytes: bytes.length, mediaType };
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
    case 'forbidden':
      return buildFailure(outcome.kind === 'forbidden' ? 'refused' : outcome.kind, 'download-failed', outcome.message);
    case 'too-large':
      return buildFailure('refused', 'too-large', outcome.message);
    case 'not-written':
      return mapFileError(outcome.error);
    default:
      return assertNever(outcome);
  }
}
