import assert from 'node:assert/strict';
import type { Artifact, TaskState } from '../../../../../src/core/task/model/task.ts';
import type { TaskEntry } from '../../../../../src/core/task/model/taskEntry.ts';
import type { TaskChange } from '../../../../../src/core/task/model/taskEvent.ts';
import { createEntry, transition } from '../../../../../src/core/task/model/transition.ts';
import { buildRequest } from '../../../../fakes/planning/requests.ts';

export const error = { code: 'internal', message: '' } as const;
export const results = [
  { source: { kind: 'url', url: 'https://x.example/a.png' }, title: null, lyrics: null },
] as const;
export const artifact: Artifact = {
  path: 'hero.png',
  sha256: 'a',
  bytes: 1,
  mediaType: 'image/png',
  width: 1,
  height: 1,
  seconds: null,
  title: null,
  lyrics: null,
};

export const sending: TaskChange = { kind: 'sending', attempt: 1, isSandbox: true };
export const accepted: TaskChange = { kind: 'accepted', taskId: 't1', statusWord: 'queued' };
export const polled: TaskChange = { kind: 'polled', phase: 'running', statusWord: 'processing', progress: 0.5 };
export const finished: Extract<TaskChange, { kind: 'finished' }> = {
  kind: 'finished',
  statusWord: 'succeeded',
  amountUsd: 0.04,
  results,
};
export const unconfirmed: TaskChange = { kind: 'unconfirmed', error };

/** The ways into each state. */
export const ways: Readonly<Record<TaskState, readonly TaskChange[]>> = {
  planned: [],
  sending: [sending],
  pending: [sending, accepted],
  running: [sending, accepted, polled],
  saving: [sending, accepted, finished],
  saved: [sending, accepted, finished, { kind: 'saved', artifacts: [artifact] }],
  failed: [{ kind: 'failed', error, statusWord: null, amountUsd: null }],
  unconfirmed: [sending, unconfirmed],
  lost: [sending, accepted, { kind: 'lost', error }],
  unsaved: [sending, accepted, finished, { kind: 'unsaved', artifacts: [], error }],
  stopped: [sending, accepted, { kind: 'stopped', error }],
  skipped: [{ kind: 'skipped', error }],
};

export function arrange(steps: readonly TaskChange[]): TaskEntry {
  const seed = { run: 'r', jobFile: '/w/hero.gen.yaml', boundary: '/w', profile: 'p', isSandbox: false };
  let entry = createEntry('id', 1, { ...seed, request: buildRequest() });
  for (const [at, change] of steps.entries()) {
    const next = transition(entry, { ...change, at: at + 2 });
    assert.ok(next, `${change.kind} in ${entry.task.state}`);
    entry = next;
  }
  return entry;
}
