import { isUtf8 } from 'node:buffer';
import { assertNever } from '../core/support/assertNever.ts';
import type { Clock } from '../core/support/clock.ts';
import type { JsonObject } from '../core/support/json/json.ts';
import type {
  GatewayPort,
  GatewayTarget,
  QueryCall,
  QueryOutcome,
  SubmitCall,
  Refusal,
  TaskView,
  SubmitOutcome,
} from '../core/task/gatewayPort.ts';
import { type ApiResponse, type ApiCall, type CallApi, isSuccess, type WholeResponse } from './http.ts';
import { submitChat } from './submitChat.ts';
import { normalizeTaskResponse } from './wire/normalizeTaskResponse.ts';
import { parseResponse } from './wire/parseResponse.ts';
import { buildJsonRefusal, buildRefusal, describeKept, describeText } from './wire/refusal.ts';

interface GatewayOptions {
  readonly callApi: CallApi;
  readonly clock: Pick<Clock, 'now'>;
  readonly closeIdle: GatewayPort['closeIdle'];
}

/** Timeouts by phase, in ms. */
const submitTimeouts = { headersTimeoutMs: 120_000, idleTimeoutMs: 120_000 };
/** A stream begins at once, but may be silent for minutes while the model thinks. */
const streamTimeouts = { headersTimeoutMs: 10 * 60_000, idleTimeoutMs: 10 * 60_000 };
/**
 * A synchronous call sends its headers when the result exists. Some gateways send spaces meanwhile, so silence alone
 * does not show a dead call.
 */
const synchronousTimeouts = { ...streamTimeouts, totalTimeoutMs: 10 * 60_000 };

/** A response may contain several images as base64. */
const maxResponseBytes = 256 * 1024 * 1024;
/** A response that names its results by URL has a few kilobytes. */
const maxStatusBytes = 1024 * 1024;

/** Submits and queries tasks. Maps every response to one of the few outcomes that the task engine knows. */
export function createGateway({ callApi, clock, closeIdle }: GatewayOptions): Omit<GatewayPort, 'buildKeyHeaders'> {
  return {
    async submit(target, { endpoint, body, request, idempotencyKey, isSynchronous, chat, onSent }: SubmitCall, signal) {
      const atOnce = chat?.isStreamed === true ? streamTimeouts : synchronousTimeouts;
      const timeouts = isSynchronous ? atOnce : submitTimeouts;
      const { idempotencyHeader } = target;
      const headers = idempotencyHeader ? { [idempotencyHeader.toLowerCase()]: idempotencyKey } : {};
      const call: ApiCall = { method: 'POST', path: endpoint, body, headers, maxResponseBytes, onSent, ...timeouts };
      const map = (response: ApiResponse) => mapSubmit(response, { isSynchronous, request, now: clock.now() });
      if (chat) return submitChat(callApi, target, { call, chat, mapOther: map, signal });
      return map(await callApi(target, call, signal));
    },
    async query(target: GatewayTarget, call: QueryCall, signal) {
      let outcome: QueryOutcome = { kind: 'unchanged' };
      const timeouts = { headersTimeoutMs: call.patienceMs, idleTimeoutMs: call.patienceMs };
      const limits = { ...timeouts, maxResponseBytes: call.mayHoldImages ? maxResponseBytes : maxStatusBytes };
      for (const path of buildQueryPaths(call)) {
        const response = await callApi(target, { method: 'GET', path, ...limits }, signal);
        outcome = mapQuery(response, clock.now(), call.request);
        if (outcome.kind !== 'unknown-task') return outcome;
      }
      return outcome;
    },
    closeIdle,
  };
}

const preferredVideoQuery = '/v1/videos/{task_id}';

/**
 * Returns the paths to query a task. The second is used only if the first does not know the task. Video tasks are known
 * under the preferred path. A task made on a legacy or native path may be known under that path alone. Subtitle removal
 * has a separate query in the specification (4.5), but its tasks are videos like others as far as observed.
 */
export function buildQueryPaths({ endpoint, pollPath, taskId }: QueryCall): readonly string[] {
  const isOtherVideoPath = /^\/v1\/video\/generations$|^\/[^/]+\/v1\/videos\//.test(endpoint);
  const isBelowVideos = /^\/v1\/videos\/./.test(endpoint);
  const first = isOtherVideoPath ? preferredVideoQuery : pollPath;
  const paths = isBelowVideos ? [first, preferredVideoQuery] : [first, pollPath];
  return [...new Set(paths)].map((path) => path.replaceAll('{task_id}', encodeURIComponent(taskId)));
}

/** Returns the outcome of a response to a task query. */
export function mapQuery(response: ApiResponse, now: number, request?: JsonObject): QueryOutcome {
  if (response.kind !== 'response') {
    return { kind: 'unreachable', message: response.message, wasSent: response.kind === 'no-answer' };
  }
  if (!isSuccess(response)) {
    const refusal = buildRefusal(response, now);
    return isUnknownTask(refusal) ? { kind: 'unknown-task', refusal } : { kind: 'refused', refusal };
  }
  const text = response.body.toString('utf8');
  const body = parseResponse(text);
  if (body === undefined) return { kind: 'unusable', message: describeText(text) ?? 'an empty response' };
  const normalized = normalizeTaskResponse(body, request);
  switch (normalized.kind) {
    case 'task':
      return { kind: 'task', view: normalized.view, ...keepEmptySuccess(normalized.view, text) };
    case 'unusable':
      return { kind: 'unchanged' };
    case 'error': {
      const refusal = buildJsonRefusal(response, normalized);
      return isUnknownTask(refusal)
        ? { kind: 'unknown-task', refusal }
        : { kind: 'unusable', message: refusal.message };
    }
    default:
      return assertNever(normalized);
  }
}

/** A success without results may be paid for, so its text is kept. */
function keepEmptySuccess({ phase, deliveries }: TaskView, text: string): { readonly text?: string } {
  return phase === 'succeeded' && deliveries.length === 0 ? { text: describeKept(text) } : {};
}

function isUnknownTask({ httpStatus, code }: Refusal): boolean {
  if (httpStatus === 404) return true;
  return httpStatus <= 400 && (code === 'task_not_exist' || code === 'not_implemented');
}

/** Returns the outcome of a response to a POST, for any endpoint whose response is not a text. */
export function mapSubmit(
  response: ApiResponse,
  { isSynchronous, request, now }: { isSynchronous: boolean; request?: JsonObject; now: number },
): SubmitOutcome {
  if (response.kind !== 'response') return response;
  if (!isSuccess(response)) return { kind: 'refused', refusal: buildRefusal(response, now) };
  const text = response.body.toString('utf8');
  const body = parseResponse(text);
  if (body === undefined && isFile(response)) {
    const source = { kind: 'bytes', bytes: response.body, mediaType: mediaTypeOf(response) || null } as const;
    return { kind: 'delivered', amountUsd: null, deliveries: [{ source, title: null, lyrics: null }], text: null };
  }
  const normalized = normalizeTaskResponse(body, request);
  if (normalized.kind === 'error') {
    const refusal = buildJsonRefusal(response, normalized);
    return { kind: 'refused', refusal };
  }
  if (normalized.kind === 'unusable') return buildUnusable(text);
  const { taskId, view } = normalized;
  // If the response is the result, an id beside it is the id of the response.
  const isResult = isSynchronous && view.deliveries.length > 0;
  if (taskId !== null && !isResult) return { kind: 'accepted', taskId, statusWord: view.statusWord };
  if (view.phase === 'failed') {
    const refusal = buildJsonRefusal(response, { code: null, message: view.failure });
    return { kind: 'refused', refusal };
  }
  if (view.deliveries.length === 0) return buildUnusable(text);
  return { kind: 'delivered', amountUsd: view.amountUsd, deliveries: view.deliveries, text: null };
}

/**
 * Whether a response that is not JSON is the result itself. Its type may be missing or wrong, but bytes that no text
 * contains mean media.
 */
function isFile(response: WholeResponse): boolean {
  const mediaType = mediaTypeOf(response);
  if (response.body.length === 0) return false;
  if (/^(audio|image|video)\/|^application\/octet-stream$/.test(mediaType)) return true;
  return !mediaType.startsWith('text/') && !isUtf8(response.body);
}

/** The response may be paid for, so its text is kept. */
function buildUnusable(body: string): SubmitOutcome {
  const message = describeText(body) ?? 'an empty response';
  return { kind: 'unusable', message, text: describeKept(body) };
}

function mediaTypeOf({ headers }: WholeResponse): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
