import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';
import type { Task, TaskState } from '../model/task.ts';
import type { TaskEntry } from '../model/taskEntry.ts';
import { taskStates } from '../model/taskStates.ts';

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
  /** The fields that drive the price; see `describeCosts`. */
  readonly costs: string;
  readonly state: TaskState;
  /** When the request was sent, which decides the day that it belongs to. Unix ms. */
  readonly at: number;
  /** Null while the amount is unknown. The request is then counted as its estimate. */
  readonly amountUsd: number | null;
  /** Number of earlier attempts that may have been charged too. Each is counted as the estimate. */
  readonly doubtful: number;
}

/** What the ledger keeps about a task that leaves the journal. */
export interface LedgerRecord extends Charge {
  /** Content hashes of the saved files, 64 hex digits each. */
  readonly artifacts: readonly string[];
}

export function buildCharge({ task, planned }: TaskEntry): Charge {
  const { id, run, jobFile, profile, isSandbox, state, request } = task;
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
    // The body of the filled request differs only in values that do not drive the price.
    costs: describeCosts(planned.recordBody),
    state,
    at: task.submittedAt ?? task.endedAt ?? task.createdAt,
    amountUsd: readAmount(task),
    doubtful: task.doubtfulAttempts,
  };
}

/** Returns null for a task that has cost nothing and saved nothing. */
export function buildLedgerRecord(entry: TaskEntry): LedgerRecord | null {
  const charge = buildCharge(entry);
  const artifacts = entry.task.artifacts.map(({ sha256 }) => sha256);
  const isNeeded = artifacts.length > 0 || (!charge.isSandbox && mayCost(charge));
  return isNeeded ? { ...charge, artifacts } : null;
}

/** Whether the charge is more than 0, or may be. */
export function mayCost({ amountUsd, doubtful }: Charge): boolean {
  return amountUsd !== 0 || doubtful > 0;
}

/** Ignores a negative amount, because it cannot be right. */
function readAmount({ amountUsd, state, submittedAt, error }: Task): number | null {
  if (amountUsd !== null && Number.isFinite(amountUsd) && amountUsd >= 0) return amountUsd;
  // A dismissed task was `unconfirmed`, and dismissing does not change whether it was charged.
  const mayBeCharged = taskStates[state].charge !== 'none' || error?.code === 'dismissed';
  return submittedAt !== null && mayBeCharged ? null : 0;
}

/** Fields that drive the price, at the root or inside `metadata`. */
const costFields = [
  'size',
  'resolution',
  'width',
  'height',
  'quality',
  'n',
  // Both spellings make one request return a sequence of images.
  'enable_sequential',
  'enableSequential',
  'input_fidelity',
  'duration',
  'seconds',
  'mode',
  'model_version',
  'sound',
  'audio',
  'turbo',
];

/** Much more than these fields need. Their values may be any text of a job file, and are kept for a year. */
const maxCostsLength = 1_000;

/** Returns equal strings for bodies that cost the same with the same model and endpoint. */
export function describeCosts(body: JsonObject): string {
  const metadata = body['metadata'];
  return canonicalJson([pickCosts(body), isJsonObject(metadata) ? pickCosts(metadata) : null]).slice(0, maxCostsLength);
}

function pickCosts(body: JsonObject): JsonValue {
  return Object.fromEntries(
    costFields.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name] ?? null] as const] : [])),
  );
}

/**
 * The durable archive of tasks that have left the journal, shared by all processes of a user. Budgets, estimates and
 * spending use only the journal and the ledger.
 */
export interface LedgerPort {
  /** Resolves when the records are on disk and among `charges`. Rejects when they cannot be written. */
  append(records: readonly LedgerRecord[]): Promise<void>;
  /** Reads what other processes have appended. Rejects when that cannot be read, because a budget must not miss it. */
  refresh(): Promise<void>;
  /** The charges of the last months, as far as they were read, each task once. The same array while nothing changes. */
  charges(): readonly Charge[];
  /** Whether a task in the ledger saved a file with this content hash. */
  hasArtifact(sha256: string): Promise<boolean>;
}
