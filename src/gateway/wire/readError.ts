import { redactBriefly } from '../../core/support/text/redact.ts';
import { readCode, readObject, readText, type WireObject } from './readWire.ts';

/** What an error body says. */
export interface ErrorBody {
  readonly code: string | null;
  readonly message: string;
  readonly isJson: boolean;
}

/**
 * Reads an error in any of the formats observed: TaskErrorResponse, ErrorResponse, a proxy's page, or nothing at all.
 */
export function parseErrorBody(text: string, httpStatus: number): ErrorBody {
  const root = readObject(parseJsonOrUndefined(text));
  if (!root) return { code: null, message: describeText(text) ?? `HTTP ${httpStatus}`, isJson: false };
  const error = readObject(root['error']);
  const code = readCode(root['code']) ?? readCode(error?.['code']) ?? readText(error?.['type']);
  return { code, message: redactBriefly(readErrorText(root) ?? `HTTP ${httpStatus}`), isJson: true };
}

export function readErrorText(root: WireObject): string | null {
  const error = readObject(root['error']);
  const texts = [root['error'], error?.['message'], error?.['type'], root['message'], root['msg'], root['description']];
  return texts.map(readText).find((text) => text !== null) ?? null;
}

/** Returns undefined if the text is not JSON. No JSON text means undefined. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    // Some gateways put a byte order mark before the JSON.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

/** UTF-16 units of a page that are searched. Its title is within them. */
const consideredLength = 20_000;

/** Limit in UTF-16 units. */
const maxKeptLength = 4_000;

/**
 * Describes a response that is kept because it cannot be used: on one line, without markup and secrets. May be empty.
 */
export function describeKept(text: string): string {
  return describeText(text, maxKeptLength) ?? '';
}

/**
 * Describes a response that is not JSON, such as a proxy's page: on one line of `maxLength`, without markup and
 * secrets.
 */
export function describeText(text: string, maxLength = 200): string | null {
  const page = text.slice(0, consideredLength);
  const title = /<title[^<>]*>([^<]+)<\/title>/i.exec(page)?.[1];
  const bare = title ?? page.replace(/<(style|script)\b[\s\S]*?(?:<\/\1>|$)|<[^<>]*>/gi, ' ');
  const line = redactBriefly(bare, maxLength);
  return line === '' ? null : line;
}
