import { computed, effect, signal, type Signal } from '@preact/signals';
import {
  fitZoom,
  fromRelative,
  settleZoom,
  toRelative,
  zoomAround,
  type Point,
  type RelativeZoom,
  type Size,
  type Zoom,
} from './zoom.ts';

/** A zoom that several images follow, and the id of the one that the user has zoomed. Null if they fit. */
export interface SharedZoom {
  readonly from: string;
  readonly zoom: RelativeZoom | null;
}

/** Keeps the zoom of an image that has none in common with others. */
interface ZoomKeeper {
  zoomOf(id: string): Zoom | null;
  keepZoom(id: string, zoom: Zoom | null): void;
}

/** The zoom of an image in a stage that may change its size. */
export class ImageZoom {
  readonly #id: string;
  readonly #keeper: ZoomKeeper;
  readonly #shared: Signal<SharedZoom | null> | null;
  /** Null if the image fits, also after the stage changes its size. */
  readonly #zoom: Signal<Zoom | null>;
  readonly #room = signal<Size>({ width: 0, height: 0 });
  /** The size of the image. 1 keeps the calculation finite until it is loaded. */
  readonly natural = signal<Size>({ width: 1, height: 1 });
  /** The present position of the image. */
  readonly current = computed(() => {
    const [natural, room] = this.#sizes;
    return settleZoom(this.#zoom.value ?? fitZoom(natural, room), natural, room);
  });

  constructor(id: string, keeper: ZoomKeeper, shared: Signal<SharedZoom | null> | null) {
    this.#id = id;
    this.#keeper = keeper;
    this.#shared = shared;
    this.#zoom = signal(shared ? null : keeper.zoomOf(id));
  }

  get #sizes(): readonly [Size, Size] {
    return [this.natural.value, this.#room.value];
  }

  get isLarger(): boolean {
    const [natural, room] = this.#sizes;
    const { scale } = this.current.value;
    return natural.width * scale > room.width + 1 || natural.height * scale > room.height + 1;
  }

  /** Follows the size of the stage, and the other images. Call the result to stop. */
  watch(stage: HTMLElement): () => void {
    const measure = (): void => {
      this.#room.value = { width: stage.clientWidth, height: stage.clientHeight };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    const stop = effect(() => {
      const shared = this.#shared?.value;
      if (shared && shared.from !== this.#id)
        this.#zoom.value = shared.zoom && fromRelative(shared.zoom, ...this.#sizes);
    });
    return () => {
      observer.disconnect();
      stop();
    };
  }

  /** Null shows the whole image. The only writer of the user's zoom, so that it is always settled and remembered. */
  change(zoom: Zoom | null): void {
    this.#zoom.value = zoom && settleZoom(zoom, ...this.#sizes);
    const { current } = this;
    if (this.#shared) this.#shared.value = { from: this.#id, zoom: zoom && toRelative(current.value, ...this.#sizes) };
    else this.#keeper.keepZoom(this.#id, this.#zoom.value);
  }

  by(factor: number, at?: Point): void {
    const { width, height } = this.#room.value;
    this.change(zoomAround(this.current.value, factor, at ?? { x: width / 2, y: height / 2 }));
  }

  to(scale: number, at?: Point): void {
    this.by(scale / this.current.value.scale, at);
  }

  pan(x: number, y: number): void {
    const current = this.current.value;
    const moved = settleZoom({ ...current, x: current.x + x, y: current.y + y }, ...this.#sizes);
    // If there is nothing to move, an image that fits stays one that fits.
    if (moved.x !== current.x || moved.y !== current.y) this.change(moved);
  }

  /** Toggles between the whole image and its own pixels. An image that fits at its own size is doubled. */
  toggleFit(at: Point): void {
    if (this.#zoom.value !== null) this.change(null);
    else this.to(this.current.value.scale < 1 ? 1 : 2, at);
  }
}
