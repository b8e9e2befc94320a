import { resultEnd } from './resultsEnd.ts';
import type { TaskEntry } from '../model/taskEntry.ts';

/** The gateway fetches the URL after the submit, when the request leaves its queue. */
const marginMs = 60 * 60_000;

/**
 * Returns the URLs of results that a gateway still has, by content hash. If there are several, the newest is used. Only
 * results of that profile are included.
 */
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
  const origin = { modality: task.request.modality, finishedAt: finishedAt ?? 0 };
  return placings.flatMap(({ piece, artifact }): [string, string][] => {
    const source = /^\d+$/.test(piece) ? results[Number(piece)]?.source : undefined;
    if (source?.kind !== 'url') return [];
    return now < (resultEnd(source, origin) ?? 0) - marginMs ? [[artifact.sha256, source.url]] : [];
  });
}
