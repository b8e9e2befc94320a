import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton, joinClasses } from '../../elements.tsx';
import { fill } from '../../format.ts';
import { CopyButton } from '../../text/copyButton.tsx';
import { usePage } from '../../usePage.ts';
import { useHandle, type MediaProps } from '../mediaProps.ts';
import { ImageZoom } from './imageZoom.ts';
import type { Point } from './zoom.ts';

const stepFactor = 1.25;
/** From this scale on, single pixels are shown as squares. */
const pixelatedFrom = 4;
/** Arrow keys need Shift, because alone they step through the results. */
const panDirections: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const panStepPx = 60;

/** An image that can be zoomed with wheel, pinch, keys, buttons and double click, and dragged. */
export function ImageView({ item, uri, details, handle, zoom: holder, loaded, failed }: MediaProps) {
  const page = usePage();
  const { strings, formats } = page;
  const viewport = useRef<HTMLDivElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [zoom] = useState(() => new ImageZoom(item.id, holder));
  useLayoutEffect(() => {
    const measure = (): void => {
      if (viewport.current)
        zoom.room.value = { width: viewport.current.clientWidth, height: viewport.current.clientHeight };
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (viewport.current) observer.observe(viewport.current);
    return () => observer.disconnect();
  }, []);
  const pointers = usePointers(viewport, zoom);
  useHandle(handle, {
    pressKey({ key, shiftKey }) {
      const direction = shiftKey ? panDirections[key] : undefined;
      if (direction) zoom.pan(direction[0] * panStepPx, direction[1] * panStepPx);
      else if (key === '+' || key === '=') zoom.by(stepFactor);
      else if (key === '-') zoom.by(1 / stepFactor);
      else if (key === 'f') zoom.fit();
      else if (key === 'a') zoom.to(1);
      else return false;
      return true;
    },
  });
  // An image that is decoded only while it is drawn leaves the stage empty meanwhile.
  const appear = async (image: HTMLImageElement): Promise<void> => {
    await image.decode().catch(() => undefined);
    zoom.natural.value = { width: image.naturalWidth, height: image.naturalHeight };
    setIsLoaded(true);
    loaded();
  };
  const { scale, x, y } = zoom.place.value;
  return (
    <div class="image-view">
      <div
        class={joinClasses('viewport', zoom.isLarger && 'can-pan')}
        ref={viewport}
        role="group"
        tabIndex={0}
        aria-label={fill(strings.zoomHelp, { name: item.name })}
        onDblClick={({ offsetX, offsetY }) => zoom.toggleFit({ x: offsetX, y: offsetY })}
        {...pointers}
      >
        <img
          class={joinClasses('image', isLoaded && 'loaded', scale >= pixelatedFrom && 'pixelated')}
          src={uri}
          // The prompt describes the image best.
          alt={details?.prompt ?? item.name}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          onLoad={({ currentTarget }) => void appear(currentTarget)}
          onError={failed}
        />
      </div>
      <div class="zoom-bar" role="group" aria-label={strings.zoom}>
        <IconButton icon="zoom-out" label={strings.zoomOut} press={() => zoom.by(1 / stepFactor)} />
        <span class="zoom-level">{formats.percent(scale)}</span>
        <IconButton icon="zoom-in" label={strings.zoomIn} press={() => zoom.by(stepFactor)} />
        <IconButton icon="screen-normal" label={strings.zoomFit} press={() => zoom.fit()} />
        <IconButton icon="screen-full" label={strings.zoomActual} press={() => zoom.to(1)} />
        <CopyButton page={page} label={strings.copyImage} icon="file-media" read={() => encodePng(uri)} />
      </div>
    </div>
  );
}

/** Resolves to the first frame as PNG, the only format that all programs paste. */
async function encodePng(uri: string): Promise<Blob> {
  // The workbench serves files from another origin, with a header that allows the page to read what it draws.
  const image = Object.assign(new Image(), { crossOrigin: 'anonymous', src: uri });
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Turns wheel, drag and two-finger pinch on an element into zoom and pan. */
function usePointers(surface: RefObject<HTMLElement | null>, zoom: ImageZoom) {
  const pointers = useRef(new Map<number, Point>()).current;
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left = 0, top = 0 } = surface.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const remove = ({ pointerId }: PointerEvent): void => void pointers.delete(pointerId);
  return {
    onWheel(event: WheelEvent) {
      event.preventDefault();
      // A trackpad reports a pinch as a wheel with Ctrl and small steps.
      const speed = event.ctrlKey ? 0.01 : 0.002;
      const steps = Math.min(Math.max(event.deltaY, -200), 200);
      zoom.by(Math.exp(-steps * speed), pointOf(event));
    },
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      surface.current?.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, pointOf(event));
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = pointOf(event);
      pointers.set(event.pointerId, now);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) return zoom.pan(now.x - before.x, now.y - before.y);
      const factor = distance(now, other) / Math.max(distance(before, other), 1);
      zoom.by(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    },
    onPointerUp: remove,
    onPointerCancel: remove,
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
