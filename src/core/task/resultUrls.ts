import type { TaskEntry } from './taskEntry.ts';
import { urlExpiry } from './urlExpiry.ts';

const hourMs = 60 * 60_000;
/** Interface specification 4.4: about 30 days. */
const maxAgeMs = 30 * 24 * hourMs;
/** Observed: URLs of videos have run out after 24 hours. */
const maxVideoAgeMs = 24 * hourMs;
/** The gateway fetches it later than it is asked to, after its queue. */
const marginMs = hourMs;

/** Where a gateway still has what it made: content hash to URL, newest first wins. Only results of that profile count. */
export function findResultUrls(
  entries: readonly TaskEntry[],
  { profile, now }: { readonly profile: string; readonly now: number },
): ReadonlyMap<string, string> {
  const own = entries
    .filter(({ task, finishedAt }) => task.profile === profile && finishedAt !== null)
    .toSorted((one, other) => (one.finishedAt ?? 0) - (other.finishedAt ?? 0));
  return new Map(own.flatMap((entry) => listUrls(entry, now)));
}

function listUrls({ task, results, placings, finishedAt }: TaskEntry, now: number): readonly [string, string][] {
  const ageLimitMs = task.request.modality === 'video' ? maxVideoAgeMs : maxAgeMs;
  return placings.flatMap(({ piece, artifact }): [string, string][] => {
    const source = /^\d+$/.test(piece) ? results[Number(piece)]?.source : undefined;
    if (source?.kind !== 'url' || !/^https?:/i.test(source.url)) return [];
    const endsAt = Math.min((finishedAt ?? 0) + ageLimitMs, urlExpiry(source.url) ?? Infinity);
    return now < endsAt - marginMs ? [[artifact.sha256, source.url]] : [];
  });
}
