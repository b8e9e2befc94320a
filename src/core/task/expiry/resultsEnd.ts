import type { Modality } from '../../catalog/catalog.ts';
import type { Result, ResultSource } from '../model/taskEntry.ts';
import { urlExpiry } from './urlExpiry.ts';

const hourMs = 60 * 60_000;
/** Interface specification 4.4: about 30 days. */
const maxAgeMs = 30 * 24 * hourMs;
/** Observed: URLs of videos have run out after 24 hours. */
const maxVideoAgeMs = 24 * hourMs;

/** What was made, and when (Unix ms). */
export interface ResultOrigin {
  readonly modality: Modality | null;
  readonly finishedAt: number;
}

/** When a gateway lets go of what it made at that time, as far as nothing says more. */
export function ageEnd({ modality, finishedAt }: ResultOrigin): number {
  return finishedAt + (modality === 'video' ? maxVideoAgeMs : maxAgeMs);
}

/** When a result cannot be fetched any more, in Unix ms. Null for what is here already. */
export function resultEnd(source: ResultSource, origin: ResultOrigin): number | null {
  if (source.kind !== 'url' || !/^https?:/i.test(source.url)) return null;
  return Math.min(ageEnd(origin), urlExpiry(source.url) ?? Infinity);
}

/** When the first of them cannot be fetched any more. */
export function resultsEnd(results: readonly Result[], origin: ResultOrigin): number | null {
  const ends = results.flatMap(({ source }) => resultEnd(source, origin) ?? []);
  return ends.length === 0 ? null : Math.min(...ends);
}
