import { writeReference } from '../../../core/jobFile/expression/writeReference.ts';
import type { PlannedRequest, Placeholder, PlaceholderValue } from '../../../core/jobFile/request.ts';
import type { Reference } from '../../../core/jobFile/template.ts';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../../core/support/json.ts';
import type { TextRange } from '../../../core/support/textRange.ts';

/** What one request looks like, and where it stands in the text of all of them. */
export interface RequestPlace extends TextRange {
  readonly request: PlannedRequest;
}

/** Requests as JSON: one object, or a list of them. `baseUrl` is without a slash at its end. */
export function buildRequestsText(
  requests: readonly PlannedRequest[],
  baseUrl: string,
): { readonly text: string; readonly places: readonly RequestPlace[] } {
  const isList = requests.length !== 1;
  const indent = isList ? '  ' : '';
  const places: RequestPlace[] = [];
  let text = isList ? '[\n' : '';
  requests.forEach((request, index) => {
    const start = text.length + indent.length;
    text += indent + writePretty(describeRequest(request, baseUrl), indent);
    places.push({ request, start, end: text.length });
    text += isList ? `${index < requests.length - 1 ? ',' : ''}\n` : '';
  });
  return { text: `${text}${isList ? ']' : ''}\n`, places };
}

function describeRequest(request: PlannedRequest, baseUrl: string): JsonObject {
  const { job, index, endpoint, fingerprint } = request;
  return {
    ...(job === null ? {} : { job }),
    index,
    method: 'POST',
    url: `${baseUrl}${endpoint}`,
    // Unknown while it waits for the result of another job.
    fingerprint: fingerprint === '' ? null : fingerprint,
    body: fillReadably(request),
  };
}

/** A command for a POSIX shell, which reads base URL and key from variables: neither is ever written out. */
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

/** Nothing but the quote itself means anything between single quotes. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", () => String.raw`'\''`)}'`;
}

/** The body with words for what is only known when it is sent. */
export function fillReadably({ body, slots }: Pick<PlannedRequest, 'body' | 'slots'>): JsonObject {
  return slots.reduce<JsonValue>(
    (whole, placeholder) => putAt(whole, placeholder.path, describePlaceholder(placeholder.value)),
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

function putAt(whole: JsonValue, [step, ...rest]: Placeholder['path'], value: JsonValue): JsonValue {
  if (step === undefined) return value;
  if (Array.isArray(whole)) {
    return whole.map((item: JsonValue, index) => (index === Number(step) ? putAt(item, rest, value) : item));
  }
  if (!isJsonObject(whole)) return whole;
  const members = Object.entries(whole).map(([key, member]) => [
    key,
    key === step ? putAt(member, rest, value) : member,
  ]);
  return Object.fromEntries(members) as JsonObject;
}

/** `JSON.stringify` with two blanks, which also writes `bigint`. */
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
