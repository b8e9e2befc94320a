import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import type { Task, TaskState } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { leastFallUsd, paidUsd, readFall, taskStates } from '../model/taskStates.ts';
import { isUsd } from './prices.ts';

/** What a request has cost or may cost. All amounts are in USD, all times in Unix ms. */
export interface Charge {
  /** The journal's id of the task. A charge that is found twice is counted once. */
  readonly task: string;
  readonly run: string;
  /** Absolute path. */
  readonly jobFile: string;
  readonly job: string | null;
  readonly index: number;
  readonly profile: string;
  /** The request was free, whatever its amount is. */
  readonly isSandbox: boolean;
  readonly model: string | null;
  readonly endpoint: string;
  /** Equal for requests that cost the same; see `describeCosts`. */
  readonly costs: string;
  readonly state: TaskState;
  /** When the request was sent, which decides the day that it belongs to. Unix ms. */
  readonly at: number;
  /** Null while the amount is unknown. The request is then counted as its estimate. */
  readonly amountUsd: number | null;
  /** Number of earlier attempts that may have been charged too, without an amount. Each is counted as the estimate. */
  readonly doubtful: number;
  /** What the gateway has named for other earlier attempts. */
  readonly earlierUsd: number;
  /** By how much the balance fell with an unconfirmed request, if no other request can have changed it. */
  readonly fallUsd?: number;
}

export interface LedgerRecord extends Charge {
  /** Content hashes of the saved files, 64 hex digits each. */
  readonly artifacts: readonly string[];
}

export function buildCharge({ task }: TaskEntry, sha256: Hash): Charge {
  const { id, run, jobFile, profile, isSandbox, state, request } = task;
  const fallUsd = readFall(task);
  return {
    task: id,
    run,
    jobFile,
    job: request.job,
    index: request.index,
    profile,
    isSandbox,
    model: request.model,
    endpoint: request.endpoint,
    // Texts of other jobs cost by their length, which only the filled body has.
    costs: describeCosts(request.placeholders.length > 0 ? request.recordBody : request.body, sha256),
    state,
    at: task.submittedAt ?? task.endedAt ?? task.createdAt,
    amountUsd: readAmount(task),
    doubtful: countDoubtful(task),
    earlierUsd: paidUsd({ ...task, amountUsd: 0 }) ?? 0,
    ...(state === 'unconfirmed' && fallUsd !== null && fallUsd >= leastFallUsd && { fallUsd }),
  };
}

/** Attempts that a header identifies as the same request are charged once, with the last one if that was sent. */
function countDoubtful(task: Task): number {
  const { doubtfulAttempts, earlierUsd, idempotencyHeader, submittedAt } = task;
  if (idempotencyHeader === undefined) return doubtfulAttempts - earlierUsd.length;
  return submittedAt === null && !paidUsd(task) ? Math.min(1, doubtfulAttempts) : 0;
}

/** Returns null for a task that has cost nothing and saved nothing. */
export function buildLedgerRecord(entry: TaskEntry, sha256: Hash): LedgerRecord | null {
  const charge = buildCharge(entry, sha256);
  const artifacts = entry.task.artifacts.map(({ sha256 }) => sha256);
  const isNeeded = artifacts.length > 0 || (!charge.isSandbox && mayCost(charge));
  return isNeeded ? { ...charge, artifacts } : null;
}

/** Whether the charge is more than 0, or may be. */
export function mayCost({ amountUsd, doubtful, earlierUsd }: Charge): boolean {
  return amountUsd !== 0 || doubtful > 0 || earlierUsd > 0;
}

/** Ignores a negative or infinite amount, because it cannot be right. */
function readAmount({ amountUsd, state, submittedAt, error }: Task): number | null {
  if (isUsd(amountUsd)) return amountUsd;
  // A dismissed task was `unconfirmed`, and dismissing does not change whether it was charged.
  const mayBeCharged = taskStates[state].charge !== 'none' || error?.code === 'dismissed';
  return submittedAt !== null && mayBeCharged ? null : 0;
}

/** Returns 64 hex digits. */
export type Hash = (text: string) => string;

/**
 * Fields whose values cost nothing, at any depth: texts, of which only the length costs, and what steers a result without
 * making it larger. Every other field may drive the price, also one that no catalog knows.
 */
const freeFields: ReadonlySet<string> = new Set(
  (
    'prompt negative_prompt gpt_description_prompt lyrics input text ssml tags negative_tags messages content role ' +
    'system instructions title user stop stop_sequences seed temperature top_p top_k cfg_scale style_weight ' +
    'weirdness_constraint vocal_gender bbox_list hex'
  ).split(' '),
);

/** Limits of the output in tokens. They cost by their size. */
const outputLimits: ReadonlySet<string> = new Set(['max_tokens', 'max_output_tokens', 'max_completion_tokens']);

/** A URL, a local file, or a value of another job, which is written as a reference before its digest is known. */
const input = /^(?:https?:|data:|asset:|sha256:|\$\{\{ )/i;
/** A value of another job counts as this many characters until the request is filled. */
const jobValue = /\$\{\{ [^{}]{1,200} \}\}|sha256:[0-9a-f]{64}/g;
const jobValueText = ' '.repeat(64);

/**
 * Returns equal strings for bodies that cost the same with the same model and endpoint: all fields that may drive the
 * price are equal, and the length of all text, the limit of the output and the number of inputs are equal by powers of
 * two. A hash, because values may be long or private, and are kept for a year.
 */
export function describeCosts(body: JsonObject, sha256: Hash): string {
  const counts = new Map<string, number>();
  let textLength = 0;
  const visit = (value: JsonValue, path: string, name: string): void => {
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      for (const [key, member] of Object.entries(value))
        if (isJsonObject(value)) visit(member, `${path}.${JSON.stringify(key)}`, key);
        else visit(member, path, name);
    } else if (freeFields.has(name)) {
      if (typeof value === 'string') textLength += value.replace(jobValue, jobValueText).length;
    } else {
      const isInput = typeof value === 'string' && input.test(value);
      const size = outputLimits.has(name) ? `~${sizeOf(Number(value))}` : canonicalJson(value);
      const fact = `${path} ${isInput ? 'input' : size}`;
      counts.set(fact, (counts.get(fact) ?? 0) + 1);
    }
  };
  visit(body, '', '');
  // The length of a short text makes no difference.
  const textSize = sizeOf(Math.max(textLength, 63));
  const facts = [...counts].map(([fact, count]) => `${fact} ${sizeOf(count)}`).toSorted();
  return sha256([textSize, ...facts].join('\n'));
}

/** Returns the number of binary digits of a count. */
function sizeOf(count: number): number {
  return Math.ceil(Math.log2(count + 1));
}

/** The durable archive of tasks that have left the journal, shared by all processes of a user. */
export interface LedgerPort {
  /** Resolves when the records are on disk and among `charges`. Rejects when they cannot be written. */
  append(records: readonly LedgerRecord[]): Promise<void>;
  /** Reads what other processes have appended. Rejects when that cannot be read, because a budget must not miss it. */
  refresh(): Promise<void>;
  /** The charges of the last months, as far as they were read, each task once. The same array while nothing changes. */
  charges(): readonly Charge[];
  /** Whether a task of this job file (absolute path) in the ledger saved a file with this content hash. */
  hasArtifact(sha256: string, jobFile: string): Promise<boolean>;
}
