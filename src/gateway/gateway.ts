import type { Clock } from '../core/support/clock.ts';
import type { GatewayPort, GatewayTarget, QueryCall, QueryOutcome, SubmitCall } from '../core/task/gatewayPort.ts';
import type { ApiAnswer, ApiCall, CallApi } from './http.ts';
import { mapQuery } from './mapQuery.ts';
import { mapSubmit } from './mapSubmit.ts';
import { submitChat } from './submitChat.ts';

export interface GatewayOptions {
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
const maxAnswerBytes = 256 * 1024 * 1024;
/** A response that names its results by URL has a few kilobytes. */
const maxStatusBytes = 1024 * 1024;

/** Submits and queries tasks. Maps every response to one of the few outcomes that the task engine knows. */
export function createGateway({ callApi, clock, closeIdle }: GatewayOptions): GatewayPort {
  return {
    async submit(target, { endpoint, body, isSynchronous, chat, onSent }: SubmitCall, signal) {
      const atOnce = chat?.isStreamed === true ? streamTimeouts : synchronousTimeouts;
      const timeouts = isSynchronous ? atOnce : submitTimeouts;
      const call: ApiCall = { method: 'POST', path: endpoint, body, maxAnswerBytes, onSent, ...timeouts };
      const map = (answer: ApiAnswer) => mapSubmit(answer, { isSynchronous, now: clock.now() });
      if (chat) return submitChat(callApi, target, { call, chat, mapOther: map, signal });
      return map(await callApi(target, call, signal));
    },
    async query(target: GatewayTarget, call: QueryCall, signal) {
      let outcome: QueryOutcome = { kind: 'nothing-new' };
      const timeouts = { headersTimeoutMs: call.patienceMs, idleTimeoutMs: call.patienceMs };
      const limits = { ...timeouts, maxAnswerBytes: call.mayHoldImages ? maxAnswerBytes : maxStatusBytes };
      for (const path of buildQueryPaths(call)) {
        const answer = await callApi(target, { method: 'GET', path, ...limits }, signal);
        outcome = mapQuery(answer, clock.now());
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
