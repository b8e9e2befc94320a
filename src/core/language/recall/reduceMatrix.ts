import type { PlannedRequest } from '../../jobFile/request.ts';
import { getOwn } from '../../support/json/getOwn.ts';
import type { JsonObject, JsonValue } from '../../support/json/json.ts';
import { findOwn, type MapChanges, setKeys } from '../edits/setKeys.ts';
import type { EditedJob } from './editFields.ts';

interface ReducedMatrix {
  readonly text: string;
  /** Axes that set a field. The matrix has the value, so the job does not. */
  readonly axes: ReadonlySet<string>;
}

interface MatrixSource extends Pick<EditedJob, 'text' | 'path' | 'node'> {
  /** The combination that is closest to the record. */
  readonly request: PlannedRequest;
}

/**
 * Keeps only one combination if a changed field depends on the matrix, because the other combinations would make
 * unwanted requests. Null if the matrix stays unchanged. Throws a NotEditableError.
 */
export function reduceMatrix(
  { text, path, node, request }: MatrixSource,
  { changed, wanted }: { readonly changed: readonly string[]; readonly wanted: JsonObject },
): ReducedMatrix | null {
  const matrix = findOwn(node, 'matrix')?.value;
  if (matrix?.kind !== 'map') return null;
  const names = Object.keys(request.axes);
  const isOwn = (key: string): boolean => findOwn(node, key) !== undefined;
  const setters = names.filter((name) => changed.includes(name) && !isOwn(name) && getOwn(wanted, name) !== undefined);
  const speaksOfIt = changed.some((key) => {
    const entry = findOwn(node, key);
    return entry !== undefined && text.slice(entry.start, entry.end).includes('matrix');
  });
  if (setters.length === 0 && !speaksOfIt) return null;
  const valueOf = (name: string): JsonValue =>
    (setters.includes(name) ? getOwn(wanted, name) : undefined) ?? getOwn(request.axes, name) ?? null;
  const changes: MapChanges = {
    ...Object.fromEntries(names.map((name) => [name, [valueOf(name)]])),
    ...Object.fromEntries(['include', 'exclude'].filter((key) => findOwn(matrix, key)).map((key) => [key, undefined])),
  };
  return { text: setKeys(text, [...path, 'matrix'], changes), axes: new Set(setters) };
}
