export interface InlineMedia {
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
