import { checkValue } from '../../catalog/checkValue.ts';
import type { Field } from '../../catalog/field.ts';
import type { JsonValue } from '../../support/json/json.ts';
import { keysOf, type NodePath } from '../edits/nodePath.ts';
import { type DocumentView, findFields, hasJobs } from '../view/documentView.ts';
import { findMapKind } from '../view/mapKind.ts';

/**
 * Returns the field of the catalog that a value belongs to. An axis of the matrix, and each of its values, belongs to
 * the field with the name of the axis. Items of other lists have no field.
 */
export function findFieldAt(view: DocumentView, nodePath: NodePath): Field | undefined {
  const path = keysOf(nodePath);
  const inJob = path[0] === 'jobs' ? 2 : 0;
  const isAxis = path[inJob] === 'matrix' && path.length === inJob + 2;
  if (!nodePath.entry && !isAxis) return undefined;
  const owner = isAxis ? path.slice(0, inJob) : path.slice(0, -1);
  const mapKind = findMapKind(owner, { hasJobs: hasJobs(view) });
  return findFields(view, mapKind).find(
    ({ name, aliases }) => name === path.at(-1) || aliases?.includes(path.at(-1) ?? ''),
  );
}

/** Whether a value would be valid alone. A field that is not known accepts any value. */
export function isValidAlone(view: DocumentView, nodePath: NodePath, value: JsonValue): boolean {
  const field = findFieldAt(view, nodePath);
  return !field || checkValue(value, field).length === 0;
}
