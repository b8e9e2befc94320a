import type { PlannedRequest } from '../../../src/core/jobFile/request.ts';
import { stringifyJson } from '../../../src/core/support/json/json.ts';

/** A planned image request. Equal prompts have equal fingerprints. */
export function buildRequest(changes: Partial<PlannedRequest> = {}): PlannedRequest {
  const body = changes.body ?? { model: 'seedream-5-0-260128', prompt: 'A cat' };
  return {
    job: null,
    index: 1,
    axes: {},
    model: 'seedream-5-0-260128',
    modality: 'image',
    endpoint: '/v1/images/generations',
    pollPath: '/v1/images/generations/{task_id}',
    body,
    placeholders: [],
    needs: [],
    recordBody: body,
    inputs: [],
    fingerprint: `fingerprint of ${stringifyJson(body)}`,
    output: { dir: '', name: 'hero', collision: 'number', metadata: 'none' },
    timeoutMinutes: null,
    budgetUsd: null,
    ...changes,
  };
}

/** Planned image requests with the numbers 1 to `count`. */
export function buildRequests(count: number): readonly PlannedRequest[] {
  return Array.from({ length: count }, (_, at) => buildRequest({ index: at + 1 }));
}
