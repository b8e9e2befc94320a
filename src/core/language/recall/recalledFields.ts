import type { RunsRecord } from '../../artifact/runsRecord.ts';
import type { ChatDialect, Catalog } from '../../catalog/catalog.ts';
import { findDialect } from '../../catalog/endpoints.ts';
import { isReservedKey } from '../../catalog/reservedKeys.ts';
import type { RequestInput } from '../../jobFile/request.ts';
import { defaultMaxTokens } from '../../jobFile/requests/buildBody.ts';
import { replaceFileTexts } from '../../jobFile/write/replaceFiles.ts';
import { writeEntries } from '../../jobFile/write/writeValue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';

/** The recorded part of a request, also of one that is only planned. */
interface RecordedRequest {
  readonly endpoint: string;
  /** Files and values of other jobs are `sha256:…`. */
  readonly body: JsonObject;
  readonly inputs: readonly RequestInput[];
}

export type RecalledRecord = Pick<RunsRecord, 'job' | 'index' | 'model' | 'endpoint' | 'request' | 'inputs'>;

/**
 * Maps a recorded body to the fields of a job file: files become paths, and chat becomes `prompt` and `system` if they
 * are enough. Values that planning adds are left out. `own` are the keys that the job writes.
 */
export function mapToRecalledFields({ endpoint, body, inputs }: RecordedRequest, own: ReadonlySet<string>): JsonObject {
  const paths = new Map(inputs.map(({ path, sha256 }) => [`sha256:${sha256}`, path]));
  const fields = withPaths(body, paths) as JsonObject;
  const dialect = findDialect(endpoint);
  return dialect ? removeSugar(fields, dialect, own) : fields;
}

function withPaths(value: JsonValue, paths: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return paths.get(value) ?? value;
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPaths(member, paths)]));
  }
  return Array.isArray(value) ? value.map((item: JsonValue) => withPaths(item, paths)) : value;
}

function removeSugar(body: JsonObject, dialect: ChatDialect, own: ReadonlySet<string>): JsonObject {
  const { stream, ...rest } = body;
  const streamed = stream === true && !own.has('stream') ? rest : body;
  if (dialect === 'responses') return removeInput(streamed, own);
  const { max_tokens: maxTokens, ...others } = streamed;
  const isDefault = dialect === 'messages' && maxTokens === defaultMaxTokens && !own.has('max_tokens');
  return removeMessages(isDefault ? others : streamed, own);
}

function removeInput(body: JsonObject, own: ReadonlySet<string>): JsonObject {
  const { input, instructions, ...rest } = body;
  return {
    ...rest,
    ...(instructions === undefined ? {} : { [own.has('instructions') ? 'instructions' : 'system']: instructions }),
    ...(input === undefined ? {} : { [own.has('input') || typeof input !== 'string' ? 'input' : 'prompt']: input }),
  };
}

function removeMessages(body: JsonObject, own: ReadonlySet<string>): JsonObject {
  const { messages, ...rest } = body;
  if (!Array.isArray(messages) || (own.has('messages') && !own.has('prompt'))) return body;
  const left = [...(messages as readonly JsonValue[])];
  const system = textOf(left[0], 'system');
  if (system !== null) left.shift();
  const prompt = textOf(left.at(-1), 'user');
  if (prompt !== null) left.pop();
  return {
    ...rest,
    ...(system === null ? {} : { system }),
    ...(left.length === 0 ? {} : { messages: left }),
    ...(prompt === null ? {} : { prompt }),
  };
}

/** Returns the text of a message that `prompt` or `system` can hold. Null for any other message. */
function textOf(message: JsonValue | undefined, role: string): string | null {
  if (!isJsonObject(message) || message['role'] !== role || Object.keys(message).length !== 2) return null;
  return typeof message['content'] === 'string' ? message['content'] : null;
}

/**
 * Builds a new job file from a record. A value that is known only by its hash is written as it is recorded. Records may
 * come from anyone, so no string of theirs may read a file.
 */
export function buildRecalledText(record: RecalledRecord, catalog: Pick<Catalog, 'findModel'>): string {
  const { model, ...fields } = mapToRecalledFields({ ...record, body: record.request }, new Set());
  const entries = Object.entries(fields).map(([key, value]) => [key, replaceFileTexts(value)] as const);
  const extra = entries.filter(([key]) => isReservedKey(key));
  const isUsual = defaultEndpoint(record.model, catalog) === record.endpoint;
  const values: JsonObject = {
    ...(model === undefined ? {} : { model }),
    ...(isUsual ? {} : { gen: { endpoint: record.endpoint } }),
    ...Object.fromEntries(entries.filter(([key]) => !isReservedKey(key))),
    ...(extra.length === 0 ? {} : { request: Object.fromEntries(extra) }),
  };
  return `${writeEntries(values, '')}\n`;
}

/** Returns null for a model that the catalog does not know, or without a model. */
export function defaultEndpoint(model: string | null, catalog: Pick<Catalog, 'findModel'>): string | null {
  const families = model === null ? undefined : catalog.findModel(model)?.families;
  return families?.[0].endpoints[0].path ?? null;
}
