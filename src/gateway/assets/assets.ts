import { stringifyJson, type JsonObject } from '../../core/support/json/json.ts';
import type { GatewayTarget } from '../../core/task/gatewayPort.ts';
import type { TaskError } from '../../core/task/model/task.ts';
import type { CallApi } from '../http.ts';
import { errorCodeOf, describeText, parseErrorBody, type ErrorBody } from '../wire/refusal.ts';
import { parseArray, parseJsonOrUndefined, parseObject, parseText } from '../wire/wireObject.ts';

/** Media that the gateway knows by an id, registered by public URL and used as `asset://<id>`. */
export interface Asset {
  readonly id: string;
  readonly name: string | null;
  readonly kind: AssetKind | null;
  /** Only an active asset can be used. An unknown status word counts as `processing`. */
  readonly state: 'processing' | 'active' | 'failed';
  /** Status as the gateway words it, verbatim. */
  readonly statusWord: string | null;
}

const kinds = ['Image', 'Video', 'Audio'] as const;
export type AssetKind = (typeof kinds)[number];

export interface AssetRegistration {
  /** Must be public, because the gateway fetches it. */
  readonly url: string;
  readonly kind: AssetKind;
  readonly name: string | null;
}

/** For a registration, `no-answer` and `answer-without-task` mean that it may have been charged. */
export type AssetOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: TaskError };

export type Assets = ReturnType<typeof createAssets>;

/** Returns the gateway to call, or the reason why none can be called. */
export type OpenGateway = (profile: string) => Promise<GatewayTarget | Extract<AssetOutcome<never>, { ok: false }>>;

const defaultGroup = 'genwright';
const pageSize = 100;
/** More pages than a user picks from. */
const maxPages = 10;

/** Assets of the account of a profile (shapes observed). Calls reject only with the reason of the signal. */
export function createAssets(callApi: CallApi, openGateway: OpenGateway) {
  const call = async (profile: string, assetCall: AssetCall, signal: AbortSignal): Promise<AssetOutcome<unknown>> => {
    const target = await openGateway(profile);
    return 'ok' in target ? target : callAssets(callApi, target, { call: assetCall, signal });
  };
  const create = async (profile: string, assetCall: AssetCall, signal: AbortSignal): Promise<AssetOutcome<string>> => {
    const outcome = await call(profile, assetCall, signal);
    if (!outcome.ok) return outcome;
    const id = parseId(outcome.value);
    return id === null ? refuse({ code: 'answer-without-task', message: 'The response names no id' }) : succeed(id);
  };
  const findGroup = async (profile: string, signal: AbortSignal): Promise<AssetOutcome<string>> => {
    const outcome = await call(profile, { path: '/group/list', body: buildPage(1) }, signal);
    if (!outcome.ok) return outcome;
    const [first] = listItems(outcome.value).flatMap((group) => parseId(group) ?? []);
    if (first !== undefined) return succeed(first);
    return create(profile, { path: '/group/create', body: { name: defaultGroup } }, signal);
  };
  return {
    async list(profile: string, signal: AbortSignal): Promise<AssetOutcome<readonly Asset[]>> {
      // A gateway without pages sends the same entries in each response.
      const assets = new Map<string, Asset>();
      for (let page = 1; page <= maxPages; page += 1) {
        const outcome = await call(profile, { path: '/list', body: buildPage(page) }, signal);
        if (!outcome.ok) return outcome;
        const items = listItems(outcome.value);
        // Entries that cannot be read are left out.
        for (const asset of items.flatMap((item) => parseAsset(item) ?? [])) assets.set(asset.id, asset);
        if (items.length < pageSize) break;
      }
      return succeed([...assets.values()]);
    },
    async get(profile: string, id: string, signal: AbortSignal): Promise<AssetOutcome<Asset>> {
      const outcome = await call(profile, { path: '/get', body: { id } }, signal);
      if (!outcome.ok) return outcome;
      const asset = parseAsset(outcome.value);
      return asset ? succeed(asset) : refuse({ code: 'no-result', message: '' });
    },
    /**
     * Returns the id. The asset goes into the first group of the account. If it has none, one is created. A registration
     * is charged and sent only once: without a response, only the user may try again. After it was sent, the signal has
     * no effect, because an asset whose id is unknown would be lost.
     */
    async register(
      profile: string,
      { url, kind, name }: AssetRegistration,
      signal: AbortSignal,
    ): Promise<AssetOutcome<string>> {
      const group = await findGroup(profile, signal);
      if (!group.ok) return group;
      signal.throwIfAborted();
      const body = { group_id: group.value, url, asset_type: kind, ...(name === null ? {} : { name }) };
      return create(profile, { path: '/create', body, isCharged: true }, new AbortController().signal);
    },
  };
}

function buildPage(page: number): JsonObject {
  return { filters: {}, page_number: page, page_size: pageSize };
}

interface AssetCall {
  /** Path relative to `/v1/assets`, with a leading slash. */
  readonly path: string;
  readonly body: JsonObject;
  /** Whether the call may have been charged even without a response. */
  readonly isCharged?: boolean;
}

const limits = { headersTimeoutMs: 60_000, idleTimeoutMs: 30_000, maxResponseBytes: 1024 * 1024 };

/** Sends one POST, never repeated. Returns the `data` of a success. `success: false` with HTTP 200 is a refusal. */
export async function callAssets(
  callApi: CallApi,
  target: GatewayTarget,
  { call: { path, body, isCharged = false }, signal }: { readonly call: AssetCall; readonly signal: AbortSignal },
): Promise<AssetOutcome<unknown>> {
  const request = { method: 'POST', path: `/v1/assets${path}`, body: [stringifyJson(body)], ...limits } as const;
  const response = await callApi(target, request, signal);
  if (response.kind !== 'response') {
    const code = isCharged && response.kind === 'no-answer' ? 'no-answer' : 'gateway-unreachable';
    return refuse({ code, message: response.message });
  }
  const { status: httpStatus } = response;
  const text = response.body.toString('utf8');
  const root = parseObject(parseJsonOrUndefined(text));
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  if (isSuccess && root && root['success'] !== false) return succeed(root['data'] ?? root);
  const said = parseErrorBody(text, httpStatus);
  const code = isCharged ? codeOfCharged(httpStatus, said) : errorCodeOf({ httpStatus, ...said });
  return refuse({ code, message: describeText(said.message), httpStatus });
}

function succeed<T>(value: T): AssetOutcome<T> {
  return { ok: true, value };
}

function refuse(error: TaskError): AssetOutcome<never> {
  return { ok: false, error };
}

/** The response of a proxy does not show what the gateway after it has done. */
function codeOfCharged(httpStatus: number, said: ErrorBody): TaskError['code'] {
  if (httpStatus === 408 || (!said.isJson && (httpStatus === 502 || httpStatus === 504))) return 'no-answer';
  if (!said.isJson && httpStatus >= 200 && httpStatus < 300) return 'answer-without-task';
  return errorCodeOf({ httpStatus, ...said });
}

/** Returns null if the value is not an asset. */
function parseAsset(value: unknown): Asset | null {
  const entry = foldKeys(value);
  const id = parseId(value);
  if (id === null) return null;
  const [kind, status] = [parseText(entry['assettype']), parseText(entry['status'])];
  return {
    id,
    name: parseText(entry['name']),
    kind: kinds.find((each) => each.toLowerCase() === kind?.toLowerCase()) ?? null,
    state: parseState(status ?? ''),
    statusWord: status,
  };
}

function parseState(word: string): Asset['state'] {
  if (/^(active|success|succeeded|ready|available)$/i.test(word)) return 'active';
  return /^(failed|failure|error|rejected|expired)$/i.test(word) ? 'failed' : 'processing';
}

/** Returns the id of an asset or a group, which may be a number. */
function parseId(value: unknown): string | null {
  const { id } = foldKeys(value);
  return typeof id === 'number' ? String(id) : parseText(id);
}

/** Returns the entries of a list, which may be the value itself or its member `Items`. */
function listItems(data: unknown): readonly unknown[] {
  const { items, list, data: inner } = foldKeys(data);
  return Array.isArray(data) ? data : parseArray(items ?? list ?? inner);
}

/** Treats `GroupId`, `group_id` and `groupId` as one key. */
function foldKeys(value: unknown): Readonly<Record<string, unknown>> {
  const entries = Object.entries(parseObject(value) ?? {});
  return Object.fromEntries(entries.map(([key, member]) => [key.replaceAll('_', '').toLowerCase(), member]));
}
