import type { Clock } from '../core/support/clock.ts';
import type { CallOutcome, GatewayPort, GatewayTarget, QueryCall, SubmitCall } from '../core/task/gatewayPort.ts';
import { isUnknownTask } from '../core/task/model/codeOfRefusal.ts';
import { classifyResponse } from './classifyResponse.ts';
import type { ApiCall, ApiResponse, CallApi } from './http.ts';
import { submitChat } from './submitChat.ts';

interface GatewayOptions {
  readonly callApi: CallApi;
  readonly clock: Pick<Clock, 'now'>;
  readonly closeIdle: GatewayPort['closeIdle'];
}

/** Timeouts by phase, in ms. */
const submitTimeouts = { headersTimeoutMs: 120_000, idleTimeoutMs: 120_000 };
/** A stream begins at once, but may be silent for minutes while the model thinks. */
const streamTimeouts = { headersTimeoutMs: 10 * 60_000, idleTimeoutMs: 10 * 60_000 };
/** Headers come with the result. Some gateways send spaces meanwhile, so silence alone does not show a dead call. */
const synchronousTimeouts = { ...streamTimeouts, totalTimeoutMs: 10 * 60_000 };

/** A response may contain its results as base64, whatever they are. */
const maxResponseBytes = 256 * 1024 * 1024;

export function createGateway({ callApi, clock, closeIdle }: GatewayOptions): Omit<GatewayPort, 'buildKeyHeaders'> {
  return {
    async submit(target, { endpoint, body, request, idempotencyKey, isSynchronous, chat, onSent }: SubmitCall, signal) {
      const atOnce = chat?.isStreamed === true ? streamTimeouts : synchronousTimeouts;
      const timeouts = isSynchronous ? atOnce : submitTimeouts;
      const { idempotencyHeader } = target;
      const headers = idempotencyHeader ? { [idempotencyHeader.toLowerCase()]: idempotencyKey } : {};
      const call: ApiCall = { method: 'POST', path: endpoint, body, headers, maxResponseBytes, onSent, ...timeouts };
      const classify = (response: ApiResponse): CallOutcome =>
        classifyResponse(response, { request, isSynchronous, now: clock.now() });
      if (chat) return submitChat(callApi, target, { call, chat, request, classify, signal });
      return classify(await callApi(target, call, signal));
    },
    async query(target: GatewayTarget, call: QueryCall, signal) {
      const timeouts = { headersTimeoutMs: call.patienceMs, idleTimeoutMs: call.patienceMs };
      const limits = { ...timeouts, maxResponseBytes };
      const ask = async (path: string): Promise<CallOutcome> => {
        const response = await callApi(target, { method: 'GET', path, ...limits }, signal);
        return classifyResponse(response, { request: call.request, now: clock.now() });
      };
      const [first, second] = buildQueryPaths(call);
      const outcome = await ask(first);
      if (second === undefined || !isElsewhere(outcome)) return outcome;
      const other = await ask(second);
      return isUnknownTask(outcome) && isElsewhere(other) ? outcome : other;
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
export function buildQueryPaths({ endpoint, pollPath, taskId }: QueryCall): readonly [first: string, second?: string] {
  const isOtherVideoPath = /^\/v1\/video\/generations$|^\/[^/]+\/v1\/videos\//.test(endpoint);
  const isBelowVideos = /^\/v1\/videos\/./.test(endpoint);
  const fill = (path: string): string => path.replaceAll('{task_id}', encodeURIComponent(taskId));
  if (isOtherVideoPath) return [fill(preferredVideoQuery), fill(pollPath)];
  return isBelowVideos ? [fill(pollPath), fill(preferredVideoQuery)] : [fill(pollPath)];
}

/** Whether the task may be known on another path, because the gateway has no task or nothing at all on this one. */
function isElsewhere(outcome: CallOutcome): boolean {
  return isUnknownTask(outcome) || (outcome.kind === 'refused' && outcome.refusal.httpStatus === 404);
}
