import { stringifyJson, type JsonObject } from '../../core/support/json/json.ts';
import type { GatewayTarget } from '../../core/task/gatewayPort.ts';
import type { TaskError } from '../../core/task/model/task.ts';
import type { CallApi } from '../http.ts';
import { parseJsonOrUndefined, parseObject } from '../wire/wireObject.ts';
import { errorCodeOf, describeText, parseErrorBody, type ErrorBody } from '../wire/refusal.ts';
import {
  listItems,
  parseAsset,
  parseGroup,
  parseQuota,
  type Asset,
  type AssetGroup,
  type AssetQuota,
  type AssetRegistration,
  type AssetOutcome,
} from './asset.ts';

/** Assets of the account of a profile (shapes observed). Calls reject only with the reason of the signal. */
export interface Assets {
  list(profile: string, signal: AbortSignal): Promise<AssetOutcome<readonly Asset[]>>;
  get(profile: string, id: string, signal: AbortSignal): Promise<AssetOutcome<Asset>>;
  listGroups(profile: string, signal: AbortSignal): Promise<AssetOutcome<readonly AssetGroup[]>>;
  /** Returns the id of the new group. */
  createGroup(profile: string, name: string, signal: AbortSignal): Promise<AssetOutcome<string>>;
  /** Returns the id. A registration is charged and sent only once: without a response, only the user may try again. */
  register(profile: string, registration: AssetRegistration, signal: AbortSignal): Promise<AssetOutcome<string>>;
  readQuota(profile: string, signal: AbortSignal): Promise<AssetOutcome<AssetQuota>>;
}

/** Returns the gateway to call, or the reason why none can be called. */
export type OpenGateway = (profile: string) => Promise<GatewayTarget | Extract<AssetOutcome<never>, { ok: false }>>;

const pageSize = 100;
/** More pages than a user picks from. */
const maxPages = 10;

export function createAssets(callApi: CallApi, openGateway: OpenGateway): Assets {
  const call = async (profile: string, assetCall: AssetCall, signal: AbortSignal): Promise<AssetOutcome<unknown>> => {
    const target = await openGateway(profile);
    return 'ok' in target ? target : callAssets(callApi, target, { call: assetCall, signal });
  };
  const listAll = async (profile: string, path: string, signal: AbortSignal): Promise<AssetOutcome<unknown[]>> => {
    const items: unknown[] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const body = { filters: {}, page_number: page, page_size: pageSize };
      const outcome = await call(profile, { path, body }, signal);
      if (!outcome.ok) return outcome;
      const found = listItems(outcome.value);
      items.push(...found);
      if (found.length < pageSize) break;
    }
    return { ok: true, value: items };
  };
  const create = async (profile: string, assetCall: AssetCall, signal: AbortSignal): Promise<AssetOutcome<string>> => {
    const outcome = await call(profile, assetCall, signal);
    if (!outcome.ok) return outcome;
    const id = parseGroup(outcome.value)?.id;
    return id === undefined
      ? { ok: false, error: { code: 'answer-without-task', message: 'The response names no id' } }
      : { ok: true, value: id };
  };
  return {
    list: async (profile, signal) => mapItems(await listAll(profile, '/list', signal), parseAsset),
    listGroups: async (profile, signal) => mapItems(await listAll(profile, '/group/list', signal), parseGroup),
    async get(profile, id, signal) {
      const outcome = await call(profile, { path: '/get', body: { id } }, signal);
      if (!outcome.ok) return outcome;
      const asset = parseAsset(outcome.value);
      return asset ? { ok: true, value: asset } : { ok: false, error: { code: 'no-result', message: '' } };
    },
    createGroup: (profile, name, signal) => create(profile, { path: '/group/create', body: { name } }, signal),
    register(profile, { url, kind, name, groupId }, signal) {
      const body = { group_id: groupId, url, asset_type: kind, ...(name === null ? {} : { name }) };
      return create(profile, { path: '/create', body, isCharged: true }, signal);
    },
    async readQuota(profile, signal) {
      const outcome = await call(profile, { path: '/quota', body: {} }, signal);
      return outcome.ok ? { ok: true, value: parseQuota(outcome.value) } : outcome;
    },
  };
}

/** Entries that cannot be read are left out. */
function mapItems<T extends { readonly id: string }>(
  outcome: AssetOutcome<unknown[]>,
  parse: (value: unknown) => T | null,
): AssetOutcome<readonly T[]> {
  if (!outcome.ok) return outcome;
  const items = outcome.value.flatMap((item) => parse(item) ?? []);
  // A gateway without pages sends the same entries in each response.
  return { ok: true, value: [...new Map(items.map((item) => [item.id, item])).values()] };
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
  if (isSuccess && root && root['success'] !== false) return { ok: true, value: root['data'] ?? root };
  const said = parseErrorBody(text, httpStatus);
  const code = isCharged ? codeOfCharged(httpStatus, said) : errorCodeOf({ httpStatus, ...said });
  return refuse({ code, message: describeText(said.message) ?? '', httpStatus });
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
