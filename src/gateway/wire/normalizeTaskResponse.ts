import { redactBriefly } from '../../core/support/text/redact.ts';
import { isTaskId, type TaskView } from '../../core/task/gatewayPort.ts';
import { quotaWords, type ToldRefusal } from '../../core/task/model/codeOfRefusal.ts';
import { listSent, parseDeliveries } from './deliveries.ts';
import {
  memberAt,
  parseAmount,
  parseArray,
  parseCode,
  parseNumber,
  parseObject,
  parseText,
  parseUrl,
  maxWordLength,
  textAt,
  type WireObject,
} from './wireObject.ts';
import { parseResponse } from './parseResponse.ts';
import { parseErrorText, parseInnerCode } from './refusal.ts';

type TaskResponse =
  | {
      readonly kind: 'task';
      /** Null in a response that is the result itself. */
      readonly taskId: string | null;
      readonly view: TaskView;
    }
  /** The gateway refuses, whatever the HTTP status. */
  | ({ readonly kind: 'error' } & ToldRefusal)
  | { readonly kind: 'unusable' };

/**
 * Parses every response about a task: acknowledgement, query, synchronous result, in any API format observed so far.
 * Ignores unknown members and accepts any JSON without a throw. `request`: what the response may repeat.
 */
export function normalizeTaskResponse(body: unknown, request: unknown = null): TaskResponse {
  const parsed = parseObject(body);
  if (!parsed) return { kind: 'unusable' };
  // Some gateways pass the response of a vendor on as a string.
  const inner = typeof parsed['data'] === 'string' ? parseResponse(parsed['data']) : undefined;
  const root = typeof inner === 'object' ? { ...parsed, data: inner } : parsed;
  const view = unwrap(root);
  const sent = listSent(request);
  if (view === 'finished-list') return buildFinishedList(root, sent);
  if (view === 'error') {
    const message = parseErrorText(root) ?? '';
    return { kind: 'error', code: parseErrorCode(root), message, amountUsd: parseAmount(root) };
  }
  if (view === 'unusable') return { kind: 'unusable' };
  // An integer `id` may be the number of a row, so it counts only if there is no other id.
  const taskId = parseTaskId(view, root) ?? parseInteger(view['id']) ?? parseInteger(root['id']);
  return { kind: 'task', taskId, view: buildView(view, root, sent) };
}

/** Number of envelopes around the response of a vendor, one in another. */
const maxEnvelopes = 4;

/** Codes of a wrapper that mean success. */
const successCodes = new Set(['success', '0', '1', '200']);

function unwrap(root: WireObject): WireObject | 'finished-list' | 'error' | 'unusable' {
  const { data } = root;
  if (parseStatusWord(root) !== null || 'progress' in root) return root;
  const object = parseObject(data);
  if (object && !(isRefused(root) && isBare(object))) return object;
  if (isRefused(root) || (root['error'] !== undefined && root['error'] !== null)) return 'error';
  // Some gateways report an empty account with the code of a success.
  if (isBare(root) && quotaWords.test(parseErrorText(root) ?? '')) return 'error';
  if (data === null) return 'unusable';
  const listed = parseArray(data).map(parseObject).find(isTask);
  if (listed) return listed;
  if (Array.isArray(data) && parseTaskId(root, root) === null) return 'finished-list';
  if (parseTaskId(root, root) !== null || parseDeliveries(root).length > 0) return root;
  return 'unusable';
}

/** Whether the wrapper is a refusal, whatever it contains. */
function isRefused(root: WireObject): boolean {
  return root['success'] === false || parseRefusalCode(root) !== null;
}

/** Returns the code of a wrapper that is not a success. Beside an id, other members than `code` are about the task. */
function parseRefusalCode(root: WireObject): string | null {
  const status = parseNumber(root['status']);
  const isStatus = status !== null && status >= 400 && status < 600;
  const others = [isStatus && status, root['errno'], memberAt(root, 'base_resp.status_code')];
  const codes = [root['code'], ...(parseTaskId(root, root) === null ? others : [])].map(parseCode);
  const code = codes.find((each) => each !== null) ?? 'success';
  return successCodes.has(code.toLowerCase()) ? null : code;
}

/** A list may contain the task instead of its results. Results may name their task too. */
function isTask(item: WireObject | null): item is WireObject {
  if (!item || (parseNamedId(item['task_id']) ?? parseNamedId(item['taskId'])) === null) return false;
  return parseStatusWord(item) !== null || parseDeliveries(item).length === 0;
}

function isBare(view: WireObject): boolean {
  return parseStatusWord(view) === null && parseTaskId(view, view) === null && parseDeliveries(view).length === 0;
}

/** An empty list has nothing to wait for either, but it may be an envelope that is not filled yet. */
function buildFinishedList(root: WireObject, sent: readonly string[]): TaskResponse {
  const view = buildView(root, root, sent);
  return { kind: 'task', taskId: null, view: view.deliveries.length > 0 ? { ...view, phase: 'succeeded' } : view };
}

function buildView(view: WireObject, root: WireObject, sent: readonly string[]): TaskView {
  const statusWord = parseStatusWord(view);
  const phase = parsePhase(view, statusWord);
  const code = phase === 'failed' ? (parseErrorCode(root) ?? parseErrorCode(view)) : null;
  const failure = phase === 'failed' ? parseFailure(view, root) : statusWord === null ? parseReason(view) : null;
  return {
    phase,
    statusWord,
    progress: parseProgress(view['progress']),
    amountUsd: parseAmount(view) ?? parseAmount(root),
    deliveries: phase === 'failed' ? [] : parseDeliveries(view, sent, phase === 'succeeded' ? maxEnvelopes : 0),
    failure: redactBriefly(failure ?? ''),
    ...(code === null ? {} : { code }),
    ...(statusWord !== null && phaseOfWord(statusWord) === undefined ? { isOddWord: true } : {}),
    ...findMissing(view),
  };
}

/** Says why a result is missing if the gateway reports an error in the place of one of several results. */
function findMissing(view: WireObject): Pick<TaskView, 'cut'> {
  const items = [...parseArray(view['data']), ...parseArray(view['results'])].map(parseObject);
  const message = items.map((item) => item && textAt(item, ...reasons.slice(0, 2))).find((text) => text !== null);
  return message ? { cut: { code: 'part-missing', message: redactBriefly(message) } } : {};
}

/** A word that is not known does not end a task, unless there is a reason why the task has failed. */
function parsePhase(view: WireObject, statusWord: string | null): TaskView['phase'] {
  if (statusWord !== null) return phaseOfWord(statusWord) ?? (parseReason(view) === null ? 'running' : 'failed');
  const isComplete = parseNumber(view['completed_at']) !== null || parseText(view['completed_at']) !== null;
  return isComplete && parseDeliveries(view).length > 0 ? 'succeeded' : 'pending';
}

function parseStatusWord(view: WireObject): string | null {
  return textAt(view, 'status', 'task_status')?.slice(0, maxWordLength) ?? null;
}

/** `task_id` comes first, because an `id` beside it may be a row number. */
function parseTaskId(view: WireObject, root: WireObject): string | null {
  for (const key of ['task_id', 'id', 'taskId', 'result'] as const) {
    for (const object of [view, root]) {
      const id = key === 'task_id' || key === 'taskId' ? parseNamedId(object[key]) : parseText(object[key]);
      if (id !== null && parseUrl(id) === null && isTaskId(id)) return id;
    }
  }
  return null;
}

/** Parses a member whose name only ids have. Integers have been observed in it. */
function parseNamedId(value: unknown): string | null {
  return parseInteger(value) ?? parseText(value);
}

function parseInteger(value: unknown): string | null {
  const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value);
  return isInteger && Number(value) > 0 ? String(value) : null;
}

function parseErrorCode(root: WireObject): string | null {
  return parseRefusalCode(root) ?? parseInnerCode(root);
}

/** Paths where the reason of a failure has been observed, in order of trust. */
const reasons = [
  ['error', 'error.message', 'fail_reason', 'failReason'],
  ['data.error', 'data.error.message', 'data.0.error', 'data.0.error.message'],
  // The URL of a result has been observed to be a reason.
  ['message', 'task_status_msg', 'metadata.url', 'error.code'],
].flat();

/** Returns what only a failure has. */
function parseReason(view: WireObject): string | null {
  const text = textAt(view, ...reasons.slice(0, 4), 'error.code');
  return parseUrl(text) === null ? text : null;
}

function parseFailure(view: WireObject, root: WireObject): string | null {
  // The message of a successful response is "ok", so the message counts only in a refusal.
  const texts = [...reasons.map((path) => textAt(view, path)), isRefused(root) ? parseErrorText(root) : null];
  return texts.find((text) => text !== null && parseUrl(text) === null) ?? null;
}

type Phase = TaskView['phase'];

/** Words that gateways of this kind have been observed to use. */
const words: Readonly<Record<Phase, readonly string[]>> = {
  pending: ['submitted', 'submit', 'queued', 'queueing', 'pending', 'not_start', 'created', 'waiting', 'accepted'],
  running: ['processing', 'in_progress', 'running', 'generating', 'modal', 'active'],
  succeeded: ['succeeded', 'succeed', 'success', 'completed', 'complete', 'done', 'finished'],
  failed: ['failed', 'fail', 'failure', 'error', 'cancelled', 'canceled', 'expired', 'timeout', 'rejected'],
};

function phaseOfWord(word: string): Phase | undefined {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '_');
  return (Object.keys(words) as Phase[]).find((phase) => words[phase].includes(plain));
}

/** Returns 0..1 from `45`, `0.45`, `"45%"` or `"45"`. 1 is one percent: progress counts from 0. Null without any. */
function parseProgress(value: unknown): number | null {
  const isPercent = typeof value === 'string' && value.trim().endsWith('%');
  const number = parseNumber(typeof value === 'string' ? value.trim().replace(/%$/, '') : value);
  if (number === null || number < 0) return null;
  const fraction = !isPercent && number < 1 ? number : number / 100;
  return Math.min(1, fraction);
}
