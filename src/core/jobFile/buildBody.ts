import { assertNever } from '../support/assertNever.ts';
import type { JsonObject, JsonValue } from '../support/json.ts';
import { unescapeExpressions } from './findUnavailable.ts';
import type { Job } from './job.ts';
import { mapToJson, type SyntaxNode } from './syntaxTree.ts';

/** The body of a call: model, fields in the order of the file, then `request` over them. `null` leaves a field out. */
export function buildBody(job: Job, modelId: string | null): JsonObject {
  const fields = job.fields.map(({ key, value }) => [key, buildValue(value)] as const);
  // `request` is verbatim: there a null is a null.
  const extras = (job.request?.entries ?? [])
    .filter(({ key }) => key !== 'model')
    .map(({ key, value }) => [key, unescapeAll(mapToJson(value))] as const);
  return Object.fromEntries([...(modelId === null ? [] : [['model', modelId] as const]), ...fields, ...extras]);
}

function buildValue(node: SyntaxNode): JsonValue {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'string' ? unescapeExpressions(node.value) : node.value;
    case 'sequence':
      return node.items.map(buildValue);
    case 'map': {
      const members = node.entries.map(({ key, value }) => [key, buildValue(value)] as const);
      return Object.fromEntries(members.filter(([, value]) => value !== null));
    }
    default:
      return assertNever(node);
  }
}

function unescapeAll(value: JsonValue): JsonValue {
  if (typeof value === 'string') return unescapeExpressions(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unescapeAll);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unescapeAll(member)]));
}
