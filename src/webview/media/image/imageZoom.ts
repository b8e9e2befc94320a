import { computed, signal } from '@preact/signals';
import type { ZoomHolder } from '../mediaProps.ts';
import { fitImage, placeOf, settle, zoomAround, zoomOf, type Place, type Point, type Size } from './zoom.ts';

/** The zoom of an image in a stage that may change its size. */
export class ImageZoom {
  readonly #id: string;
  readonly #holder: ZoomHolder;
  readonly room = signal<Size>({ width: 0, height: 0 });
  /** The size of the image. 1 keeps the calculation finite until it is loaded. */
  readonly natural = signal<Size>({ width: 1, height: 1 });
  /** Null if the image fits, also after the stage changes its size. */
  readonly #zoom = computed(() => {
    const { zoom, isShared } = this.#holder;
    return isShared || zoom.value?.id === this.#id ? zoom.value : null;
  });
  readonly place = computed(() =>
    this.#zoom.value ? placeOf(this.#zoom.value, ...this.#sizes) : fitImage(...this.#sizes),
  );

  constructor(id: string, holder: ZoomHolder) {
    this.#id = id;
    this.#holder = holder;
  }

  get #sizes(): readonly [Size, Size] {
    return [this.natural.value, this.room.value];
  }

  get isLarger(): boolean {
    const [natural, room] = this.#sizes;
    const { scale } = this.place.value;
    return natural.width * scale > room.width + 1 || natural.height * scale > room.height + 1;
  }

  fit(): void {
    this.#holder.zoom.value = null;
  }

  #put(place: Place): void {
    const zoom = zoomOf(settle(place, ...this.#sizes), ...this.#sizes);
    this.#holder.zoom.value = { ...zoom, id: this.#id };
  }

  by(factor: number, at?: Point): void {
    const { width, height } = this.room.value;
    this.#put(zoomAround(this.place.value, factor, at ?? { x: width / 2, y: height / 2 }));
  }

  to(scale: number, at?: Point): void {
    this.by(scale / this.place.value.scale, at);
  }

  pan(x: number, y: number): void {
    const before = this.place.value;
    const moved = settle({ ...before, x: before.x + x, y: before.y + y }, ...this.#sizes);
    // If there is nothing to move, an image that fits stays one that fits.
    if (moved.x !== before.x || moved.y !== before.y) this.#put(moved);
  }

  /** Toggles between the whole image and its own pixels. An image that fits at its own size is doubled. */
  toggleFit(at: Point): void {
    if (this.#zoom.value) this.fit();
    else this.to(this.place.value.scale < 1 ? 1 : 2, at);
  }
}
