import type { HostMessage, WebviewMessage } from '../../protocol/preview.ts';
import type { ArtifactItem } from '../../protocol/previewItem.ts';
import { makeThumbnail } from './makeThumbnail.ts';

/** What an element shows of an artifact. */
export type Thumbnail =
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  /** There is no picture: the file is damaged, missing or too large. */
  | { readonly kind: 'none' };

type ThumbnailMessage = Extract<HostMessage, { type: 'thumbnail' | 'thumbnailText' | 'original' }>;

type Draw = (thumbnail: Thumbnail) => void;

interface Wanted {
  readonly item: ArtifactItem;
  /** The elements that wait for it. */
  readonly draws: Set<Draw>;
}

/** Thumbnails that the page keeps, about 20 KB each. */
const maxKept = 1000;

/**
 * Gets thumbnails for the elements that are in the page. Requests for elements that were scrolled away are taken back,
 * so the visible ones come first.
 */
export class Thumbnails {
  readonly #send: (message: WebviewMessage) => void;
  /** By the key of the item, least recently used first. */
  readonly #kept = new Map<string, Thumbnail>();
  /** By item id. */
  readonly #wanted = new Map<string, Wanted>();
  /** The wanted items whose original has arrived. */
  readonly #making = new Map<string, Wanted>();
  #isScheduled = false;

  constructor(send: (message: WebviewMessage) => void) {
    this.#send = send;
  }

  /**
   * Calls `draw` with the thumbnail: at once if it is known, else when it arrives. Call the result when the element
   * leaves the page.
   */
  request(item: ArtifactItem, draw: Draw): () => void {
    const key = keyOf(item);
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      draw(known);
      return () => undefined;
    }
    const before = [this.#making.get(item.id), this.#wanted.get(item.id)];
    const wanted = before.find((each) => each && keyOf(each.item) === key) ?? { item, draws: new Set<Draw>() };
    this.#wanted.set(item.id, wanted);
    wanted.draws.add(draw);
    if (!this.#isScheduled) requestAnimationFrame(() => this.#ask());
    this.#isScheduled = true;
    return () => wanted.draws.delete(draw);
  }

  /** `item` is the item of the message. Undefined if the page does not have it. */
  receive(message: ThumbnailMessage, item: ArtifactItem | undefined): void {
    const wanted = this.#wanted.get(message.id);
    if (message.type === 'original') {
      const needed = message.isNeeded && item ? { item, draws: new Set<Draw>() } : undefined;
      void this.#make(message.id, wanted ?? needed, message.bytes);
    } else if (wanted) {
      const picture =
        message.type === 'thumbnail' && message.bytes ? toPicture(message.bytes) : ({ kind: 'none' } as const);
      this.#keep(wanted, message.type === 'thumbnailText' ? { kind: 'text', text: message.text } : picture);
    }
  }

  /** The host waits for a response, even if the element is gone. */
  async #make(id: string, wanted: Wanted | undefined, original: Uint8Array | null): Promise<void> {
    if (wanted) this.#making.set(id, wanted);
    const bytes = wanted ? await makeThumbnail(wanted.item, original && new Uint8Array(original)) : null;
    this.#making.delete(id);
    this.#send({ type: 'thumbnailMade', id, bytes });
    if (wanted && this.#wanted.get(id) === wanted) this.#keep(wanted, bytes ? toPicture(bytes) : { kind: 'none' });
  }

  #ask(): void {
    this.#isScheduled = false;
    for (const [id, { draws }] of this.#wanted) if (draws.size === 0) this.#wanted.delete(id);
    // An original of a file that was replaced meanwhile is asked for again.
    const ids = [...this.#wanted].filter(([id, wanted]) => this.#making.get(id) !== wanted).map(([id]) => id);
    this.#send({ type: 'wantThumbnails', ids });
  }

  #keep({ item, draws }: Wanted, thumbnail: Thumbnail): void {
    this.#wanted.delete(item.id);
    this.#kept.set(keyOf(item), thumbnail);
    for (const draw of draws) draw(thumbnail);
    for (const [key, oldest] of this.#kept) {
      if (this.#kept.size <= maxKept) return;
      // An image that is shown stays until it is drawn again.
      if (oldest.kind === 'picture') URL.revokeObjectURL(oldest.url);
      this.#kept.delete(key);
    }
  }
}

function toPicture(bytes: Uint8Array): Thumbnail {
  return { kind: 'picture', url: URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'image/webp' })) };
}

/** A replaced file has another URI. */
function keyOf({ id, uri }: ArtifactItem): string {
  return `${id} ${uri}`;
}
