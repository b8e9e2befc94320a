import { redactBriefly } from '../../core/support/text/redact.ts';
import type { TaskView } from '../../core/task/gatewayPort.ts';
import { readDeliveries, readSource } from './deliveries.ts';
import {
  readAmount,
  readArray,
  readCode,
  readNumber,
  readObject,
  readText,
  readUrl,
  maxWordLength,
  type WireObject,
} from './readWire.ts';
import { readErrorText } from './refusal.ts';

type TaskResponse =
  | {
      readonly kind: 'task';
      /** Null in a response that is the result itself. */
      readonly taskId: string | null;
      readonly view: TaskView;
    }
  /** The gateway refuses, whatever the HTTP status. */
  | { readonly kind: 'error'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'unusable' };

/**
 * Reads every response about a task: acknowledgement, query, synchronous result, in any API format observed so far.
 * Ignores unknown members and accepts any JSON without a throw.
 */
export function normalizeTaskResponse(body: unknown): TaskResponse {
  const root = readObject(body);
  if (!root) return { kind: 'unusable' };
  const view = unwrap(root);
  if (view === 'finished-list') return buildFinishedList(root);
  if (view === 'error') return { kind: 'error', code: readErrorCode(root), message: readErrorText(root) ?? '' };
  if (view === 'unusable') return { kind: 'unusable' };
  return { kind: 'task', taskId: readTaskId(view, root), view: buildView(view, root) };
}

/** Codes of a wrapper that mean success. */
const successCodes = new Set(['success', '0', '1', '200']);

/** Returns the object that describes the task. */
function unwrap(root: WireObject): WireObject | 'finished-list' | 'error' | 'unusable' {
  const { data } = root;
  if (readStatusWord(root) !== null || 'progress' in root) return root;
  const object = readObject(data);
  if (object && !(isRefused(root) && isBare(object))) return object;
  if (isRefused(root) || (root['error'] !== undefined && root['error'] !== null)) return 'error';
  if (data === null) return 'unusable';
  const listed = readArray(data).map(readObject).find(isTask);
  if (listed) return listed;
  if (Array.isArray(data) && readTaskId(root, root) === null) return 'finished-list';
  if (readTaskId(root, root) !== null || readDeliveries(root).length > 0) return root;
  return 'unusable';
}

/** Whether the wrapper is a refusal, whatever it contains. */
function isRefused({ success, code }: WireObject): boolean {
  return success === false || !successCodes.has((readCode(code) ?? 'success').toLowerCase());
}

/** A list may contain the task instead of its results. Results may name their task too. */
function isTask(item: WireObject | null): item is WireObject {
  if (!item || (readNamedId(item['task_id']) ?? readNamedId(item['taskId'])) === null) return false;
  return readStatusWord(item) !== null || readDeliveries(item).length === 0;
}

/** Whether the object tells nothing about a task. */
function isBare(view: WireObject): boolean {
  return readStatusWord(view) === null && readTaskId(view, view) === null && readDeliveries(view).length === 0;
}

/** An empty list has nothing to wait for either, but it may be an envelope that is not filled yet. */
function buildFinishedList(root: WireObject): TaskResponse {
  const deliveries = readDeliveries(root);
  if (deliveries.length === 0) return { kind: 'unusable' };
  const amountUsd = readAmount(root);
  const view: TaskView = { phase: 'succeeded', statusWord: null, progress: null, amountUsd, deliveries, failure: '' };
  return { kind: 'task', taskId: null, view };
}

function buildView(view: WireObject, root: WireObject): TaskView {
  const statusWord = readStatusWord(view);
  const phase = readPhase(view, statusWord);
  return {
    phase,
    statusWord,
    progress: parseProgress(view['progress']),
    amountUsd: readAmount(view) ?? readAmount(root),
    deliveries: phase === 'failed' ? [] : readViewDeliveries(view, phase),
    failure: phase === 'failed' ? redactBriefly(readFailure(view, root) ?? '') : '',
  };
}

function readPhase(view: WireObject, statusWord: string | null): TaskView['phase'] {
  if (statusWord !== null) return phaseOfWord(statusWord);
  const isComplete = readNumber(view['completed_at']) !== null || readText(view['completed_at']) !== null;
  return isComplete && readDeliveries(view).length > 0 ? 'succeeded' : 'pending';
}

/** Old responses put the URL of a success into the reason of a failure, or leave it in the response of the vendor. */
function readViewDeliveries(view: WireObject, phase: TaskView['phase']): TaskView['deliveries'] {
  const deliveries = readDeliveries(view);
  if (deliveries.length > 0 || phase !== 'succeeded') return deliveries;
  const source = readSource(view['fail_reason']);
  return source ? [{ source, title: null, lyrics: null }] : readPassedOn(view, 3);
}

/** Reads results from the response of the model's own vendor, which is passed on verbatim in one or two envelopes. */
function readPassedOn(view: WireObject, depth: number): TaskView['deliveries'] {
  for (const key of ['data', 'task_result', 'result', 'output', 'response']) {
    const inner = readObject(view[key]);
    const found = inner ? readDeliveries(inner) : [];
    const deeper = found.length === 0 && inner && depth > 0 ? readPassedOn(inner, depth - 1) : found;
    if (deeper.length > 0) return deeper;
  }
  return [];
}

function readStatusWord(view: WireObject): string | null {
  return (readText(view['status']) ?? readText(view['task_status']))?.slice(0, maxWordLength) ?? null;
}

/**
 * Ids observed so far have at most 64 characters. A longer id would be sent in each poll and written in each line of
 * the log.
 */
const maxTaskIdLength = 200;

/**
 * `task_id` comes first, because an `id` beside it may be a row number. `.` and `..` would change the path of the
 * query.
 */
function readTaskId(view: WireObject, root: WireObject): string | null {
  for (const key of ['task_id', 'id', 'taskId', 'result'] as const) {
    for (const object of [view, root]) {
      const id = key === 'task_id' || key === 'taskId' ? readNamedId(object[key]) : readText(object[key]);
      if (id !== null && id.length <= maxTaskIdLength && readUrl(id) === null && id !== '.' && id !== '..') return id;
    }
  }
  return null;
}

/** Reads a member whose name only ids have. Integers have been observed in it. One beyond 2^53 has lost digits. */
function readNamedId(value: unknown): string | null {
  return Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : readText(value);
}

function readErrorCode(root: WireObject): string | null {
  const error = readObject(root['error']);
  const code = readCode(root['code']);
  const isError = code !== null && !successCodes.has(code.toLowerCase());
  return isError ? code : (readCode(error?.['code']) ?? readText(error?.['type']));
}

function readFailure(view: WireObject, root: WireObject): string | null {
  const inner = readObject(view['data']) ?? readObject(readArray(view['data'])[0]);
  const candidates = [
    readText(view['error']) ?? readText(readObject(view['error'])?.['message']),
    readText(view['fail_reason']),
    readText(view['failReason']),
    readText(inner?.['error']) ?? readText(readObject(inner?.['error'])?.['message']),
    readText(view['message']),
    readText(view['task_status_msg']),
    // Observed on failures: the reason instead of a URL.
    readText(readObject(view['metadata'])?.['url']),
    readText(readObject(view['error'])?.['code']),
    // The message of a successful response is "ok", so the message counts only in a refusal.
    isRefused(root) ? readText(root['message']) : null,
  ];
  return candidates.find((text) => text !== null && readUrl(text) === null) ?? null;
}

type Phase = TaskView['phase'];

/** Words that gateways of this kind have been observed to use. */
const words: Readonly<Record<Phase, readonly string[]>> = {
  pending: ['submitted', 'submit', 'queued', 'queueing', 'pending', 'not_start', 'created', 'waiting', 'accepted'],
  running: ['processing', 'in_progress', 'running', 'generating', 'modal', 'active'],
  succeeded: ['succeeded', 'succeed', 'success', 'completed', 'complete', 'done', 'finished'],
  failed: ['failed', 'fail', 'failure', 'error', 'cancelled', 'canceled', 'expired', 'timeout', 'rejected'],
};

const phases: ReadonlyMap<string, Phase> = new Map(
  (Object.keys(words) as Phase[]).flatMap((phase) => words[phase].map((word) => [word, phase] as const)),
);

/** An unknown word does not end a task: only a word that is known to mean the end stops the polls. */
function phaseOfWord(word: string): Phase {
  return (
    phases.get(
      word
        .trim()
        .toLowerCase()
        .replace(/[-\s]+/g, '_'),
    ) ?? 'running'
  );
}

/**
 * Returns 0..1 from `45`, `0.45`, `"45%"` or `"45"`. Null if there is no progress in the value. 1 is one percent,
 * because progress counts from 0.
 */
function parseProgress(value: unknown): number | null {
  const isPercent = typeof value === 'string' && value.trim().endsWith('%');
  const number = readNumber(typeof value === 'string' ? value.trim().replace(/%$/, '') : value);
  if (number === null || number < 0) return null;
  const fraction = !isPercent && number < 1 ? number : number / 100;
  return Math.min(1, fraction);
}
