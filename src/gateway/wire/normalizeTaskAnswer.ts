import { redactBriefly } from '../../core/support/redact.ts';
import type { TaskView } from '../../core/task/gatewayPort.ts';
import { readDeliveries, readSource } from './deliveries.ts';
import { readErrorText } from './readError.ts';
import { readArray, readCode, readNumber, readObject, readText, readUrl, type WireObject } from './readWire.ts';
import { parseProgress, phaseOfWord } from './taskStatus.ts';

export type TaskAnswer =
  | {
      readonly kind: 'task';
      /** Null in an answer that is the result itself. */
      readonly taskId: string | null;
      readonly view: TaskView;
    }
  /** The gateway says no, whatever the HTTP status. */
  | { readonly kind: 'error'; readonly code: string | null; readonly message: string }
  | { readonly kind: 'no-news' };

/**
 * The one reading of every answer about a task: acknowledgement, query, synchronous result, of any dialect seen so far.
 * Ignores what it does not know and takes any JSON without a throw.
 */
export function normalizeTaskAnswer(body: unknown): TaskAnswer {
  const root = readObject(body);
  if (!root) return { kind: 'no-news' };
  const view = unwrap(root);
  if (view === 'finished-list') return buildFinishedList(root);
  if (view === 'error') return { kind: 'error', code: readErrorCode(root), message: readErrorText(root) ?? '' };
  if (view === 'no-news') return { kind: 'no-news' };
  return { kind: 'task', taskId: readTaskId(view, root), view: buildView(view, root) };
}

/** Codes of a wrapper that mean success. */
const successCodes = new Set(['success', '0', '1', '200']);

/** The object that describes the task. */
function unwrap(root: WireObject): WireObject | 'finished-list' | 'error' | 'no-news' {
  const { code, data } = root;
  if (readStatusWord(root) !== null || 'progress' in root) return root;
  const isRefused = root['success'] === false || !successCodes.has((readCode(code) ?? 'success').toLowerCase());
  const object = readObject(data);
  if (object && !(isRefused && isBare(object))) return object;
  if (isRefused || (root['error'] !== undefined && root['error'] !== null)) return 'error';
  if (data === null) return 'no-news';
  if (Array.isArray(data) && readTaskId(root, root) === null) return 'finished-list';
  if (readTaskId(root, root) !== null || readDeliveries(root).length > 0) return root;
  return 'no-news';
}

/** Tells nothing about a task. */
function isBare(view: WireObject): boolean {
  return readStatusWord(view) === null && readTaskId(view, view) === null && readDeliveries(view).length === 0;
}

/** An empty list has nothing to wait for either, but it may be an envelope that is not filled yet. */
function buildFinishedList(root: WireObject): TaskAnswer {
  const deliveries = readDeliveries(root);
  if (deliveries.length === 0) return { kind: 'no-news' };
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

/** Old answers put the URL of a success where the reason of a failure stands. */
function readViewDeliveries(view: WireObject, phase: TaskView['phase']): TaskView['deliveries'] {
  const deliveries = readDeliveries(view);
  const source = deliveries.length === 0 && phase === 'succeeded' ? readSource(view['fail_reason']) : null;
  return source ? [{ source, title: null, lyrics: null }] : deliveries;
}

function readStatusWord(view: WireObject): string | null {
  return readText(view['status']) ?? readText(view['task_status']);
}

/** `task_id` first: an `id` beside it may be a row number. `.` and `..` would change the path of the query. */
function readTaskId(view: WireObject, root: WireObject): string | null {
  for (const key of ['task_id', 'id', 'taskId', 'result']) {
    for (const object of [view, root]) {
      const id = readText(object[key]);
      if (id !== null && readUrl(id) === null && id !== '.' && id !== '..') return id;
    }
  }
  return null;
}

function readAmount(object: WireObject): number | null {
  const amount = readNumber(object['amount_usd']);
  return amount !== null && amount >= 0 ? amount : null;
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
    // Seen on failures: the reason instead of a URL.
    readText(readObject(view['metadata'])?.['url']),
    readText(readObject(view['error'])?.['code']),
    view === root ? null : readText(root['message']),
  ];
  return candidates.find((text) => text !== null && readUrl(text) === null) ?? null;
}
