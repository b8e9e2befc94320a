import type { RunsRecord } from '../artifact/runsRecord.ts';
import { isJsonObject, type JsonValue, updateAt } from '../support/json/json.ts';
import { redact } from '../support/text/redact.ts';
import type { ResolvePath } from './expression/evaluateTemplate.ts';
import { toText } from './expression/toText.ts';
import type { FromEnv, PlannedRequest } from './request.ts';

/** The recorded part of a request: without values from the environment, queries of URLs and `data:` URIs. */
type RecordedRequest = Required<Pick<RunsRecord, 'model' | 'axes' | 'inputs' | 'request'>>;

type Sha256 = (text: string) => string;

/**
 * Returns a request as it is recorded. Runs files are committed, so strings that contain a value from the environment
 * and `data:` URIs are recorded by their hash, and a URL, which may be signed, without its query and fragment. The
 * fingerprint is computed from the body before this redaction.
 */
export function recordRequest(
  { model, axes, inputs, recordBody, fromEnv }: RecordedParts,
  sha256: Sha256,
): RecordedRequest {
  const whole = { model, axes, inputs: inputs.map((input) => ({ ...input })), request: recordBody };
  const hash = (value: JsonValue): JsonValue => mapStrings(value, (text) => digestOf(sha256(text)));
  const hidden = (fromEnv?.paths ?? []).reduce<JsonValue>((value, path) => updateAt(value, path, hash), whole);
  return mapStrings(hidden, (text) => recordString(text, sha256)) as unknown as RecordedRequest;
}

type RecordedParts = Pick<PlannedRequest, 'model' | 'axes' | 'inputs' | 'recordBody' | 'fromEnv'>;

function recordString(text: string, sha256: Sha256): string {
  return isDataUri(text) ? digestOf(sha256(text)) : withoutQuery(text);
}

interface RecordContext {
  readonly fromEnv: FromEnv | undefined;
  readonly sha256: Sha256;
}

/**
 * Returns a text of a result as it is recorded. A text that repeats a value from the environment, or is a URL with a
 * query, is recorded by its hash, so it has the same digest in the requests of other jobs.
 */
export function recordText(text: string | null, { fromEnv, sha256 }: RecordContext): string | null {
  if (text === null) return null;
  const isPlain = hideValues(text, fromEnv) === text && recordString(text, sha256) === text;
  return isPlain ? text : digestOf(sha256(text));
}

/** Returns the message of an error as it is recorded: readable, without values from the environment. */
export function recordMessage(message: string, { fromEnv }: RecordContext): string {
  return redact(hideValues(message, fromEnv));
}

/**
 * Looks up values of the gateway for a file name, which is recorded and committed as well. Values from the environment
 * are hidden before a filter can change them.
 */
export function hideInNames(resolvePath: ResolvePath, fromEnv: FromEnv | undefined): ResolvePath {
  return (path) => {
    const value = resolvePath(path);
    return value === undefined ? undefined : mapStrings(value, (text) => hideValues(text, fromEnv));
  };
}

/** Shorter values occur in any text. */
const minHiddenLength = 4;

/** Longer values come first, because one may contain another. */
function hideValues(text: string, fromEnv: FromEnv | undefined): string {
  const values = (fromEnv?.values ?? []).filter(({ length }) => length >= minHiddenLength);
  return values
    .toSorted((one, other) => other.length - one.length)
    .reduce((hidden, value) => hidden.replaceAll(value, '…'), text);
}

/** Returns the digest of a content, which represents it in a recorded body. */
export function digestOf(sha256: string): string {
  return `sha256:${sha256}`;
}

export function isDigest(text: string | null): boolean {
  return text !== null && /^sha256:[0-9a-f]{64}$/.test(text);
}

/** Maps all strings of a value. Keys are strings of the job file like any other. */
function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapStrings(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [map(key), mapStrings(member, map)]));
}

/** The media type may be incomplete (`data:image;base64,…`): such a URI is sent as well. */
const dataUri = /^\s*data:(?:[\w.+-]+\/|[\w.+-]*;base64,|[;,])/i;

/** Whether a string is a `data:` URI, which may hold a whole file. */
function isDataUri(text: string): boolean {
  return dataUri.test(text);
}

/** Converts a value to a part of a file name, which is recorded and committed as well. */
export function toNameText(value: JsonValue): string {
  return toText(mapStrings(value, (text) => (isDataUri(text) ? '' : withoutQuery(text))));
}

/** Text that begins with a URL, and a URL of a scheme that needs no slashes. */
const startsWithUrl = /^\s*(?:[a-z][a-z\d+.-]*:\/\/|(?:https?|asset):\S+\s*$)/i;

/** Returns a string that is, or begins with, a URL without user name, password, query and fragment. */
function withoutQuery(text: string): string {
  if (!startsWithUrl.test(text)) return text;
  return text.replace(/\S+/g, (word) =>
    startsWithUrl.test(word) ? word.replace(/[?#].*/, '').replace(/:\/\/[^/]*@/, '://') : word,
  );
}
