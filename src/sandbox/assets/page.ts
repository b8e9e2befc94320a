import type { JsonObject, JsonValue } from '../../core/support/json/json.ts';
import { numberOf } from '../media/taskBody.ts';

/** The requested page of a list. Both numbers start at 1. */
export interface Page {
  readonly number: number;
  readonly size: number;
}

const defaultPageSize = 20;
const maxPageSize = 100;

export function parsePage(body: JsonObject): Page {
  const number = Math.max(1, Math.floor(numberOf(body['page_number']) ?? 1));
  const size = Math.floor(numberOf(body['page_size']) ?? defaultPageSize);
  return { number, size: Math.min(maxPageSize, Math.max(1, size)) };
}

/** Items of the same moment are sorted by id, so that pages do not overlap. */
export function newestFirst<T extends { readonly id: string; readonly createdAtMs: number }>(
  documents: readonly T[],
): readonly T[] {
  return [...documents].sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? -1 : 1));
}

export function buildPage(items: readonly JsonValue[], { number, size }: Page): JsonObject {
  const start = (number - 1) * size;
  return { Items: items.slice(start, start + size), TotalCount: items.length, PageNumber: number, PageSize: size };
}
