/// <reference lib="dom" />
// Functions that Playwright runs in a page. Each is self-contained.

/** A part of a picture, in pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PictureToPaint {
  /** A screenshot, in base64. */
  readonly png: string;
  /** Width of the picture in pixels. The height follows from it. */
  readonly width: number;
  /** Quality of the encoded picture, from 0 to 1. */
  readonly quality: number;
  /** The part of the screenshot that is painted; null for all of it. */
  readonly part: Part | null;
  /** Only what differs from the picture before it is painted. */
  readonly isNext: boolean;
}

interface PaintedPicture {
  readonly width: number;
  readonly height: number;
  /** The part that was painted, with the URL of a WebP image of it. Null if nothing differs. */
  readonly painted: (Part & { readonly url: string }) | null;
}

/** Paints unchanged pixels transparent, which takes next to no bytes. */
export async function paintPicture({ png, width, quality, part, isNext }: PictureToPaint): Promise<PaintedPicture> {
  /** The page remembers the last picture. */
  const memory = globalThis as unknown as { last?: Uint32Array };
  const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const from = part ?? { x: 0, y: 0, width: image.width, height: image.height };
  const height = Math.round((width * from.height) / from.width);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The canvas has no context');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, width, height);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const last = isNext ? memory.last : undefined;
  memory.last = pixels;

  /** WebP encodes blocks of this side. */
  const side = 16;
  const differs = (left: number, top: number): boolean => {
    if (!last) return true;
    for (let y = top; y < Math.min(height, top + side); y += 1) {
      for (let x = left; x < Math.min(width, left + side); x += 1) {
        if (pixels[y * width + x] !== last[y * width + x]) return true;
      }
    }
    return false;
  };
  const edges = { left: width, top: height, right: 0, bottom: 0 };
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      if (differs(left, top)) {
        edges.left = Math.min(edges.left, left);
        edges.top = Math.min(edges.top, top);
        edges.right = Math.max(edges.right, Math.min(width, left + side));
        edges.bottom = Math.max(edges.bottom, Math.min(height, top + side));
      } else context.clearRect(left, top, side, side);
    }
  }
  if (edges.right === 0) return { width, height, painted: null };
  const size = { width: edges.right - edges.left, height: edges.bottom - edges.top };
  const cut = Object.assign(document.createElement('canvas'), size);
  cut.getContext('2d')?.drawImage(canvas, -edges.left, -edges.top);
  const url = cut.toDataURL('image/webp', quality);
  return { width, height, painted: { x: edges.left, y: edges.top, ...size, url } };
}

/** A style sheet does not work: the policy of a webview would refuse its fonts. */
export async function addFonts(fonts: readonly (readonly [family: string, base64: string])[]): Promise<void> {
  for (const [family, base64] of fonts) {
    if ([...document.fonts].some((each) => each.family.includes(family))) continue;
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    document.fonts.add(await new FontFace(family, bytes, { weight: '100 900' }).load());
  }
}
