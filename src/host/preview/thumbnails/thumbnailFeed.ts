import type { PreviewEntry } from '../previewEntries.ts';
import type { SessionPorts } from '../sessionPorts.ts';
import { isThumbnail } from '../../../node/sheet/isThumbnail.ts';

/** Larger originals get no thumbnail: they would have to cross a process border and fit into memory. */
const maxOriginalBytes = 64 * 1024 * 1024;
const maxTextBytes = 1200;
/** Originals that are on their way to the page or are being decoded there. */
const parallel = 2;
/** A page that has not responded by then has no thumbnail of this original. */
const limitMs = 30_000;
/** A page that has no list by then makes no thumbnails. */
const startLimitMs = 10_000;

type ThumbnailPorts = Pick<
  SessionPorts,
  'statArtifact' | 'readArtifact' | 'clock' | 'post' | 'readThumbnail' | 'keepThumbnail' | 'hash' | 'fail'
>;

interface Supply {
  readonly stop: AbortController;
  /** Never rejects. */
  readonly done: Promise<void>;
}

/** Supplies the page with thumbnails of what it shows: kept ones, or originals of which the page makes them. */
export class ThumbnailFeed {
  readonly #ports: ThumbnailPorts;
  readonly #entries: () => ReadonlyMap<string, PreviewEntry>;
  /** Ids that the page wants, most important first. */
  #queue: string[] = [];
  readonly #running = new Map<string, Supply>();
  /** Functions that receive the page's response, by the id of the thumbnail that the page makes now. */
  readonly #making = new Map<string, (bytes: Uint8Array | null) => void>();

  /** Aborted as soon as the page has a list of items. */
  #started = new AbortController();

  constructor(ports: ThumbnailPorts, entries: () => ReadonlyMap<string, PreviewEntry>) {
    this.#ports = ports;
    this.#entries = entries;
  }

  /** The page has a list of items. */
  start(): void {
    this.#started.abort();
  }

  /** Replaces what is still to be supplied. */
  want(ids: readonly string[]): void {
    // The page asks again for what it makes only if the file was replaced meanwhile.
    this.#queue = ids.filter((id) => !this.#running.has(id) || this.#making.has(id));
    this.#next();
  }

  /**
   * Has the page make the thumbnails of contents that it may not show, by their SHA-256. Resolves when each was tried,
   * when the page is gone or does not start in time, or when the signal aborts.
   */
  async makeAll(hashes: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const whenStarted = AbortSignal.any([signal, this.#started.signal]);
    await this.#ports.clock.sleep(startLimitMs, whenStarted).catch(() => undefined);
    for (const [id, { artifact }] of this.#entries()) {
      if (!artifact || !hashes.has(artifact.sha256)) continue;
      await this.#running.get(id)?.done;
      if (signal.aborted || !this.#started.signal.aborted) return;
      await this.#begin(id, { isNeeded: true }).done;
    }
  }

  /** Takes a thumbnail that the page has made. One that was not requested is ignored. */
  made(id: string, bytes: Uint8Array | null): void {
    this.#making.get(id)?.(bytes);
  }

  /** The page is gone. */
  stop(): void {
    if (this.#started.signal.aborted) this.#started = new AbortController();
    this.#queue = [];
    for (const { stop } of this.#running.values()) stop.abort();
    this.#running.clear();
    this.#making.clear();
  }

  #next(): void {
    while (this.#running.size < parallel) {
      const id = this.#queue.find((each) => !this.#running.has(each));
      if (id === undefined) return;
      this.#queue = this.#queue.filter((each) => each !== id);
      this.#begin(id, { isNeeded: false });
    }
  }

  #begin(id: string, options: { readonly isNeeded: boolean }): Supply {
    const stop = new AbortController();
    const done = this.#supply(id, stop.signal, options)
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        this.#ports.fail(error);
        this.#ports.post({ type: 'thumbnail', id, bytes: null });
      })
      .finally(() => {
        if (this.#running.get(id)?.stop === stop) this.#running.delete(id);
        this.#next();
      });
    const supply = { stop, done };
    this.#running.set(id, supply);
    return supply;
  }

  async #supply(id: string, signal: AbortSignal, { isNeeded }: { readonly isNeeded: boolean }): Promise<void> {
    const entry = this.#entries().get(id);
    const artifact = entry?.artifact;
    if (!artifact || entry.item.kind === 'task') return;
    const ports = this.#ports;
    const { media } = entry.item;
    if (media === 'markdown' || media === 'text') {
      const text = new TextDecoder().decode(await ports.readArtifact(artifact, maxTextBytes));
      return ports.post({ type: 'thumbnailText', id, text });
    }
    const stat = media === 'file' ? null : await ports.statArtifact(artifact);
    if (stat === null || (media !== 'video' && stat.bytes > maxOriginalBytes)) {
      return ports.post({ type: 'thumbnail', id, bytes: null });
    }
    // The record may be wrong, so what was made is kept by the hash of the content, and found by that of the record.
    const known = stat.bytes === artifact.bytes ? await ports.readThumbnail(artifact.sha256) : null;
    if (known && isThumbnail(known)) return ports.post({ type: 'thumbnail', id, bytes: new Uint8Array(known) });
    const isHashed = stat.bytes <= maxOriginalBytes;
    const original = isHashed ? new Uint8Array(await ports.readArtifact(artifact, maxOriginalBytes)) : null;
    const sha256 = original && (await ports.hash(original));
    if (signal.aborted) return;
    const made = this.#whenMade(id, signal);
    ports.post({ type: 'original', id, bytes: media === 'video' ? null : original, isNeeded });
    const thumbnail = await made;
    if (thumbnail && sha256 !== null && isThumbnail(thumbnail)) await ports.keepThumbnail(sha256, thumbnail);
  }

  /** Resolves to null if the page cannot make the thumbnail, or takes too long. */
  async #whenMade(id: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const over = new AbortController();
    try {
      return await new Promise((resolve) => {
        this.#making.set(id, resolve);
        const give = (): void => resolve(null);
        this.#ports.clock.sleep(limitMs, AbortSignal.any([signal, over.signal])).then(give, give);
      });
    } finally {
      this.#making.delete(id);
      over.abort();
    }
  }
}
