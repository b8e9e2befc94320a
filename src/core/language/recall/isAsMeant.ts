import { parseSyntax } from '../../jobFile/syntax/parseSyntax.ts';
import { mapToJson } from '../../jobFile/syntax/syntaxNode.ts';
import { canonicalJson } from '../../support/json/canonicalJson.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../support/json/json.ts';

/** A job file before and after its edits. */
interface EditedText {
  readonly text: string;
  readonly edited: string;
  /** The key under `jobs:`, or null for the job at the root. */
  readonly job: string | null;
  /** Fields that were to be changed. */
  readonly changed: readonly string[];
}

/**
 * Whether everything except the changed fields of this job has the same meaning as before, whatever anchors and layouts
 * there are.
 */
export function isAsMeant({ text, edited, job, changed }: EditedText): boolean {
  const { problems } = parseSyntax(edited);
  const rest = (each: string): string => canonicalJson(readRest(each, job, changed));
  return problems.length === 0 && rest(edited) === rest(text);
}

/** Keys that an edit may change apart from fields. */
const touchedKeys: readonly string[] = ['gen', 'matrix', 'request'];

function readRest(text: string, job: string | null, changed: readonly string[]): JsonValue {
  const { root } = parseSyntax(text);
  if (root?.kind !== 'map') return null;
  const file = mapToJson(root) as JsonObject;
  const touched = new Set([...touchedKeys, ...changed]);
  const without = (whole: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(whole).filter(([key]) => !touched.has(key)));
  if (job === null) return without(file);
  const { jobs } = file;
  if (!isJsonObject(jobs)) return file;
  return { ...file, jobs: { ...jobs, [job]: isJsonObject(jobs[job]) ? without(jobs[job]) : null } };
}
