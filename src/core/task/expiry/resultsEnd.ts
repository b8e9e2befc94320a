import type { Modality } from '../../catalog/catalog.ts';
import type { Result, ResultSource } from '../model/taskEntry.ts';
import { urlExpiry } from './urlExpiry.ts';

const hourMs = 60 * 60_000;
/** Interface specification 4.4: results are kept for about 30 days. */
const maxAgeMs = 30 * 24 * hourMs;
/** Observed: URLs of videos expired after 24 hours. */
const maxVideoAgeMs = 24 * hourMs;

/** Describes what was made, and when (Unix ms). */
export interface ResultOrigin {
  readonly modality: Modality | null;
  readonly finishedAt: number;
}

/** Returns when a gateway deletes a result that was finished at that time, unless its URL says otherwise. Unix ms. */
export function ageEnd({ modality, finishedAt }: ResultOrigin): number {
  return finishedAt + (modality === 'video' ? maxVideoAgeMs : maxAgeMs);
}

/** Returns when a result expires, in Unix ms. Null if it has been fetched already. */
export function resultEnd(source: ResultSource, origin: ResultOrigin): number | null {
  if (source.kind !== 'url' || !/^https?:/i.test(source.url)) return null;
  return Math.min(ageEnd(origin), urlExpiry(source.url) ?? Infinity);
}

/** Returns when the first of the results expires, in Unix ms. Null if none has to be fetched. */
export function resultsEnd(results: readonly Result[], origin: ResultOrigin): number | null {
  const ends = results.flatMap(({ source }) => resultEnd(source, origin) ?? []);
  return ends.length === 0 ? null : Math.min(...ends);
}
