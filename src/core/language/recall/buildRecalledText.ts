import type { Catalog } from '../../catalog/catalog.ts';
import { isReservedKey } from '../../catalog/reservedKeys.ts';
import { replaceFileTexts } from '../../jobFile/write/replaceFiles.ts';
import { writeEntries } from '../../jobFile/write/writeValue.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { defaultEndpoint } from './editFields.ts';
import { mapToRecalledFields, type RecalledRecord } from './recalledFields.ts';

/**
 * Builds a new job file from a record. A value that is known only by its hash is written as it is recorded. Records may
 * come from anyone, so no string of theirs may read a file.
 */
export function buildRecalledText(record: RecalledRecord, catalog: Pick<Catalog, 'findModel'>): string {
  const { model, ...fields } = mapToRecalledFields({ ...record, body: record.request }, new Set());
  const entries = Object.entries(fields).map(([key, value]) => [key, replaceFileTexts(value)] as const);
  const extra = entries.filter(([key]) => isReservedKey(key));
  const isUsual = defaultEndpoint(record.model, catalog) === record.endpoint;
  const values: JsonObject = {
    ...(model === undefined ? {} : { model }),
    ...(isUsual ? {} : { gen: { endpoint: record.endpoint } }),
    ...Object.fromEntries(entries.filter(([key]) => !isReservedKey(key))),
    ...(extra.length === 0 ? {} : { request: Object.fromEntries(extra) }),
  };
  return `${writeEntries(values, '')}\n`;
}
