/** Long side of a thumbnail in pixels. */
const sidePx = 320;

/** Draws a picture of this size as a thumbnail. */
export function drawSmall(picture: CanvasImageSource, width: number, height: number) {
  const scale = Math.min(1, sidePx / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  return encodeWebp(canvas);
}

export async function encodeWebp(canvas: OffscreenCanvas): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  return new Uint8Array(await blob.arrayBuffer());
}
