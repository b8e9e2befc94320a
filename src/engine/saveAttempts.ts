import { fillOutput } from '../core/jobFile/fillOutput.ts';
import type { Clock } from '../core/support/clock.ts';
import { isText } from '../core/task/pieces.ts';
import type { RunsFilePort, SaveOrder, SaveOutcome } from '../core/task/ports.ts';
import type { Artifact } from '../core/task/task.ts';
import type { ArtifactFileSystem } from '../storage/artifactFileSystem.ts';
import { detectMedia, type DetectedMedia } from '../storage/detectMedia.ts';
import { embedProvenance } from '../storage/embed/embedProvenance.ts';
import { measureMedia } from '../storage/measureMedia.ts';
import { createDraft, type Draft } from '../storage/writeArtifact.ts';
import { createFiller, type Filled, type Filler, type FillPorts } from './fillPart.ts';
import { buildFault, mapFileFault } from './saveFault.ts';

export interface AttemptPorts extends FillPorts {
  readonly runsFile: Pick<RunsFilePort, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The disk itself when left out. */
  readonly files?: ArtifactFileSystem | undefined;
}

/** One result on its way to its file, in as many attempts as it takes. */
export interface Attempts {
  /** Rejects only with the reason of the signal. */
  next(signal: AbortSignal): Promise<SaveOutcome>;
  /** By how many bytes the last attempt came further than all before. */
  readonly gainedBytes: () => number;
  /** Removes what has no name. */
  discard(): Promise<void>;
}

/** What is there of a result between two attempts. */
interface OpenPart {
  readonly draft: Draft;
  readonly filler: Filler;
}

export function createAttempts(order: SaveOrder, ports: AttemptPorts): Attempts {
  let current: OpenPart | null = null;
  let mostBytes = 0;
  let gainedBytes = 0;
  const open = async (): Promise<OpenPart> => {
    const draft = await createDraft(order, { now: ports.clock.now(), files: ports.files });
    return { draft, filler: createFiller(draft.part, order, ports) };
  };
  const discard = async (): Promise<void> => {
    const part = current;
    current = null;
    await part?.draft.discard();
  };
  const saveOnce = async (signal: AbortSignal): Promise<SaveOutcome> => {
    const part = (current ??= await open());
    const filled = await part.filler.fill(signal);
    const receivedBytes = part.filler.receivedBytes();
    gainedBytes = Math.max(0, receivedBytes - mostBytes);
    mostBytes += gainedBytes;
    if (filled.kind !== 'filled') {
      // Without a byte there is nothing to go on with, and hundreds that wait hold no file open.
      if (receivedBytes === 0) await discard();
      return filled;
    }
    await part.draft.part.finish();
    signal.throwIfAborted();
    const outcome = await placeDraft(part.draft, filled, { order, ports });
    if (outcome.kind !== 'saved') await discard();
    return outcome;
  };
  return {
    gainedBytes: () => gainedBytes,
    discard,
    async next(signal) {
      try {
        return await saveOnce(signal);
      } catch (error) {
        signal.throwIfAborted();
        return mapFileFault(error);
      }
    },
  };
}

async function placeDraft(
  draft: Draft,
  { bytes, sha256, mediaType: declared }: Filled,
  { order, ports }: { readonly order: SaveOrder; readonly ports: AttemptPorts },
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
    claimed: order.claimed,
    onPlacing: (path) => order.onPlacing({ path, ...facts }),
    async isOwn(path, sha256) {
      const records = await ports.runsFile.read(order.jobFile);
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
