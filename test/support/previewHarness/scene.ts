import type { RunsArtifact, RunsRecord } from '../../../src/core/artifact/runsRecord.ts';
import type { Task } from '../../../src/core/task/model/task.ts';
import { buildRequest } from '../../fakes/planning/requests.ts';

/** One line of an invented runs file; `minute` orders the lines. */
export function makeRecord(minute: number, changes: Partial<RunsRecord> = {}): RunsRecord {
  return {
    v: 1,
    at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
    run: `run-${minute}`,
    job: null,
    index: 1,
    axes: {},
    fingerprint: 'f'.repeat(64),
    profile: 'sandbox',
    model: 'seedream-5-0-260128',
    endpoint: '/v1/images/generations',
    task_id: `task_${minute}`,
    status: 'saved',
    amount_usd: 0.04,
    request: {
      model: 'seedream-5-0-260128',
      prompt: 'A lighthouse at dawn, watercolor',
      size: '2K',
      seed: 41 + minute,
    },
    inputs: [],
    artifacts: [],
    title: null,
    lyrics: null,
    text: null,
    error: null,
    ...changes,
  };
}

export function makeArtifact(path: string, mediaType: string, changes: Partial<RunsArtifact> = {}): RunsArtifact {
  return {
    path,
    sha256: 'a'.repeat(64),
    bytes: 1_234_567,
    media_type: mediaType,
    width: null,
    height: null,
    seconds: null,
    ...changes,
  };
}

export function makeTask(id: string, changes: Partial<Task> = {}): Task {
  const now = Date.now();
  return {
    id,
    run: `run-${id}`,
    jobFile: '/project/hero.gen.yaml',
    request: buildRequest({
      job: 'hero',
      body: { model: 'seedream-5-0-260128', prompt: 'A lighthouse at dusk, oil on canvas', size: '2K', seed: 7 },
      recordBody: {},
      fingerprint: 'e'.repeat(64),
    }),
    profile: 'sandbox',
    isSandbox: true,
    state: 'running',
    taskId: `task_${id}`,
    progress: null,
    statusWord: 'processing',
    error: null,
    amountUsd: null,
    doubtfulAttempts: 0,
    earlierUsd: [],
    artifacts: [],
    text: null,
    createdAt: now - 14_000,
    submittedAt: now - 13_000,
    endedAt: null,
    ...changes,
  };
}
