import { isReservedKey } from '../../../core/catalog/reservedKeys.ts';

/** Longer strings are written, not selected. */
const maxLength = 80;
/** Deep enough for the members of a field's items. */
const maxDepth = 6;

/** Receives one value of a field. */
type TakeValue = (field: string, value: string) => void;

/** Collects the short strings that a job file, parsed as plain data, sets for its fields. */
export function collectValues(jobFile: unknown, take: TakeValue): void {
  const root = asMap(jobFile);
  const gen = asMap(root['gen']);
  for (const job of [root, ...Object.values(asMap(root['jobs'])).map(asMap)]) {
    collectFields(job, take);
    collectFields(asMap(job['matrix']), take);
  }
  collectFields(asMap(gen['defaults']), take);
}

/** The same for a map of fields alone, such as the request of a record. */
export function collectFields(fields: Readonly<Record<string, unknown>>, take: TakeValue): void {
  for (const [field, value] of Object.entries(fields)) {
    if (!isReservedKey(field) && field !== 'model') collect(field, value, { depth: 0, take });
  }
}

function collect(field: string, value: unknown, at: { readonly depth: number; readonly take: TakeValue }): void {
  if (typeof value === 'string') {
    if (isChoice(value)) at.take(field, value);
    return;
  }
  if (at.depth === maxDepth) return;
  const below = { ...at, depth: at.depth + 1 };
  if (Array.isArray(value)) for (const item of value) collect(field, item, below);
  else for (const [key, member] of Object.entries(asMap(value))) collect(key, member, below);
}

/** Prose, expressions, URLs, files of one job and digests are not offered. */
function isChoice(value: string): boolean {
  return (
    value.trim() !== '' &&
    value.length <= maxLength &&
    !/[\n\r]|\$\{\{/.test(value) &&
    !/^(?:https?:|data:|file:|sha256:|\.{0,2}\/)/i.test(value)
  );
}

function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
