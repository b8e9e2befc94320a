import { basename, dirname, join } from 'node:path';
import { stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { fillOutput } from '../core/jobFile/fillOutput.ts';
import { assertNever } from '../core/support/assertNever.ts';
import { redactBriefly } from '../core/support/redact.ts';
import type { Clock } from '../core/support/clock.ts';
import { linkImages } from '../core/task/linkImages.ts';
import { isText } from '../core/task/pieces.ts';
import { messageOf } from '../core/task/watch.ts';
import type { ArtifactPlace, ArtifactPort, RunsFilePort, SaveOrder, SaveOutcome } from '../core/task/ports.ts';
import type { Artifact, TaskErrorCode } from '../core/task/task.ts';
import type { Dispatchers } from '../gateway/dispatchers.ts';
import { downloadTo, type DownloadOutcome } from '../gateway/download.ts';
import { OutsideBoundaryError } from '../storage/confine.ts';
import { detectMedia, type DetectedMedia } from '../storage/detectMedia.ts';
import { hashFile } from '../storage/hashFile.ts';
import { measureMedia } from '../storage/measureMedia.ts';
import { embedProvenance } from '../storage/embed/embedProvenance.ts';
import type { PartFile } from '../storage/partFile.ts';
import type { Spool } from '../storage/spool.ts';
import { systemCode } from '../storage/systemError.ts';
import { createDraft, NameTakenError, probePlace, type Draft } from '../storage/writeArtifact.ts';

export interface SaverPorts {
  readonly dispatchers: Dispatchers;
  readonly spool: Spool;
  readonly runsFile: RunsFilePort;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly idleTimeoutMs: number;
}

/** From a result to a file with a name: fetched or taken from the spool, judged by its bytes, put in its place. */
export function createArtifactSaver(ports: SaverPorts): ArtifactPort {
  return {
    async probe(place) {
      try {
        await probePlace(place, ports.clock.now());
        return null;
      } catch (error) {
        return { code: 'output-blocked', message: redactBriefly(describeObstacle(error, place)) };
      }
    },
    async save(order, signal) {
      let draft: Draft | undefined;
      try {
        draft = await createDraft(order, ports.clock.now());
        const filled = await fill(draft.part, order, { ports, signal });
        if (filled.kind !== 'filled') return filled;
        await draft.part.finish();
        signal.throwIfAborted();
        return await finish(draft, filled, { order, runsFile: ports.runsFile });
      } catch (error) {
        signal.throwIfAborted();
        return mapFileFault(error);
      } finally {
        await draft?.discard();
      }
    },
    async has({ path, bytes, sha256 }, jobFile) {
      const file = join(dirname(jobFile), ...path.split('/'));
      const facts = await stat(file).catch(() => null);
      if (facts?.size !== bytes) return false;
      return (await hashFile(file).catch(() => null)) === sha256;
    },
  };
}

interface Filled {
  readonly kind: 'filled';
  readonly bytes: number;
  readonly sha256: string;
  /** As declared. */
  readonly mediaType: string | null;
}

type Fault = Exclude<SaveOutcome, { kind: 'saved' }>;

async function fill(
  part: PartFile,
  order: SaveOrder,
  { ports, signal }: { readonly ports: SaverPorts; readonly signal: AbortSignal },
): Promise<Filled | Fault> {
  const { content, baseUrl, maxBytes } = order;
  switch (content.kind) {
    case 'text':
      return fillBytes(part, Buffer.from(content.text, 'utf8'), 'text/plain');
    case 'spooled':
      return fillBytes(part, nameImages(await ports.spool.read(content.name), order), content.mediaType);
    case 'url': {
      const { dispatchers, userAgent, idleTimeoutMs } = ports;
      const options = { dispatchers, userAgent, idleTimeoutMs, baseUrl, maxBytes, signal };
      return mapDownload(await downloadTo(content.url, part, options));
    }
    default:
      return assertNever(content);
  }
}

/** In a text file names stand for the images that came with it. */
function nameImages(bytes: Uint8Array, { content, images, output }: SaveOrder): Uint8Array {
  return isText(content) ? Buffer.from(linkImages(Buffer.from(bytes).toString('utf8'), images, output), 'utf8') : bytes;
}

async function fillBytes(part: PartFile, bytes: Uint8Array, mediaType: string | null): Promise<Filled> {
  await part.write(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'filled', bytes: bytes.length, sha256, mediaType };
}

function mapDownload(outcome: DownloadOutcome): Filled | Fault {
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
      return buildFault('interrupted', 'download-failed', outcome.message);
    case 'forbidden':
      return buildFault('refused', 'download-failed', outcome.message);
    case 'too-large':
      return buildFault('refused', 'too-large', outcome.message);
    case 'not-written':
      return mapFileFault(outcome.error);
    default:
      return assertNever(outcome);
  }
}

async function finish(
  draft: Draft,
  { bytes, sha256, mediaType: declared }: Filled,
  { order, runsFile }: { readonly order: SaveOrder; readonly runsFile: RunsFilePort },
): Promise<SaveOutcome> {
  const { path: partPath } = draft.part;
  const media = await detect(partPath, order, declared);
  if (!media) {
    const what = declared ?? 'something else';
    return buildFault('interrupted', 'download-failed', `The link gave ${what} and no media`);
  }
  const { mediaType, extension } = media;
  const size = await measureMedia(partPath, mediaType);
  const { title, lyrics, output, provenance } = order;
  const embedded = provenance === null ? null : await embedProvenance(partPath, mediaType, provenance);
  const facts = { sha256, bytes, ...embedded, mediaType, ...size, title, lyrics };
  const { width, height } = size;
  const result = { ...order.place, title, width, height };
  const path = await draft.place(extension, {
    ...(output.templates ? { output: fillOutput(output, { result, ext: extension }) } : {}),
    number: isNumbered(output) ? 1 : order.number,
    onPlacing: (path) => order.onPlacing({ path, ...facts }),
    async isOwn(path, sha256) {
      const records = await runsFile.read(order.jobFile);
      return records.some(({ artifacts }) => artifacts.some((each) => each.path === path && each.sha256 === sha256));
    },
  });
  const artifact: Artifact = { path, ...facts };
  return { kind: 'saved', artifact };
}

/** Names that hold the number of the result themselves need no other one. */
function isNumbered({ templates }: SaveOrder['output']): boolean {
  const parts = [...(templates?.dir ?? []), ...(templates?.name ?? [])];
  return parts.some((part) => typeof part !== 'string' && part.path.join('.') === 'result.index');
}

async function detect(
  path: string,
  { content, modality }: SaveOrder,
  declared: string | null,
): Promise<DetectedMedia | null> {
  if (content.kind === 'text') return { mediaType: 'text/plain', extension: 'txt' };
  // Whatever a text looks like, a text it is.
  if (isText(content)) return { mediaType: 'text/markdown', extension: 'md' };
  return detectMedia(path, { declared, maySoundRaw: modality === 'speech' || modality === 'music' });
}

/** The part of a sentence that says what is in the way. */
function describeObstacle(error: unknown, { jobFile, output }: ArtifactPlace): string {
  const folder = output.dir === '' ? basename(dirname(jobFile)) : output.dir;
  if (error instanceof OutsideBoundaryError) return `“${folder}” leads out of the workspace folder`;
  if (error instanceof NameTakenError) return `“${error.message}” is already there`;
  const code = systemCode(error);
  return code === null ? messageOf(error) : `the folder “${folder}” can not be written to (${code})`;
}

function mapFileFault(error: unknown): Fault {
  if (error instanceof OutsideBoundaryError) return buildFault('refused', 'outside-workspace', error.message);
  if (error instanceof NameTakenError) return buildFault('refused', 'name-taken', error.message);
  const code = systemCode(error);
  // What the system says names the part file, which means nothing to anybody.
  return code === null ? buildFault('refused', 'internal', messageOf(error)) : buildFault('refused', 'disk', code);
}

function buildFault(kind: Fault['kind'], code: TaskErrorCode, message: string): Fault {
  return { kind, error: { code, message: redactBriefly(message) } };
}
