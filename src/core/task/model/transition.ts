import { runsStatuses } from '../../artifact/runsRecord.ts';
import { assertNever } from '../../support/assertNever.ts';
import { resultsExpiry } from './expiry.ts';
import type { BalanceReading, Task, TaskState } from './task.ts';
import { defaultTerms, type TaskEntry } from './taskEntry.ts';
import type { TaskChange, TaskEvent, TaskSeed } from './taskEvent.ts';
import { isRepeatable, isTaskState, paidUsd, taskStates } from './taskStates.ts';

const allowed: Readonly<Record<TaskChange['kind'], readonly TaskState[]>> = {
  filled: ['planned'],
  sending: ['planned'],
  postponed: ['sending'],
  'late-response': ['unconfirmed', 'failed'],
  streamed: ['sending'],
  kept: ['sending'],
  accepted: ['sending'],
  polled: ['pending', 'running'],
  waiting: ['planned', 'pending', 'running', 'saving'],
  // From `sending` if the response is the result. From `saving` with new URLs.
  finished: ['sending', 'pending', 'running', 'saving'],
  measuring: ['saving'],
  placing: ['saving'],
  saved: ['saving'],
  unsaved: ['saving'],
  failed: ['planned', 'sending', 'pending', 'running'],
  // From `planned` and `stopped` only if the journal is damaged where it would say whether the bytes left.
  unconfirmed: ['planned', 'sending', 'stopped'],
  'balance-read': ['unconfirmed'],
  lost: ['pending', 'running'],
  stopped: ['planned', 'pending', 'running'],
  skipped: ['planned'],
  resumed: ['stopped', 'lost'],
  resubmitted: ['unconfirmed'],
  dismissed: ['unconfirmed'],
  'saving-again': ['unsaved'],
  recorded: runsStatuses,
  unlisted: runsStatuses,
  moved: Object.keys(taskStates).filter(isTaskState),
};

/** Whether the journal keeps the change. The next poll reports progress and waiting errors, and texts are `kept`. */
export function isDurable({ kind }: TaskChange): boolean {
  return kind !== 'polled' && kind !== 'waiting' && kind !== 'streamed';
}

/** Creates a task in its first state. `at` is Unix ms, as in every event. */
export function createEntry(id: string, at: number, seed: TaskSeed): TaskEntry {
  const { boundary, origin = null, sources = [], alongside = [], terms = defaultTerms, accepted, ...facts } = seed;
  const task: Task = {
    ...facts,
    id,
    state: accepted ? 'pending' : 'planned',
    taskId: accepted?.taskId ?? null,
    progress: null,
    statusWord: null,
    error: null,
    amountUsd: null,
    text: null,
    doubtfulAttempts: 0,
    earlierUsd: [],
    artifacts: [],
    createdAt: at,
    submittedAt: accepted?.submittedAt ?? null,
    endedAt: null,
  };
  const nothingYet = { uploads: [], results: [], placings: [], measuring: null, finishedAt: null, tookMs: null };
  const flags = { isRecorded: false, isUnlisted: false, resumedAt: null };
  const planned = { startedAs: seed.jobFile, planned: seed.request, ...flags };
  return { task, boundary, terms, origin, sources, alongside, ...planned, ...nothingYet };
}

/** Returns the task after the event, or null if it is impossible now. Pure, because the journal is replayed with it. */
export function transition(entry: TaskEntry, event: TaskEvent): TaskEntry | null {
  if (!allowed[event.kind].includes(entry.task.state)) return null;
  if (event.kind === 'late-response' && !awaitsDecision(entry.task)) return null;
  // A request that the gateway has accepted is never in doubt again, and so is never sent again.
  if (event.kind === 'unconfirmed' && entry.task.taskId !== null) return null;
  return replay(entry, event);
}

/** Whether the user decides, or has decided, about a request without a response. */
function awaitsDecision({ state, error }: Task): boolean {
  return state === 'unconfirmed' || error?.code === 'dismissed';
}

/** Returns the task after an event, which may not fit the state if an earlier event of the task cannot be read. */
export function replay(entry: TaskEntry, event: TaskEvent): TaskEntry {
  const { task } = entry;
  switch (event.kind) {
    case 'filled':
      return { ...change(entry, { request: event.request }), uploads: event.uploads };
    case 'sending':
      return beginAttempt(entry, event);
    case 'late-response':
      return reopen(entry, 'sending');
    case 'streamed':
      return change(entry, { text: event.text });
    case 'kept':
      return change(entry, { text: `${(task.text ?? '').slice(0, event.offset)}${event.text}` });
    case 'balance-read':
      return change(entry, { balancesAfter: addReading(task.balancesAfter ?? [], event.balance) });
    case 'postponed':
      return postpone(entry, event);
    case 'accepted': {
      const { taskId, statusWord, submittedAt = task.submittedAt } = event;
      return change(entry, { state: 'pending', taskId, statusWord, submittedAt, error: null });
    }
    case 'polled': {
      const { phase, statusWord, progress } = event;
      return change(entry, { state: phase, statusWord, progress, error: null });
    }
    case 'waiting':
      return change(entry, { error: event.error });
    case 'measuring':
      return { ...entry, measuring: event.piece };
    case 'placing': {
      // If several names were tried, the last one counts.
      const others = entry.placings.filter(({ piece }) => piece !== event.piece);
      return { ...entry, measuring: null, placings: [...others, { piece: event.piece, artifact: event.artifact }] };
    }
    case 'resumed':
      // A task that the gateway has accepted is only polled, never sent again.
      return { ...reopen(entry, task.taskId === null ? 'planned' : 'pending'), resumedAt: event.at };
    case 'resubmitted': {
      const reopened = { ...reopen(entry, 'planned'), resumedAt: event.at };
      // An attempt that had no effect and no price left the task in doubt about earlier ones, which are counted already.
      const isCounted = task.submittedAt === null && task.doubtfulAttempts > 0 && !task.amountUsd;
      return isCounted ? reopened : countDoubt(reopened);
    }
    case 'saving-again':
      return reopen(entry, 'saving');
    case 'recorded':
      return { ...entry, isRecorded: true };
    case 'unlisted':
      return { ...entry, isUnlisted: true };
    case 'moved':
      return move(entry, event);
    default:
      return applyEnd(entry, event);
  }
}

/** The journal of a task with many readings is long, but not its snapshot. */
const maxReadings = 4;

function addReading(readings: readonly BalanceReading[], last: BalanceReading): readonly BalanceReading[] {
  const [first = last, ...others] = readings;
  return readings.length === 0 ? [last] : [first, ...[...others, last].slice(1 - maxReadings)];
}

/** Returns the task as if it had never been sent, except for the possible charge, which is kept whatever follows. */
function postpone(entry: TaskEntry, { error, mayBeCharged }: Extract<TaskEvent, { kind: 'postponed' }>): TaskEntry {
  const postponed = change(entry, { state: 'planned', error, submittedAt: null });
  return mayBeCharged || entry.task.amountUsd ? countDoubt(postponed) : postponed;
}

function countDoubt(entry: TaskEntry): TaskEntry {
  const { amountUsd, doubtfulAttempts, earlierUsd } = entry.task;
  const named = amountUsd !== null ? { amountUsd: null, earlierUsd: [...earlierUsd, amountUsd] } : {};
  return change(entry, { submittedAt: null, doubtfulAttempts: doubtfulAttempts + 1, ...named });
}

function move(entry: TaskEntry, event: Extract<TaskEvent, { kind: 'moved' }>): TaskEntry {
  const { jobFile, boundary, isFlat, artifacts = entry.task.artifacts } = event;
  const moved = { ...change(entry, { jobFile, artifacts }), boundary };
  if (!isFlat) return moved;
  const { templates, ...output } = entry.task.request.output;
  const name = templates?.name && { templates: { name: templates.name } };
  const flat = { ...output, ...name, dir: '', collision: 'number' } as const;
  // The new folder contains neither the saved files nor those whose placing was recorded.
  return { ...change(moved, { request: { ...entry.task.request, output: flat }, artifacts: [] }), placings: [] };
}

/** The balances and the text of earlier attempts do not apply to this one, nor does their price if it is another one. */
function beginAttempt(entry: TaskEntry, event: Extract<TaskEvent, { kind: 'sending' }>): TaskEntry {
  const { balanceBefore: _before, balancesAfter: _after, idempotencyHeader: _header, ...task } = entry.task;
  const { isSandbox, at: submittedAt, origin = entry.origin, balance, idempotencyHeader } = event;
  // An attempt that may have been charged without this header is charged separately.
  const isSame = isRepeatable(entry.task, submittedAt) && entry.task.idempotencyHeader === idempotencyHeader;
  const isOne = task.doubtfulAttempts === 0 || isSame;
  const identity = idempotencyHeader !== undefined && isOne ? { idempotencyHeader } : {};
  // The same request is charged once.
  const paid = isSame ? { amountUsd: paidUsd(task), earlierUsd: [] } : { amountUsd: null };
  const nothing = { error: null, text: null };
  const begun: Task = { ...task, ...identity, ...paid, ...nothing, state: 'sending', isSandbox, submittedAt };
  return { ...entry, origin, task: balance ? { ...begun, balanceBefore: balance } : begun };
}

type EndEvent = Extract<
  TaskEvent,
  { kind: 'finished' | 'saved' | 'unsaved' | 'failed' | 'unconfirmed' | 'lost' | 'stopped' | 'skipped' | 'dismissed' }
>;

function applyEnd(entry: TaskEntry, event: EndEvent): TaskEntry {
  const { task } = entry;
  switch (event.kind) {
    case 'finished': {
      // New URLs for known results say nothing new about the price, the text or the duration.
      const amountUsd = event.amountUsd ?? task.amountUsd;
      const text = (event.text ?? task.text) || null;
      const said = { amountUsd, text, statusWord: event.statusWord, ...(event.cut ? { cut: event.cut } : {}) };
      const changed = change(entry, { ...said, state: 'saving', error: null });
      const tookMs = entry.tookMs ?? event.tookMs ?? null;
      const finishedAt = entry.finishedAt ?? event.at;
      return { ...takeResults(changed, event.results, finishedAt), finishedAt, tookMs };
    }
    case 'saved': {
      const { resultsExpireAt: _fetched, ...rest } = task;
      const changes = { state: 'saved', artifacts: event.artifacts, error: null, progress: 1 } as const;
      return end({ ...entry, task: rest }, event.at, changes);
    }
    case 'unsaved':
      return end(entry, event.at, { state: 'unsaved', artifacts: event.artifacts, error: event.error });
    case 'failed': {
      const { error } = event;
      const statusWord = event.statusWord ?? task.statusWord;
      const [amountUsd, text] = [event.amountUsd ?? task.amountUsd, event.text ?? task.text];
      return endAttempt(entry, event.at, { state: 'failed', error, statusWord, amountUsd, text });
    }
    case 'unconfirmed': {
      const { error, text = task.text, amountUsd = task.amountUsd } = event;
      return end(entry, event.at, { state: 'unconfirmed', error, text, amountUsd });
    }
    case 'lost':
    case 'stopped':
    case 'skipped':
      return endAttempt(entry, event.at, { state: event.kind, error: event.error });
    case 'dismissed':
      return end(entry, event.at, { state: 'failed', error: { code: 'dismissed', message: '' } });
    default:
      return assertNever(event);
  }
}

/** New URLs may be valid for longer than the earlier ones, but the files behind the URLs expire at the same time. */
function takeResults(entry: TaskEntry, results: TaskEntry['results'], finishedAt: number): TaskEntry {
  const { resultsExpireAt: _before, ...task } = entry.task;
  const end = resultsExpiry(results, { modality: task.request.modality, finishedAt });
  return { ...entry, results, task: end === null ? task : { ...task, resultsExpireAt: end } };
}

function change(entry: TaskEntry, changes: Partial<Task>): TaskEntry {
  return { ...entry, task: { ...entry.task, ...changes } };
}

/**
 * Ends a task whose last attempt had no effect, or whose result the gateway does not deliver. If no attempt was accepted
 * and an earlier one may have been charged, the user decides about that one, whatever ended the last one.
 */
function endAttempt(entry: TaskEntry, at: number, changes: Partial<Task>): TaskEntry {
  const isInDoubt = entry.task.taskId === null && entry.task.doubtfulAttempts > 0;
  return end(entry, at, isInDoubt ? { ...changes, state: 'unconfirmed', submittedAt: null } : changes);
}

/** Every end gets its own line in the runs file, even if the task has ended before. */
function end(entry: TaskEntry, at: number, changes: Partial<Task>): TaskEntry {
  return { ...change(entry, { ...changes, endedAt: at }), measuring: null, isRecorded: false };
}

/** Sets the task in flight again, so that it is in the list and its next end gets its own line. */
function reopen(entry: TaskEntry, state: TaskState): TaskEntry {
  const reopened = change(entry, { state, error: null, progress: null, endedAt: null });
  return { ...reopened, isRecorded: false, isUnlisted: false };
}
