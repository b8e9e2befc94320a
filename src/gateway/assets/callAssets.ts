import type { GatewayTarget } from '../../core/task/gatewayPort.ts';
import type { TaskError } from '../../core/task/model/task.ts';
import { stringifyJson, type JsonObject } from '../../core/support/json.ts';
import { errorCodeOf } from '../errorCode.ts';
import type { CallApi } from '../http.ts';
import { describeText, parseErrorBody, parseJsonOrUndefined, type ErrorBody } from '../wire/readError.ts';
import { readObject } from '../wire/readWire.ts';
import type { AssetOutcome } from './asset.ts';

export interface AssetCall {
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
  const root = readObject(parseJsonOrUndefined(text));
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
