import { assertNever } from '../support/assertNever.ts';
import type { Task, TaskState } from './task.ts';
import type { TaskEntry } from './taskEntry.ts';
import type { TaskChange, TaskEvent, TaskSeed } from './taskEvent.ts';

/** The states in which each event can happen. */
const allowed: Readonly<Record<TaskChange['kind'], readonly TaskState[]>> = {
  filled: ['planned'],
  sending: ['planned'],
  postponed: ['sending'],
  streamed: ['sending'],
  accepted: ['sending'],
  polled: ['pending', 'running'],
  troubled: ['pending', 'running', 'saving'],
  // From `sending` where the answer is the result; from `saving` with fresh URLs.
  ended: ['sending', 'pending', 'running', 'saving'],
  placing: ['saving'],
  saved: ['saving'],
  unsaved: ['saving'],
  failed: ['planned', 'sending', 'pending', 'running'],
  // From `planned` only when the journal is damaged where it would say whether the bytes left.
  unconfirmed: ['planned', 'sending'],
  lost: ['pending', 'running'],
  stopped: ['planned', 'pending', 'running'],
  skipped: ['planned'],
  resumed: ['stopped', 'lost'],
  resubmitted: ['unconfirmed'],
  dismissed: ['unconfirmed'],
  'saving-again': ['unsaved'],
  recorded: ['saved', 'failed', 'unconfirmed', 'lost', 'unsaved'],
};

export function createEntry(id: string, at: number, seed: TaskSeed): TaskEntry {
  const { run, jobFile, boundary, profile, isSandbox, request, sources = [] } = seed;
  const task: Task = {
    id,
    run,
    jobFile,
    request,
    profile,
    isSandbox,
    state: 'planned',
    taskId: null,
    progress: null,
    statusWord: null,
    error: null,
    amountUsd: null,
    text: null,
    artifacts: [],
    createdAt: at,
    submittedAt: null,
    endedAt: null,
  };
  const nothingYet = { uploads: [], results: [], placings: [], finishedAt: null, isRecorded: false };
  return { task, boundary, planned: request, sources, ...nothingYet };
}

/** The task after the event, or null when it can not happen in this state. Pure: the journal is replayed with it. */
export function transition(entry: TaskEntry, event: TaskEvent): TaskEntry | null {
  if (!allowed[event.kind].includes(entry.task.state)) return null;
  return apply(entry, event);
}

function apply(entry: TaskEntry, event: TaskEvent): TaskEntry {
  const { task } = entry;
  switch (event.kind) {
    case 'filled':
      return { ...change(entry, { request: event.request }), uploads: event.uploads };
    case 'sending':
      return change(entry, {
        state: 'sending',
        isSandbox: event.isSandbox,
        error: null,
        text: null,
        submittedAt: event.at,
      });
    case 'streamed':
      return change(entry, { text: event.text });
    case 'postponed':
      return change(entry, {
        state: 'planned',
        error: event.error,
        submittedAt: null,
        ...(event.mayBeCharged ? { note: 'earlier-attempt-may-be-charged' as const } : {}),
      });
    case 'accepted': {
      const { taskId, statusWord } = event;
      return change(entry, { state: 'pending', taskId, statusWord, error: null });
    }
    case 'polled': {
      const { phase, statusWord, progress } = event;
      return change(entry, { state: phase, statusWord, progress, error: null });
    }
    case 'troubled':
      return change(entry, { error: event.error });
    case 'placing': {
      const others = entry.placings.filter(({ piece }) => piece !== event.piece);
      return { ...entry, placings: [...others, { piece: event.piece, artifact: event.artifact }] };
    }
    case 'resumed':
      return reopen(entry, task.taskId === null ? 'planned' : 'pending');
    case 'resubmitted':
      return reopen(entry, 'planned');
    case 'saving-again':
      return reopen(entry, 'saving');
    case 'recorded':
      return { ...entry, isRecorded: true };
    default:
      return applyEnd(entry, event);
  }
}

type EndEvent = Extract<
  TaskEvent,
  { kind: 'ended' | 'saved' | 'unsaved' | 'failed' | 'unconfirmed' | 'lost' | 'stopped' | 'skipped' | 'dismissed' }
>;

function applyEnd(entry: TaskEntry, event: EndEvent): TaskEntry {
  const { task } = entry;
  switch (event.kind) {
    case 'ended': {
      const amountUsd = event.amountUsd ?? task.amountUsd;
      const text = event.text ?? task.text;
      const changed = change(entry, { state: 'saving', statusWord: event.statusWord, amountUsd, text, error: null });
      return { ...changed, results: event.results, finishedAt: entry.finishedAt ?? event.at };
    }
    case 'saved':
      return end(entry, event.at, { state: 'saved', artifacts: event.artifacts, error: null, progress: 1 });
    case 'unsaved':
      return end(entry, event.at, { state: 'unsaved', artifacts: event.artifacts, error: event.error });
    case 'failed': {
      const { error } = event;
      const statusWord = event.statusWord ?? task.statusWord;
      const [amountUsd, text] = [event.amountUsd ?? task.amountUsd, event.text ?? task.text];
      return end(entry, event.at, { state: 'failed', error, statusWord, amountUsd, text });
    }
    case 'unconfirmed':
      return end(entry, event.at, { state: 'unconfirmed', error: event.error, text: event.text ?? task.text });
    case 'lost':
    case 'stopped':
    case 'skipped':
      return end(entry, event.at, { state: event.kind, error: event.error });
    case 'dismissed':
      return end(entry, event.at, { state: 'failed', error: { code: 'dismissed', message: '' } });
    default:
      return assertNever(event);
  }
}

function change(entry: TaskEntry, changes: Partial<Task>): TaskEntry {
  return { ...entry, task: { ...entry.task, ...changes } };
}

function end(entry: TaskEntry, at: number, changes: Partial<Task>): TaskEntry {
  return { ...change(entry, { ...changes, endedAt: at }), isRecorded: false };
}

function reopen(entry: TaskEntry, state: TaskState): TaskEntry {
  return { ...change(entry, { state, error: null, progress: null, endedAt: null }), isRecorded: false };
}
