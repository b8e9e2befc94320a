import type { Delivery } from '../../core/task/gatewayPort.ts';
import { readDelivery, readSource } from '../wire/deliveries.ts';
import { readObject, readString, readText, type WireObject } from '../wire/readWire.ts';

/** Text and images of one content member. */
export interface Content {
  readonly text: string;
  readonly images: readonly Delivery[];
}

const noContent: Content = { text: '', images: [] };

/**
 * Reads content that is a string, or a list of parts in any format. Other parts than text and images (reasoning, tools)
 * are left out.
 */
export function readContent(value: unknown): Content {
  const text = readString(value);
  if (text !== null) return { text, images: [] };
  const parts = (Array.isArray(value) ? value : []).map(readPart);
  return { text: parts.map((part) => part.text).join(''), images: parts.flatMap(({ images }) => images) };
}

function readPart(value: unknown): Content {
  const part = readObject(value);
  if (!part) return { text: readString(value) ?? '', images: [] };
  const type = readText(part['type']) ?? 'text';
  if (/image/.test(type)) return { text: '', images: readImage(part) };
  if (!/^(?:output_|input_)?text$|^refusal$/.test(type)) return noContent;
  return { text: readString(part['text']) ?? readString(part['refusal']) ?? '', images: [] };
}

/** Reads an image of a list next to the text, of a part, or of an item that a tool has made. */
export function readImage(value: unknown): readonly Delivery[] {
  const found = readDelivery(value);
  const object = readObject(value);
  if (found || !object) return found ? [found] : [];
  const inline = readObject(object['source']) ?? readObject(object['inline_data']) ?? readObject(object['inlineData']);
  const source = inline ? readInline(inline) : readInline({ data: object['result'] });
  return source ? [{ source, title: null, lyrics: null }] : [];
}

/** Reads base64 with its media type, or a URL. */
function readInline(inline: WireObject): Delivery['source'] | null {
  const data = readText(inline['data']) ?? readText(inline['url']);
  if (data === null) return null;
  const type = readText(inline['media_type']) ?? readText(inline['mime_type']) ?? readText(inline['mimeType']);
  const bytes = /^(?:https?|data):/i.test(data) ? null : Buffer.from(data, 'base64');
  if (bytes === null) return readSource(data);
  return bytes.length > 0 ? { kind: 'bytes', bytes, mediaType: type } : null;
}
