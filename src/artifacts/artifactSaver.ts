import { dirname, join } from 'node:path';
import { fillOutput } from '../core/jobFile/requests/fillOutput.ts';
import type { Clock } from '../core/support/clock.ts';
import { holding } from '../core/support/disposable.ts';
import { createLimiter } from '../core/support/limiter.ts';
import { leadingToken } from '../core/support/text/leadingToken.ts';
import { redactBriefly } from '../core/support/text/redact.ts';
import type { Artifact } from '../core/task/model/task.ts';
import { isChatText } from '../core/task/model/taskEntry.ts';
import type { ArtifactPlace, ArtifactPort, SaveOrder, SaveOutcome } from '../core/task/ports.ts';
import { isFolderGone, syncFolder } from '../node/files/folder.ts';
import type { PartPorts } from '../node/partFiles/partFile.ts';
import { hashFile } from '../node/files/wholeFile.ts';
import { Draft, probePlace, tidyPlace } from './draft.ts';
import { createPartFiller, type FillPorts } from './partFiller.ts';
import { buildFailure, describeSaveError, mapFileError } from './saveErrors.ts';
import { embedProvenance } from './media/embedProvenance.ts';
import { detectResult, type MediaReader, unknownSize, type FileKind } from './media/mediaReader.ts';

/** Results that are fetched and written at once, over all tasks. Hundreds may wait when a network comes back. */
const maxSavesAtOnce = 6;

/** Turns a result into a named file: fetches it or reads it from the spool, checks its bytes, and puts it in place. */
export function createArtifactSaver(ports: AttemptPorts): ArtifactPort {
  const { clock, files, processes } = ports;
  const slots = createLimiter(maxSavesAtOnce);
  /** A folder that the user has moved or deleted is not created again, because its job file would not be in it. */
  const attemptInFolder = async (
    { jobFile }: ArtifactPlace,
    attempt: () => Promise<SaveOutcome>,
  ): Promise<SaveOutcome> => {
    const folder = dirname(jobFile);
    const gone = buildFailure('refused', 'folder-gone', folder);
    if (await isFolderGone(folder, files)) return gone;
    const outcome = await attempt();
    const isDiskError = outcome.kind !== 'saved' && outcome.error.code === 'disk';
    return isDiskError && (await isFolderGone(folder, files)) ? gone : outcome;
  };
  return {
    async probe(place) {
      try {
        await probePlace(place, { now: clock.now(), files, processes });
        return null;
      } catch (error) {
        return { code: 'output-blocked', message: redactBriefly(describeSaveError(error, place)) };
      }
    },
    tidy: (place) => tidyPlace(place, { now: clock.now(), files, processes }),
    async save(order, signal) {
      const attempts = new SaveAttempts(order, ports);
      try {
        for (;;) {
          // A save that waits for a retry releases its limiter slot.
          const slot = await slots.enter(signal, order.lane);
          const outcome = await holding(slot, () => attemptInFolder(order, () => attempts.next(signal)));
          if (outcome.kind !== 'interrupted') return outcome;
          if (!(await order.onInterrupted(outcome.error, attempts.gainedBytes))) return outcome;
        }
      } finally {
        await attempts.discard();
      }
    },
    async has({ path, bytes, sha256 }, jobFile) {
      const file = join(dirname(jobFile), ...path.split('/'));
      const facts = await files.stat(file).catch(() => null);
      if (facts?.size !== bytes) return false;
      if ((await hashFile(file, files).catch(() => null)) !== sha256) return false;
      // The process that placed the file may have ended before its name was durable.
      await syncFolder(dirname(file), files).catch(() => undefined);
      return true;
    },
  };
}

interface AttemptPorts extends FillPorts, PartPorts {
  readonly media: MediaReader;
  readonly clock: Pick<Clock, 'now'>;
}

interface ReadyPart {
  readonly extension: string;
  readonly facts: Omit<Artifact, 'path'>;
}

/** One result on its way to its file, in as many attempts as needed. */
class SaveAttempts {
  readonly #order: SaveOrder;
  readonly #ports: AttemptPorts;
  #draft: Draft | null = null;
  #filler: ReturnType<typeof createPartFiller> | null = null;
  /** Set when the bytes are whole and durable. Only the name is missing then. */
  #ready: ReadyPart | null = null;
  #mostBytes = 0;
  /** Number of bytes by which the last attempt got further than all before. */
  gainedBytes = 0;

  constructor(order: SaveOrder, ports: AttemptPorts) {
    this.#order = order;
    this.#ports = ports;
  }

  /** Rejects only with the reason of the signal. */
  async next(signal: AbortSignal): Promise<SaveOutcome> {
    try {
      return await this.#save(signal);
    } catch (error) {
      signal.throwIfAborted();
      // A file that only lacks its name is not fetched again.
      if (!this.#ready) await this.discard();
      return mapFileError(error);
    }
  }

  /** Removes a file that has no final name. */
  async discard(): Promise<void> {
    const draft = this.#draft;
    this.#draft = null;
    this.#filler = null;
    this.#ready = null;
    await draft?.part.discard();
  }

  async #save(signal: AbortSignal): Promise<SaveOutcome> {
    const { clock, files, processes } = this.#ports;
    const draft = (this.#draft ??= await Draft.create(this.#order, { now: clock.now(), files, processes }));
    if (!this.#ready) {
      const filler = (this.#filler ??= createPartFiller(draft.part, this.#order, this.#ports));
      const filled = await filler.fill(signal);
      const receivedBytes = filler.receivedBytes();
      this.gainedBytes = Math.max(0, receivedBytes - this.#mostBytes);
      this.#mostBytes += this.gainedBytes;
      if (filled.kind !== 'filled') {
        // Without a byte there is nothing to continue, and hundreds of waiting results must not hold files open.
        if (receivedBytes === 0 || filled.error.code === 'disk') await this.discard();
        return filled;
      }
      const sha256 = await draft.part.finish();
      const kind = await this.#detect(draft.part.path, filled.mediaType);
      if (!kind) {
        await this.discard();
        const what = leadingToken(filled.mediaType ?? '') ?? 'something else';
        return buildFailure('interrupted', 'download-failed', `The link gave ${what} and no result`);
      }
      const facts = await this.#examine(draft.part.path, kind, { bytes: filled.bytes, sha256 });
      this.#ready = { extension: kind.extension, facts };
    }
    signal.throwIfAborted();
    return this.#place(draft, this.#ready);
  }

  /** `declared`: the media type as the server declared it. */
  async #detect(path: string, declared: string | null): Promise<FileKind | null> {
    const { content, modality } = this.#order;
    if (content.kind === 'text') return { mediaType: 'text/plain', extension: 'txt' };
    // A chat text is saved as text, whatever it looks like.
    if (isChatText(content)) return { mediaType: 'text/markdown', extension: 'md' };
    return detectResult(path, { declared, maySoundRaw: modality === 'speech' || modality === 'music' }, this.#ports);
  }

  /** Measures the media, and embeds the provenance. */
  async #examine(path: string, { mediaType }: FileKind, written: Pick<Artifact, 'bytes' | 'sha256'>) {
    const { title, lyrics, provenance, onMeasuring } = this.#order;
    let size = unknownSize;
    // Text has no size. If the process ended while it measured these bytes, they are not measured again.
    if (onMeasuring && !mediaType.startsWith('text/')) {
      await onMeasuring();
      size = await this.#ports.media.measure(path, mediaType);
    }
    const embedded = provenance && (await embedProvenance(path, { mediaType, text: provenance }, this.#ports));
    return { ...written, ...embedded, mediaType, ...size, title, lyrics };
  }

  async #place(draft: Draft, { extension, facts }: ReadyPart): Promise<SaveOutcome> {
    const { output, fromEnv, ordinal, claimed } = this.#order;
    const { title, width, height } = facts;
    const parts = [...(output.templates?.dir ?? []), ...(output.templates?.name ?? [])];
    // A path that already contains the number of the result needs no other number.
    const isNumbered = parts.some((part) => typeof part !== 'string' && part.path.join('.') === 'result.index');
    const result = { ...ordinal, title, width, height };
    const path = await draft.place(extension, {
      ...(output.templates ? { output: fillOutput(output, { result, ext: extension, fromEnv }) } : {}),
      number: isNumbered ? 1 : ordinal.index,
      claimed,
      onPlacing: (path) => this.#order.onPlacing({ path, ...facts }),
      isOurs: (hash) => this.#order.isOurs(hash),
    });
    return { kind: 'saved', artifact: { path, ...facts } };
  }
}
