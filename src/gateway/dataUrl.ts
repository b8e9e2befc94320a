export interface InlineMedia {
  readonly bytes: Uint8Array;
  /** As declared, without parameters; null when nothing is declared. */
  readonly mediaType: string | null;
}

/** UTF-16 units of `data:`, media type and parameters. */
const maxHeadLength = 1_000;
/** Media come as base64; what is escaped byte by byte is short. */
const maxEscapedLength = 1024 * 1024;

/** The content of a `data:` URL (RFC 2397); null when it is not one. */
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

/** Megabytes, whose `+`, `/` and `=` may be escaped. */
function unescapeBase64(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent escapes as bytes, each in one character. */
function unescapeText(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
