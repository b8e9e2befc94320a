import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import type { PlannedRequest } from '../../../../src/core/jobFile/request.ts';
import type { Artifact, Task } from '../../../../src/core/task/model/task.ts';
import { planHero } from '../../../fakes/planning/planHero.ts';
import { buildRequest as buildPlannedRequest } from '../../../fakes/planning/requests.ts';
import { makeArtifact, makeRecord } from '../../../support/previewHarness/scene.ts';

export function buildRequest(over: Partial<PlannedRequest> = {}): PlannedRequest {
  const body = { model: 'seedream-5-0-260128', prompt: 'A door' };
  return buildPlannedRequest({ body, recordBody: body, fingerprint: 'f'.repeat(64), ...over });
}

/** Plans a job file without results, like the engine. */
export async function planJobFile({ jobFile, text }: { readonly jobFile: string; readonly text: string }) {
  const nothing = { earlier: [], savedIds: new Set<string>(), estimates: [], given: [], localFiles: [] };
  return { ...planHero(text), jobFile, ...nothing };
}

export function buildArtifact(path: string): Artifact {
  const nothing = { width: null, height: null, seconds: null, title: null, lyrics: null };
  return { path, sha256: 'a'.repeat(64), bytes: 10, mediaType: 'image/png', ...nothing };
}

export function buildTask(over: Partial<Task> = {}): Task {
  return {
    id: 'task-1',
    run: 'run-1',
    jobFile: '/w/hero.gen.yaml',
    request: buildRequest(),
    profile: 'studio',
    isSandbox: false,
    state: 'running',
    taskId: null,
    progress: null,
    statusWord: null,
    error: null,
    amountUsd: null,
    text: null,
    doubtfulAttempts: 0,
    earlierUsd: [],
    artifacts: [],
    createdAt: 0,
    submittedAt: null,
    endedAt: null,
    ...over,
  };
}

export function buildRecord(over: Partial<RunsRecord> = {}): RunsRecord {
  return makeRecord(0, {
    at: '2026-01-02T03:04:05.000Z',
    profile: 'studio',
    task_id: 'gateway-1',
    request: {},
    artifacts: [makeArtifact('hero.png', 'image/png', { bytes: 10, width: 1, height: 1 })],
    ...over,
  });
}
