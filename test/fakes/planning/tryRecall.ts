import assert from 'node:assert/strict';
import { bundledCatalog } from '../../../src/core/catalog/bundledCatalog.ts';
import type { PlannedRequest } from '../../../src/core/jobFile/request.ts';
import { recallJob, type RecallOutcome } from '../../../src/core/language/recall/recallJob.ts';
import type { RecalledRecord } from '../../../src/core/language/recall/recalledFields.ts';
import type { JsonObject } from '../../../src/core/support/json/json.ts';
import { buildLookups, planHero, sha256 } from './planHero.ts';

/** The model of most records. */
export const model = 'seedream-5-0-260128';

export function plan(text: string): readonly PlannedRequest[] {
  return planHero(text, { lookups: buildLookups({ TOKEN: 'wind-and-rain' }) }).requests;
}

export interface Recorded extends Partial<RecalledRecord> {
  readonly request: JsonObject;
}

export function buildRecord(recorded: Recorded): RecalledRecord {
  return { job: null, index: 1, model, endpoint: '/v1/images/generations', inputs: [], ...recorded };
}

/** Recalls a record into a job file. An edited file must make the recorded request, which is asserted. */
export function tryRecall(text: string, recorded: Recorded): RecallOutcome {
  const record = buildRecord(recorded);
  const outcome = recallJob({ text, record, planned: plan(text), catalog: bundledCatalog, sha256 });
  if (outcome.kind !== 'edited' || outcome.unresolved.length > 0) return outcome;
  const again = plan(outcome.text).filter(({ job }) => job === record.job);
  assert.deepEqual([again[0]?.endpoint, sorted(again[0]?.recordBody)], [record.endpoint, sorted(record.request)]);
  return outcome;
}

/** Returns the members of a body in the order of their keys. */
export const sorted = (body: JsonObject | undefined) =>
  Object.entries(body ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
