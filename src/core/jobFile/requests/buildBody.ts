import type { ChatDialect } from '../../catalog/catalog.ts';
import { assertNever } from '../../support/assertNever.ts';
import type { JsonObject, JsonValue } from '../../support/json/json.ts';
import { setOwn } from '../../support/json/setOwn.ts';
import type { CheckedGroup } from '../check/checkJob.ts';
import type { CheckedJobFile } from '../check/checkJobFile.ts';
import type { Variant } from '../compile/variant.ts';
import { writeReference } from '../expression/parseExpression.ts';
import { toText } from '../expression/toText.ts';
import type { Target } from '../findTarget.ts';
import {
  isEnvText,
  isFromEnv,
  isJson,
  isPending,
  isPlanList,
  isPlanObject,
  type PendingValue,
  type PlanObject,
  type PlanValue,
  pendingOf,
  settle,
} from '../planValue.ts';
import { isError } from '../problem.ts';
import { digestOf } from '../recordRequest.ts';
import type { RequestInput, Placeholder } from '../request.ts';

/** A body whose placeholders are still to be filled. */
export interface BuiltBody {
  readonly body: JsonObject;
  readonly placeholders: readonly Placeholder[];
  readonly recordBody: JsonObject;
  readonly inputs: readonly RequestInput[];
  /** Paths in the body of strings that contain a value from the environment, or of values that contain such strings. */
  readonly envPaths: readonly Path[];
  /** Indexes in `inputs` of the files whose path is from the environment. */
  readonly envInputs: readonly number[];
  /** False if a value cannot be evaluated yet. */
  readonly isKnown: boolean;
}

type Path = Placeholder['path'];

/**
 * Builds the body of a call: the model, then the fields in the order of the file, then `request` merged over them.
 * `null` leaves a field out.
 */
export function buildBody(
  variant: Variant,
  { modelOf, fields, request }: Pick<CheckedGroup, 'modelOf' | 'fields' | 'request'>,
  { endpoint: { dialect } }: Pick<Target, 'endpoint'>,
): BuiltBody {
  const model = modelOf(variant);
  const values: Record<string, PlanValue> = {};
  if (model !== null) setOwn(values, 'model', model);
  let isOpen = !isJson(model);
  for (const { entry, evaluate } of fields) {
    const value = evaluate(variant);
    if (value === null) continue;
    isOpen ||= !isJson(value);
    setOwn(values, entry.key, value);
  }
  const body: Record<string, PlanValue> = dialect ? { ...applyChatSugar(values, dialect) } : values;
  for (const { entry, evaluate } of request) {
    const value = evaluate(variant);
    isOpen ||= !isJson(value);
    setOwn(body, entry.key, value);
  }
  if (isOpen) return openBody(body);
  const settled = body as JsonObject;
  return { body: settled, recordBody: settled, ...nothingOpen };
}

/** Shared by the thousands of bodies without placeholders. */
const nothingOpen = { placeholders: [], inputs: [], envPaths: [], envInputs: [], isKnown: true };

function openBody(body: PlanObject): BuiltBody {
  const found = listOpenParts(body, []);
  const pendings = found.flatMap(({ path, value }) => (value === 'env' ? [] : [{ path, value }]));
  const placeholders = pendings.flatMap(({ path, value }) => {
    if (value.kind === 'unknown') return [];
    const { isFromEnv: _, ...placeholder } = value;
    return [{ path, value: placeholder }];
  });
  const files = pendings.flatMap(({ value }) => (value.kind === 'file' ? [value] : []));
  return {
    body: settle(body, () => null) as JsonObject,
    placeholders,
    recordBody: settle(body, recordedValue) as JsonObject,
    inputs: files.map(({ file, sha256 }) => ({ path: file, sha256 })),
    envPaths: found.flatMap(({ path, value }) => (value === 'env' || isFromEnv(value) ? [path] : [])),
    envInputs: files.flatMap((file, index) => (isFromEnv(file) ? [index] : [])),
    isKnown: placeholders.length === pendings.length,
  };
}

/** Lists what a value holds apart from JSON: placeholders, and strings from the environment. */
function listOpenParts(
  value: PlanValue,
  path: Path,
): readonly { readonly path: Path; readonly value: PendingValue | 'env' }[] {
  if (isPending(value)) return [{ path, value: pendingOf(value) }];
  if (isEnvText(value)) return [{ path, value: 'env' }];
  if (isPlanList(value)) return value.flatMap((item, index) => listOpenParts(item, [...path, index]));
  if (!isPlanObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => listOpenParts(member, [...path, key]));
}

/** Files are recorded by their content, and values of other jobs as written, until their digest is known. */
function recordedValue(value: PendingValue): JsonValue {
  switch (value.kind) {
    case 'file':
      return digestOf(value.sha256);
    case 'template':
      return value.template
        .map((part) => (typeof part === 'string' ? toText(part) : `\${{ ${writeReference(part)} }}`))
        .join('');
    default:
      return null;
  }
}

export interface EstimatedBody {
  /** Null for the job at the root. */
  readonly job: string | null;
  readonly model: string | null;
  readonly endpoint: string;
  readonly recordBody: JsonObject;
}

/** More would be too slow while the user types. */
const maxBodies = 500;

/** Lists the bodies that a file would send. Empty while there is an error, or if there are too many. */
export function listBodies({ jobs, problems }: Pick<CheckedJobFile, 'jobs' | 'problems'>): readonly EstimatedBody[] {
  const total = jobs.reduce((sum, { count }) => sum + count, 0);
  if (total > maxBodies || problems.some(isError)) return [];
  return jobs.flatMap(({ job, groups }) =>
    groups.flatMap((group) => {
      const { target, variants } = group;
      if (!target) return [];
      const { modelId: model, endpoint } = target;
      return variants.map((variant): EstimatedBody => {
        const { recordBody } = buildBody(variant, group, target);
        return { job: job.id, model, endpoint: endpoint.path, recordBody };
      });
    }),
  );
}

/** Sent to Messages, which requires it, if a job does not set it. */
export const defaultMaxTokens = 4096;

/**
 * Converts `prompt` and `system` to the fields of a chat endpoint, and sets `stream` unless the job sets it. `messages`
 * of the job are sent before the prompt.
 */
export function applyChatSugar(fields: PlanObject, dialect: ChatDialect): PlanObject {
  const { prompt, system, ...rest } = fields;
  const body: PlanObject = { ...rest, stream: rest['stream'] ?? true };
  switch (dialect) {
    case 'completions':
      return withMessages(body, [...message('system', system), ...messagesOf(rest), ...message('user', prompt)]);
    case 'responses': {
      const input = prompt === undefined || 'input' in rest ? {} : { input: prompt };
      return { ...body, ...(system === undefined ? {} : { instructions: system }), ...input };
    }
    case 'messages': {
      const maxTokens = rest['max_tokens'] ?? defaultMaxTokens;
      const own = { ...body, max_tokens: maxTokens, ...(system === undefined ? {} : { system }) };
      return withMessages(own, [...messagesOf(rest), ...message('user', prompt)]);
    }
    default:
      return assertNever(dialect);
  }
}

function message(role: string, content: PlanValue | undefined): readonly PlanObject[] {
  return content === undefined ? [] : [{ role, content }];
}

function messagesOf({ messages }: PlanObject): readonly PlanValue[] {
  return isPlanList(messages) ? messages : [];
}

/** A value that is not a list is left to the checks. */
function withMessages(body: PlanObject, messages: readonly PlanValue[]): PlanObject {
  return messages.length === 0 ? body : { ...body, messages };
}
