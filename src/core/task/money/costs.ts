import { canonicalJson } from '../../support/canonicalJson.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json.ts';

/** Fields that drive the price, at the root or inside `metadata`. */
const costFields = [
  'size',
  'resolution',
  'width',
  'height',
  'quality',
  'n',
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
