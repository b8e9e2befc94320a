import { resultEnd } from './resultsEnd.ts';
import type { TaskEntry } from '../model/taskEntry.ts';

/** The gateway fetches it later than it is asked to, after its queue. */
const marginMs = 60 * 60_000;

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
  const origin = { modality: task.request.modality, finishedAt: finishedAt ?? 0 };
  return placings.flatMap(({ piece, artifact }): [string, string][] => {
    const source = /^\d+$/.test(piece) ? results[Number(piece)]?.source : undefined;
    if (source?.kind !== 'url') return [];
    return now < (resultEnd(source, origin) ?? 0) - marginMs ? [[artifact.sha256, source.url]] : [];
  });
}
