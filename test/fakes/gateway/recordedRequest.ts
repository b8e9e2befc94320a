import assert from 'node:assert/strict';
import { stringify } from 'yaml';
import { fillRequest } from '../../../src/core/jobFile/requests/fillRequest.ts';
import { type TextPlan } from '../../../src/core/jobFile/requests/planText.ts';
import type { PlannedRequest } from '../../../src/core/jobFile/request.ts';
import { stringifyJson, type JsonValue } from '../../../src/core/support/json/json.ts';
import { buildProvenance, buildRunsRecord } from '../../../src/core/task/model/buildRunsRecord.ts';
import type { Task } from '../../../src/core/task/model/task.ts';
import type { TaskEntry } from '../../../src/core/task/model/taskEntry.ts';
import { createEntry } from '../../../src/core/task/model/transition.ts';
import { parseJournalLine, writeJournalLine } from '../../../src/storage/journal/journalLines.ts';
import { buildLookups, planHero, sha256 } from '../planning/planHero.ts';

/** Every value contains `zqx`, in some mixture of upper and lower case, and no other text does. */
export const envValues = {
  ONE: 'Zqx one\nzqx two',
  TWO: 'https://zqx.example/a?b',
  FILE: 'zqx.png',
  MODEL: 'zqx-model',
};

export const hashOf = (text: string): string => `sha256:${sha256(text)}`;

export function planAll(jobFile: object): readonly PlannedRequest[] {
  const { problems, requests } = planSecrets(jobFile);
  const errors = problems.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors, []);
  return requests;
}

/** Plans a job file that may read all of `envValues`. */
export function planSecrets(jobFile: object): TextPlan {
  return planHero(stringify(jobFile), { lookups: buildLookups(envValues) });
}

/** Returns what is recorded about a request that was sent, and about the response of the gateway. */
export function record(
  request: PlannedRequest,
  said: Partial<Task> = {},
): { readonly line: string; readonly embedded: string } {
  const values = { url: 'https://a.example/zqx', text: 'zqx', title: 'zqx', file: 'a.png' };
  const jobs = { still: { values, digests: { url: hashOf('a'), file: hashOf('a') } } };
  const fileUrls = Object.fromEntries(
    request.inputs.map((input) => [input.sha256, `https://zqx.example/${input.path}`]),
  );
  const filled = fillRequest(request, { jobs, fileUrls, sha256 });
  // The request passes through the journal, because a window that adopts the task knows only that.
  const stored = throughJournal(filled.ok ? filled.request : request);
  const entry = buildEntry(stored, { state: 'saved', submittedAt: 0, ...said });
  return {
    line: stringifyJson({ ...buildRunsRecord(entry, sha256) } as unknown as JsonValue),
    embedded: buildProvenance(entry.task, { at: '2026-01-01T00:00:00.000Z', sha256 }),
  };
}

function buildEntry(request: PlannedRequest, facts: Partial<Task>): TaskEntry {
  const place = { run: 'r', jobFile: '/w/hero.gen.yaml', boundary: '/w', profile: 'studio', isSandbox: false };
  const entry = createEntry('t', 0, { ...place, request });
  return { ...entry, task: { ...entry.task, ...facts } };
}

function throughJournal(request: PlannedRequest): PlannedRequest {
  const line = parseJournalLine(
    writeJournalLine({ v: 1, task: 't', at: 0, kind: 'filled', request, uploads: [] }).text,
  );
  assert.ok(line.kind === 'record' && line.record.kind === 'filled');
  return line.record.request;
}
