import { createHash } from 'node:crypto';
import type { Delivery } from '../../core/task/gatewayPort.ts';
import { uploadPlaceholder } from '../../core/task/submit/fillTask.ts';
import { memberAt, parseArray, parseObject, parseText, parseUrl, type WireObject } from './wireObject.ts';

export type MediaSource = Exclude<Delivery['source'], { readonly kind: 'text' }>;
export type MediaDelivery = Delivery & { readonly source: MediaSource };

/** More results than any request can ask for. Each one is fetched, saved and shown. */
export const maxResults = 200;

/** Titles become parts of file names. */
const maxTitleLength = 500;

/** Paths where results have been observed, one or a list of them, in order of trust. */
const places = [
  ['results', 'data', 'url', 'urls', 'result.data', 'result.url', 'result_url', 'metadata.url', 'video_url'],
  ['videoUrl', 'audio_url', 'image_url', 'imageUrl', 'images', 'output', 'output.url', 'videos', 'content.video_url'],
  ['unsigned_urls'],
  // Old responses put the URL of a success into the reason of a failure.
  ['fail_reason'],
].flat();

/** Members that have been observed to contain the response of the model's own vendor, verbatim. */
const envelopes = ['data', 'task_result', 'result', 'output', 'response'];

/**
 * Returns what a task response delivers. These are the first results: later ones repeat them, or are their covers and
 * thumbnails. `sent`: what the response may repeat of its request, which is never a result. `depth`: number of
 * envelopes, one in another, that may contain the results.
 */
export function parseDeliveries(view: WireObject, sent: readonly string[] = [], depth = 0): readonly MediaDelivery[] {
  let found: readonly MediaDelivery[] = [];
  for (const place of places) {
    const next = parsePlace(view, place, sent);
    // A single URL may be one of a list that follows.
    if (found.length === 0 || (next.length > 1 && withoutRepeats([...next, ...found], []).length === next.length))
      found = next;
    if (found.length > 1) break;
  }
  const inline = found.length > 0 ? null : parseBase64(view);
  if (inline) found = withoutRepeats([{ ...describe(view), source: inline }], sent);
  for (const key of depth > 0 ? envelopes : []) {
    const inner = found.length > 0 ? null : parseObject(view[key]);
    if (inner) found = parseDeliveries(inner, sent, depth - 1);
  }
  return found;
}

function parsePlace(view: WireObject, place: string, sent: readonly string[]): readonly MediaDelivery[] {
  const member = memberAt(view, place);
  const source = parseSource(member);
  const listed = parseArray(member).slice(0, maxResults);
  const items = listed.flatMap((item) => parseDelivery(item) ?? []);
  return withoutRepeats(source ? [{ ...describe(view), source }] : items, sent);
}

/** Lists what a response may repeat of a request, in the form that `identify` returns. */
export function listSent(value: unknown): readonly string[] {
  const source = parseSource(value);
  // A local file is a placeholder in the request, which is such a form already.
  if (source) return [...new Set([String(value).trim(), identify(source)])];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listSent) : [];
}

/** Returns the same for the same media: the normal form of a URL, or the placeholder of a file with this content. */
export function identify(source: MediaSource): string {
  if (source.kind === 'url') return new URL(source.url).href;
  return uploadPlaceholder(createHash('sha256').update(source.bytes).digest('hex'));
}

/** Parses one clip, image or video of a list. Its `url` and `audio_url` may differ, but are one clip. */
export function parseDelivery(item: unknown): MediaDelivery | null {
  const object = parseObject(item);
  if (!object) {
    const source = parseSource(item);
    return source && { source, title: null, lyrics: null };
  }
  const named = [object['url'], object['audio_url'], object['video_url'], object['image_url']];
  const source = named.map((each) => parseSource(parseObject(each)?.['url'] ?? each)).find((each) => each !== null);
  const found = source ?? parseBase64(object);
  return found && { ...describe(object), source: found };
}

function describe(object: WireObject): Pick<Delivery, 'title' | 'lyrics'> {
  return { title: parseText(object['title'])?.slice(0, maxTitleLength) ?? null, lyrics: parseText(object['lyrics']) };
}

/** Parses a URL to fetch, or media in a `data:` URL. */
export function parseSource(value: unknown): MediaSource | null {
  const url = parseUrl(value);
  if (url === null) return null;
  if (!/^data:/i.test(url)) return { kind: 'url', url };
  const data = parseDataUrl(url);
  return data && data.bytes.length > 0 ? { kind: 'bytes', ...data } : null;
}

function parseBase64(object: WireObject): MediaSource | null {
  const text = parseText(object['b64_json']);
  if (text === null) return null;
  // Some gateways put a whole `data:` URL into this member.
  if (text.startsWith('data:')) return parseSource(text);
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 ? { kind: 'bytes', bytes, mediaType: null } : null;
}

function withoutRepeats(deliveries: readonly MediaDelivery[], sent: readonly string[]): readonly MediaDelivery[] {
  const seen = new Set(sent);
  return deliveries.filter(({ source }) => {
    // Content takes long to hash.
    if (source.kind === 'bytes') return !sent.some((each) => each.startsWith('data:')) || !seen.has(identify(source));
    const url = identify(source);
    const isRepeated = seen.has(url);
    seen.add(url);
    return !isRepeated;
  });
}

interface InlineMedia {
  readonly bytes: Uint8Array;
  /** As declared, without parameters. Null if nothing is declared. */
  readonly mediaType: string | null;
}

/** Limit of `data:`, media type and parameters in UTF-16 units. */
const maxHeadLength = 1_000;
/** Limit of percent-escaped content in UTF-16 units. Media are sent as base64, so other content is short. */
const maxEscapedLength = 1024 * 1024;

/** Returns the content of a `data:` URL (RFC 2397). Null if it is not one. */
export function parseDataUrl(url: string): InlineMedia | null {
  const comma = url.slice(0, maxHeadLength).indexOf(',');
  if (!/^data:/i.test(url) || comma < 0) return null;
  const [type = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const mediaType = type.trim().toLowerCase() || null;
  const text = url.slice(comma + 1);
  if (parameters.some((each) => each.trim().toLowerCase() === 'base64')) {
    return { mediaType, bytes: Buffer.from(unescapeBase64(text), 'base64') };
  }
  return text.length > maxEscapedLength ? null : { mediaType, bytes: Buffer.from(unescapeText(text), 'latin1') };
}

/** Unescapes `+`, `/` and `=`, which may be escaped in megabytes of base64. */
function unescapeBase64(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes percent escapes to bytes, one byte per character. */
function unescapeText(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
