import { writeReference } from '../expression/parseExpression.ts';
import type { PlannedRequest, PlaceholderValue } from '../request.ts';
import type { Reference } from '../template.ts';
import { formatJson, type JsonObject, type JsonValue, stringifyJson, updateAt } from '../../support/json/json.ts';
import { secretNameOf, type ProfileHeaders } from '../../support/profile/parseHeaders.ts';
import type { TextRange } from '../../support/textRange.ts';

/** One request with the headers of its profile, and its range in the text of all requests. */
export interface RequestRange extends TextRange, Pick<ProfileHeaders, 'headers'> {
  readonly request: PlannedRequest;
}

/** Writes requests as JSON: one object, or a list of objects. `baseUrl` has no slash at its end. */
export function buildRequestsText(
  requests: readonly PlannedRequest[],
  { baseUrl, headers = {} }: Pick<ProfileHeaders, 'headers'> & { readonly baseUrl: string },
): { readonly text: string; readonly ranges: readonly RequestRange[] } {
  const isList = requests.length !== 1;
  const indent = isList ? '  ' : '';
  const ranges: RequestRange[] = [];
  let text = isList ? '[\n' : '';
  requests.forEach((request, index) => {
    const start = text.length + indent.length;
    text += indent + formatJson(describeRequest(request, baseUrl), indent);
    ranges.push({ request, headers, start, end: text.length });
    text += isList ? `${index < requests.length - 1 ? ',' : ''}\n` : '';
  });
  return { text: `${text}${isList ? ']' : ''}\n`, ranges };
}

function describeRequest(request: PlannedRequest, baseUrl: string): JsonObject {
  const { job, index, endpoint, fingerprint } = request;
  return {
    ...(job === null ? {} : { job }),
    index,
    method: 'POST',
    url: `${baseUrl}${endpoint}`,
    // The fingerprint is unknown while the request waits for the result of another job.
    fingerprint: fingerprint === '' ? null : fingerprint,
    body: fillReadably(request),
  };
}

/**
 * Builds a command for any shell, on one line. It reads base URL, key and the values of headers from variables, so none
 * of them is ever written out.
 */
export function buildCurl({ request, headers = {} }: Pick<RequestRange, 'request' | 'headers'>): string {
  const own = Object.entries(headers).map(([name, value]) => {
    return `-H "${name}: $${secretNameOf(value) ?? name.toUpperCase().replaceAll(/\W/g, '_')}"`;
  });
  return [
    `curl -X POST "$BASE"'${request.endpoint.replaceAll(shellQuote, encodeQuote)}'`,
    `-H "Authorization: Bearer $GATEWAY_KEY"`,
    ...own,
    `-H 'Content-Type: application/json'`,
    `-d '${escapeForShell(stringifyJson(fillReadably(request)))}'`,
  ].join(' ');
}

/** What ends a text in single quotes. PowerShell takes curly quotes for straight ones. */
const shellQuote = /['\u2018-\u201b]/g;

const encodeQuote = (quote: string): string => (quote === "'" ? '%27' : encodeURIComponent(quote));

/** Spells what a shell could read between single quotes in another way of JSON, so that it needs no quoting. */
function escapeForShell(json: string): string {
  // fish reads `\\` as one character, and cmd knows only double quotes.
  return json.replaceAll(/\\["\\]|['%\u2018-\u201b]/g, (text) => {
    return `\\u${text
      .charCodeAt(text.length - 1)
      .toString(16)
      .padStart(4, '0')}`;
  });
}

/** Returns the body with a description in place of each value that is only known when it is sent. */
function fillReadably({ body, placeholders }: Pick<PlannedRequest, 'body' | 'placeholders'>): JsonObject {
  return placeholders.reduce<JsonValue>(
    (whole, { path, value }) => updateAt(whole, path, () => describePlaceholder(value)),
    body,
  ) as JsonObject;
}

function describePlaceholder(value: PlaceholderValue): string {
  if (value.kind === 'file') return `<file ${value.file}, sha256 ${value.sha256.slice(0, 12)}…>`;
  return value.template.map((part) => (typeof part === 'string' ? part : describeReference(part))).join('');
}

function describeReference(reference: Reference): string {
  const [context, job, name, ...rest] = reference.path;
  const isPlain = context === 'jobs' && name !== undefined && rest.length === 0 && reference.filters.length === 0;
  return isPlain ? `<${name} of job ${job}>` : `<${writeReference(reference)}>`;
}
