import { isJsonObject, type JsonObject, type JsonValue } from '../support/json/json.ts';
import { parseJsonObject } from '../support/json/parseJson.ts';

/** Values of `status` in a runs record: the states of a task that get a line. */
export const runsStatuses = ['saved', 'failed', 'unconfirmed', 'lost', 'unsaved'] as const;

export type RunsStatus = (typeof runsStatuses)[number];

/**
 * One line of the runs file: the outcome of one task. Never holds a key, a signed URL or a value from the environment:
 * a string that would is recorded as `sha256:` and its hash.
 */
export interface RunsRecord {
  readonly v: 1;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly run: string;
  /** The key under `jobs:`, or null for a job at the root. */
  readonly job: string | null;
  readonly index: number;
  /** The value of each axis of the matrix. Empty without a matrix, and for lines of earlier versions. */
  readonly axes: JsonObject;
  readonly fingerprint: string;
  readonly profile: string;
  readonly model: string | null;
  readonly endpoint: string;
  readonly task_id: string | null;
  readonly status: RunsStatus;
  readonly amount_usd: number | null;
  /** The fingerprinted body: local inputs and chained values are hashes. Without what it must not contain. */
  readonly request: JsonObject;
  readonly inputs: readonly { readonly path: string; readonly sha256: string }[];
  readonly artifacts: readonly RunsArtifact[];
  readonly title: string | null;
  readonly lyrics: string | null;
  readonly text: string | null;
  /** A saved result is not whole. `error` says why. */
  readonly cut?: true;
  /** The artifacts have moved since an earlier line of the same end, which this one replaces. */
  readonly moved?: true;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** The values of a job that other jobs can reference. */
export type JobResult = Pick<RunsRecord, 'artifacts' | 'title' | 'lyrics' | 'text' | 'task_id' | 'amount_usd'>;

/** Values of a job that are words of the gateway. */
export type TextName = 'text' | 'title' | 'lyrics';

/** A result, and which of its texts nothing but a record vouches for. A record may come from anyone. */
export type ToldResult<Result extends JobResult = JobResult> = Result & { readonly told?: readonly TextName[] };

export interface RunsArtifact {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly media_type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: number | null;
}

/** Genwright writes no name, id or path that is longer. */
const maxWordLength = 4_096;
/** Genwright records no prompt, response or error that is longer. */
const maxTextLength = 1_000_000;
const maxDateLength = 40;
const maxItems = 1_000;

/**
 * Parses a line of a runs file. Null if it is not a record. Users and tools edit and merge these files, and they may
 * come from anyone: everything that a record does not need may be missing, and what is invalid counts as missing. The
 * checks are written out because a file may have a hundred thousand lines: a schema takes several times as long.
 */
export function parseRunsRecord(line: string): RunsRecord | null {
  const record = parseJsonObject(line);
  if (record?.['v'] !== 1) return null;
  const { at, axes, request, error } = record;
  const status = runsStatuses.find((each) => each === record['status']);
  if (typeof at !== 'string' || at.length > maxDateLength || Number.isNaN(Date.parse(at)) || !status) {
    return null;
  }
  const { index } = record;
  return {
    v: 1,
    at,
    run: toWord(record['run']) ?? '',
    job: toWord(record['job']),
    index: Number.isSafeInteger(index) && Number(index) > 0 ? Number(index) : 1,
    axes: isJsonObject(axes) ? axes : {},
    fingerprint: toWord(record['fingerprint']) ?? '',
    profile: toWord(record['profile']) ?? '',
    model: toWord(record['model']),
    endpoint: toWord(record['endpoint']) ?? '',
    task_id: toWord(record['task_id']),
    status,
    amount_usd: toAmount(record['amount_usd']),
    request: isJsonObject(request) ? request : {},
    inputs: mapItems(record['inputs'], parseFile),
    artifacts: mapItems(record['artifacts'], parseArtifact),
    title: toText(record['title']),
    lyrics: toText(record['lyrics']),
    text: toText(record['text']),
    ...(record['cut'] === true ? { cut: true } : {}),
    ...(record['moved'] === true ? { moved: true } : {}),
    error: isJsonObject(error) ? parseError(error) : null,
  };
}

function toWord(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.length <= maxWordLength ? value : null;
}

function toText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.length <= maxTextLength ? value : null;
}

/** JSON has no infinity, but `1e999` is parsed as one. */
function toAmount(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null;
}

/** An invalid item is left out, so that a record keeps the others. */
function mapItems<Item>(value: JsonValue | undefined, parse: (item: JsonObject) => Item | null): readonly Item[] {
  if (!Array.isArray(value) || value.length > maxItems) return [];
  return value.flatMap((each: JsonValue) => (isJsonObject(each) ? (parse(each) ?? []) : []));
}

/** The path is relative to the job file and `/`-separated. Its target is checked when it is used. */
function parseFile({ path, sha256 }: JsonObject): { readonly path: string; readonly sha256: string } | null {
  if (typeof path !== 'string' || path.length > maxWordLength || !/^(?![/\\])(?![a-z]:)[^\0]+$/i.test(path))
    return null;
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? { path, sha256 } : null;
}

function parseArtifact(item: JsonObject): RunsArtifact | null {
  const file = parseFile(item);
  const { media_type: type } = item;
  return (
    file && {
      ...file,
      bytes: toAmount(item['bytes']) ?? 0,
      media_type:
        typeof type === 'string' && /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream',
      width: toAmount(item['width']),
      height: toAmount(item['height']),
      seconds: toAmount(item['seconds']),
    }
  );
}

function parseError(error: JsonObject): RunsRecord['error'] {
  const code = toWord(error['code']);
  return code === null ? null : { code, message: toWord(error['message']) ?? '' };
}
