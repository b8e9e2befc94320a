import type { ArtifactItem, PreviewDetails } from '../../../protocol/previewItem.ts';
import { element, iconButton } from '../../dom.ts';
import { fill } from '../../format.ts';
import type { MediaParts, StageView, ViewContext } from '../../view.ts';
import {
  fitZoom,
  fromRelative,
  settleZoom,
  toRelative,
  zoomAction,
  zoomAround,
  type Point,
  type RelativeZoom,
  type Size,
  type Zoom,
} from './zoom.ts';

const stepFactor = 1.25;
/** From this scale on, single pixels are shown as squares. */
const pixelatedFrom = 4;

/** An image that can be zoomed with wheel, pinch, keys, buttons and double click, and dragged. */
export function createImageView(parts: MediaParts): StageView {
  return new ImageView(parts);
}

class ImageView implements StageView {
  readonly element: HTMLElement;
  readonly shown: Promise<void>;
  readonly #item: ArtifactItem;
  readonly #context: ViewContext;
  readonly #image: HTMLImageElement;
  readonly #viewport: HTMLElement;
  readonly #level = element('span', { class: 'zoom-level' });
  readonly #observer = new ResizeObserver(() => this.#draw());
  readonly #stopPointers: () => void;
  /** Null if the image fits, also after the stage changes its size. */
  #zoom: Zoom | null;

  constructor({ item, uri, context, broken }: MediaParts) {
    this.#item = item;
    this.#context = context;
    this.#zoom = context.zoomOf(item.id);
    this.#image = element('img', { class: 'image', attributes: { alt: item.name, draggable: 'false' } });
    const label = fill(context.strings.zoomHelp, { name: item.name });
    const viewport = element('div', {
      class: 'viewport',
      role: 'group',
      attributes: { tabindex: 0, 'aria-label': label, 'data-keeps-focus': 'viewport' },
    });
    viewport.append(this.#image);
    this.#viewport = viewport;
    this.element = element('div', { class: 'image-view' }, [viewport, this.#buildButtons()]);
    this.#stopPointers = trackPointers(viewport, {
      zoomBy: (factor, at) => this.#zoomBy(factor, at),
      pan: (x, y) => this.#pan(x, y),
    });
    viewport.addEventListener('dblclick', ({ offsetX, offsetY }) => this.#toggleFit({ x: offsetX, y: offsetY }));
    this.shown = new Promise((resolve) => this.#image.addEventListener('load', () => resolve(this.#appear())));
    this.#image.addEventListener('error', broken);
    this.#image.src = uri;
    this.#observer.observe(viewport);
  }

  /** An image that is decoded only while it is drawn leaves the stage empty meanwhile. */
  async #appear(): Promise<void> {
    await this.#image.decode().catch(() => undefined);
    this.#image.classList.add('loaded');
    this.#draw();
  }

  get zoom(): RelativeZoom | null {
    return this.#zoom && toRelative(this.#current, this.#natural, this.#room);
  }

  followZoom(zoom: RelativeZoom | null): void {
    this.#zoom = zoom && fromRelative(zoom, this.#natural, this.#room);
    this.#draw();
  }

  /** The prompt describes the image best. */
  showDetails({ prompt }: PreviewDetails): void {
    if (prompt !== null) this.#image.alt = prompt;
  }

  pressKey(event: KeyboardEvent): boolean {
    const action = zoomAction(event);
    if (action === null) return false;
    if (action === 'in') this.#zoomBy(stepFactor);
    else if (action === 'out') this.#zoomBy(1 / stepFactor);
    else if (action === 'fit') this.#change(null);
    else if (action === 'actual') this.#zoomTo(1);
    else this.#pan(action.x, action.y);
    return true;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#stopPointers();
  }

  #buildButtons(): HTMLElement {
    const { strings } = this.#context;
    return element('div', { class: 'zoom-bar', role: 'group', attributes: { 'aria-label': strings.zoom } }, [
      iconButton({ icon: 'zoom-out', label: strings.zoomOut, press: () => this.#zoomBy(1 / stepFactor) }),
      this.#level,
      iconButton({ icon: 'zoom-in', label: strings.zoomIn, press: () => this.#zoomBy(stepFactor) }),
      iconButton({ icon: 'screen-normal', label: strings.zoomFit, press: () => this.#change(null) }),
      iconButton({ icon: 'screen-full', label: strings.zoomActual, press: () => this.#zoomTo(1) }),
    ]);
  }

  /** The size is unknown before the image is loaded. 1 keeps the calculation finite. */
  get #natural(): Size {
    return { width: this.#image.naturalWidth || 1, height: this.#image.naturalHeight || 1 };
  }

  get #room(): Size {
    return { width: this.#viewport.clientWidth, height: this.#viewport.clientHeight };
  }

  /** The present position of the image, in a stage that may have changed its size. */
  get #current(): Zoom {
    return settleZoom(this.#zoom ?? fitZoom(this.#natural, this.#room), this.#natural, this.#room);
  }

  #zoomBy(factor: number, at: Point = { x: this.#room.width / 2, y: this.#room.height / 2 }): void {
    this.#change(zoomAround(this.#current, factor, at));
  }

  #zoomTo(scale: number, at?: Point): void {
    this.#zoomBy(scale / this.#current.scale, at);
  }

  #pan(x: number, y: number): void {
    const current = this.#current;
    const moved = settleZoom({ ...current, x: current.x + x, y: current.y + y }, this.#natural, this.#room);
    // If there is nothing to move, an image that fits stays one that fits.
    if (moved.x !== current.x || moved.y !== current.y) this.#change(moved);
  }

  /** Toggles between the whole image and its own pixels. An image that fits at its own size is doubled. */
  #toggleFit(at: Point): void {
    if (this.#zoom !== null) this.#change(null);
    else this.#zoomTo(this.#current.scale < 1 ? 1 : 2, at);
  }

  /** The only writer of the zoom, so that it is always settled, drawn and remembered. */
  #change(zoom: Zoom | null): void {
    this.#zoom = zoom && settleZoom(zoom, this.#natural, this.#room);
    this.#draw();
    this.#context.zoomChanged(this.#item.id, this.#zoom);
  }

  #draw(): void {
    const { scale, x, y } = this.#current;
    this.#image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.#image.classList.toggle('pixelated', scale >= pixelatedFrom);
    const isLarger =
      this.#natural.width * scale > this.#room.width + 1 || this.#natural.height * scale > this.#room.height + 1;
    this.#viewport.classList.toggle('can-pan', isLarger);
    this.#level.textContent = this.#context.formats.percent(scale);
  }
}

interface PointerTarget {
  readonly zoomBy: (factor: number, at: Point) => void;
  readonly pan: (x: number, y: number) => void;
}

/** Turns wheel, drag and two-finger pinch on an element into zoom and pan. Call the result to stop. */
function trackPointers(surface: HTMLElement, { zoomBy, pan }: PointerTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const pointers = new Map<number, Point>();

  surface.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      // A trackpad reports a pinch as a wheel with Ctrl and small steps.
      const speed = event.ctrlKey ? 0.01 : 0.002;
      const steps = Math.min(Math.max(event.deltaY, -200), 200);
      zoomBy(Math.exp(-steps * speed), pointIn(surface, event));
    },
    { signal, passive: false },
  );

  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      surface.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, pointIn(surface, event));
    },
    { signal },
  );

  surface.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = pointIn(surface, event);
      pointers.set(event.pointerId, now);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) return pan(now.x - before.x, now.y - before.y);
      const factor = distance(now, other) / Math.max(distance(before, other), 1);
      zoomBy(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    },
    { signal },
  );

  for (const type of ['pointerup', 'pointercancel'] as const) {
    surface.addEventListener(type, ({ pointerId }) => pointers.delete(pointerId), { signal });
  }
  return () => stop.abort();
}

function pointIn(surface: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = surface.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
