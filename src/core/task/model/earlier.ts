import type { RunsRecord, ToldResult } from '../../artifact/runsRecord.ts';
import type { PlannedRequest } from '../../jobFile/request.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import type { JsonValue } from '../../support/json/json.ts';
import type { OpenTask } from './openTask.ts';
import type { Task } from './task.ts';
import type { ResultRef } from './taskEntry.ts';

/** What is known of the same request: the newest record of a saved result, or an open or newly saved task. */
export type Existing =
  | {
      readonly kind: 'recorded';
      readonly record: ToldResult<RunsRecord>;
      /** The `textsKey` of the record, if other jobs of the plan can use texts that only the record vouches for. */
      readonly texts?: string;
    }
  | { readonly kind: 'task'; readonly task: Task }
  /** Only the runs file tells that the request was sent. It has no saved result, and may have been charged. */
  | { readonly kind: 'sent'; readonly record: RunsRecord };

/** What exists for the same request. `elsewhere`: a task that another program has sent, and that can be watched here. */
export type Earlier = Existing | { readonly kind: 'elsewhere'; readonly open: OpenTask };

/** Returns null if only another program has the request. */
export function findExisting(earlier: Earlier | null): Existing | null {
  return earlier?.kind === 'elsewhere' ? null : earlier;
}

/** Whether it has a saved result. */
export function isSaved(earlier: Earlier): boolean {
  return earlier.kind === 'recorded' || (earlier.kind === 'task' && earlier.task.state === 'saved');
}

/** A request of the job file whose result exists or is being made by another run. */
export interface GivenResult {
  readonly job: string | null;
  /** Number among the requests of its job, from 1. */
  readonly index: number;
  /** The request that makes the result. The same request may have had another number in that run. */
  readonly from: ResultRef;
}

/** Returns the given result for a request that is not made again, from its record or its task. */
export function mapGiven({ job, index }: Pick<PlannedRequest, 'job' | 'index'>, earlier: Existing): GivenResult {
  if (earlier.kind !== 'task') {
    const { record } = earlier;
    const told = earlier.kind === 'sent' || earlier.texts === undefined ? {} : { texts: earlier.texts };
    return { job, index, from: { run: record.run, job: record.job, index: record.index, ...told } };
  }
  const { run, request } = earlier.task;
  return { job, index, from: { run, job: request.job, index: request.index } };
}

/** Whether two requests that are not filled yet belong to the same job and have the same content and inputs. */
export function isSamePlan(one: PlannedRequest, other: PlannedRequest): boolean {
  return one.job === other.job && planKey(one) === planKey(other);
}

/** Equal for requests that are not filled yet and have the same content and inputs, whatever their jobs are. */
export function planKey({ endpoint, recordBody, placeholders, needs, inputs }: PlannedRequest): string {
  const plain = { placeholders, needs, inputs: inputs.map(({ sha256 }) => sha256) } as unknown as JsonValue;
  return canonicalJson([endpoint, recordBody, plain]);
}
