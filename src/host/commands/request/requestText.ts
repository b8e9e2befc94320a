import { writeReference } from '../../../core/jobFile/expression/parseExpression.ts';
import type { PlannedRequest, PlaceholderValue } from '../../../core/jobFile/request.ts';
import type { Reference } from '../../../core/jobFile/template.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
  updateAt,
} from '../../../core/support/json/json.ts';
import type { TextRange } from '../../../core/support/textRange.ts';

/** One request, and its range in the text of all requests. */
export interface RequestRange extends TextRange {
  readonly request: PlannedRequest;
}

/** Writes requests as JSON: one object, or a list of objects. `baseUrl` has no slash at its end. */
export function buildRequestsText(
  requests: readonly PlannedRequest[],
  baseUrl: string,
): { readonly text: string; readonly ranges: readonly RequestRange[] } {
  const isList = requests.length !== 1;
  const indent = isList ? '  ' : '';
  const ranges: RequestRange[] = [];
  let text = isList ? '[\n' : '';
  requests.forEach((request, index) => {
    const start = text.length + indent.length;
    text += indent + writePretty(describeRequest(request, baseUrl), indent);
    ranges.push({ request, start, end: text.length });
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

/** Builds a command for a POSIX shell. It reads base URL and key from variables, so neither is ever written out. */
export function buildCurl(request: PlannedRequest): string {
  const { endpoint } = request;
  const url = /^[\w./-]+$/.test(endpoint) ? `"$BASE${endpoint}"` : `"$BASE"${quoteForShell(endpoint)}`;
  const lines = [
    `curl -X POST ${url}`,
    `-H "Authorization: Bearer $GATEWAY_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoteForShell(stringifyJson(fillReadably(request)))}`,
  ];
  return lines.join(' \\\n  ');
}

/** Between single quotes, only the quote itself has a special meaning. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", () => String.raw`'\''`)}'`;
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

/** Works like `JSON.stringify` with two spaces, but also writes `bigint`. */
function writePretty(value: JsonValue, indent: string): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value);
  const inner = `${indent}  `;
  const isObject = isJsonObject(value);
  const lines = isObject
    ? Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${writePretty(member, inner)}`)
    : value.map((item: JsonValue) => inner + writePretty(item, inner));
  const [open, close] = isObject ? '{}' : '[]';
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
