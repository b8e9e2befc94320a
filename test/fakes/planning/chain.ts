import type { PlannedRequest, Placeholder } from '../../../src/core/jobFile/request.ts';
import type { JsonObject } from '../../../src/core/support/json/json.ts';
import { makePng } from '../media/media.ts';
import { buildRequest } from './requests.ts';
import type { ScriptedGateway } from '../gateway/scriptedGateway.ts';

/** A request of the job `id`, whose picture is named after the job. */
export function buildJob(id: string, changes: Partial<PlannedRequest> = {}): PlannedRequest {
  const body = changes.body ?? { model: 'seedream-5-0-260128', prompt: id };
  return buildRequest({
    job: id,
    body,
    output: { dir: '', name: `hero-${id}`, collision: 'number', metadata: 'none' },
    ...changes,
  });
}

/**
 * A request that takes values of other jobs. `references` maps a field to `jobs.<id>.<name>`; the values of `image` and
 * `images` are media.
 */
export function buildDependent(
  id: string,
  references: Readonly<Record<string, string>>,
  changes: Partial<PlannedRequest> = {},
): PlannedRequest {
  const placeholders = Object.entries(references).map(([field, reference]): Placeholder => {
    const template = [{ path: reference.split('.'), filters: [] }];
    const isMedia = field.startsWith('image');
    return { path: [field], value: { kind: 'template', template, ...(isMedia ? { media: { takesData: true } } : {}) } };
  });
  const open: JsonObject = Object.fromEntries(Object.keys(references).map((field) => [field, null]));
  const body = { model: 'seedream-5-0-260128', prompt: id, ...open };
  const needs = [...new Set(Object.values(references).map((reference) => reference.split('.')[1] ?? ''))];
  return buildJob(id, { body, recordBody: body, placeholders, needs, fingerprint: '', ...changes });
}

/** Accepts submits as tasks `t1`, `t2` …, each of which has its own image. */
export function scriptTasks(gateway: ScriptedGateway, count: number, amountUsd = 0.04): void {
  const ids = Array.from({ length: count }, (_, at) => `t${at + 1}`);
  gateway.script('POST /v1/images/generations', ...ids.map((id) => ({ body: { id, task_id: id, status: 'queued' } })));
  for (const [at, id] of ids.entries()) {
    const url = `${gateway.url}/files/${id}.png`;
    const data = { task_id: id, status: 'succeeded', url, error: null, amount_usd: amountUsd };
    gateway.script(`GET /v1/images/generations/${id}`, { body: { code: 'success', data } });
    gateway.script(`GET /files/${id}.png`, { body: makePng({ shade: at + 1 }) });
  }
}

/** The bodies of the submits, verbatim. */
export function sentBodies({ calls }: ScriptedGateway): readonly JsonObject[] {
  return calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as JsonObject);
}
