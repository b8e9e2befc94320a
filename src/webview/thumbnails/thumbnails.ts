import type { HostMessage, WebviewMessage } from '../../protocol/preview.ts';
import type { ArtifactItem } from '../../protocol/previewItem.ts';
import { createThumbnailMaker, type ThumbnailMaker } from './thumbnailMaker.ts';

/** What an element shows of an artifact. */
export type Thumbnail =
  | { readonly kind: 'picture'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  /** There is no picture: the file is damaged, missing or too large. */
  | { readonly kind: 'none' };

type ThumbnailMessage = Extract<HostMessage, { type: 'thumbnail' | 'thumbnailText' | 'original' }>;

/** An element that waits for a thumbnail. */
interface Holder {
  readonly element: HTMLElement;
  readonly draw: (thumbnail: Thumbnail) => void;
}

interface Wanted {
  readonly item: ArtifactItem;
  readonly holders: Holder[];
}

/** Thumbnails that the page keeps, about 20 KB each. */
const maxKept = 1000;

/**
 * Gets thumbnails for the elements that are in the page. Requests for elements that were scrolled away are taken back,
 * so the visible ones come first.
 */
export class Thumbnails {
  readonly #send: (message: WebviewMessage) => void;
  readonly #maker: ThumbnailMaker = createThumbnailMaker();
  /** By the key of the item, least recently used first. */
  readonly #kept = new Map<string, Thumbnail>();
  /** By item id. */
  readonly #wanted = new Map<string, Wanted>();
  #isScheduled = false;

  constructor(send: (message: WebviewMessage) => void) {
    this.#send = send;
  }

  /** Calls `draw` with the thumbnail: at once if it is known, else when it arrives while the element is in the page. */
  request(item: ArtifactItem, holder: Holder): void {
    const key = keyOf(item);
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return holder.draw(known);
    }
    const wanted = this.#wanted.get(item.id);
    if (wanted && keyOf(wanted.item) === key) wanted.holders.push(holder);
    else this.#wanted.set(item.id, { item, holders: [holder] });
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // By the next frame, the elements are in the page.
    requestAnimationFrame(() => this.#ask());
  }

  /** `item` is the item of the message. Undefined if the page does not have it. */
  receive(message: ThumbnailMessage, item: ArtifactItem | undefined): void {
    const wanted = this.#wanted.get(message.id);
    switch (message.type) {
      case 'thumbnail':
        if (wanted) this.#keep(wanted, message.bytes === null ? { kind: 'none' } : toPicture(message.bytes));
        return;
      case 'thumbnailText':
        if (wanted) this.#keep(wanted, { kind: 'text', text: message.text });
        return;
      default:
        void this.#make(
          message.id,
          wanted ?? (message.isNeeded && item ? { item, holders: [] } : undefined),
          message.bytes,
        );
    }
  }

  /** The host waits for a response, even if the element is gone. */
  async #make(id: string, wanted: Wanted | undefined, original: Uint8Array | null): Promise<void> {
    const bytes = wanted ? await this.#maker.make(wanted.item, original && new Uint8Array(original)) : null;
    this.#send({ type: 'thumbnailMade', id, bytes });
    if (wanted && this.#wanted.get(id) === wanted) this.#keep(wanted, bytes ? toPicture(bytes) : { kind: 'none' });
  }

  #ask(): void {
    this.#isScheduled = false;
    for (const [id, { holders }] of this.#wanted) {
      if (!holders.some(({ element }) => element.isConnected)) this.#wanted.delete(id);
    }
    this.#send({ type: 'wantThumbnails', ids: [...this.#wanted.keys()] });
  }

  #keep({ item, holders }: Wanted, thumbnail: Thumbnail): void {
    this.#wanted.delete(item.id);
    this.#kept.set(keyOf(item), thumbnail);
    for (const { element, draw } of holders) if (element.isConnected) draw(thumbnail);
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
