import { checkValue } from '../../catalog/checkValue.ts';
import type { Field } from '../../catalog/field.ts';
import type { JsonValue } from '../../support/json.ts';
import { type DocumentView, findFields, hasJobs } from '../documentView.ts';
import { findScope } from '../scope.ts';
import { pathOfSeat, type Seat } from './seat.ts';

/**
 * The field of the catalog that a value is for; an axis of the matrix, and each of its values, is for the field of its
 * name. Items of other lists have no field of their own.
 */
export function findFieldAt(view: DocumentView, seat: Seat): Field | undefined {
  const path = pathOfSeat(seat);
  const inJob = hasJobs(view) && path[0] === 'jobs' ? 2 : 0;
  const isAxis = path[inJob] === 'matrix' && path.length === inJob + 2;
  if (!seat.entry && !isAxis) return undefined;
  const owner = isAxis ? path.slice(0, inJob) : path.slice(0, -1);
  const scope = findScope(owner, { hasJobs: hasJobs(view) });
  return findFields(view, scope).find(
    ({ name, aliases }) => name === path.at(-1) || aliases?.includes(path.at(-1) ?? ''),
  );
}

/** Whether a value would have no fault of its own; what is not known takes anything. */
export function isTaken(view: DocumentView, seat: Seat, value: JsonValue): boolean {
  const field = findFieldAt(view, seat);
  return !field || checkValue(value, field).length === 0;
}
