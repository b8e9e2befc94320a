import type { Modality } from '../../catalog/catalog.ts';
import type { Clock } from '../../support/clock.ts';
import type { Task } from './task.ts';
import type { Result, ResultSource, TaskEntry } from './taskEntry.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Interface specification 4.4: results are kept for about 30 days. */
const maxAgeMs = 30 * 24 * hourMs;
/** Observed: URLs of videos expired after 24 hours. */
const maxVideoAgeMs = 24 * hourMs;

/** Describes what was made, and when (Unix ms). */
interface ResultOrigin {
  readonly modality: Modality | null;
  readonly finishedAt: number;
}

/** Returns when a gateway deletes a result that was finished at that time, unless its URL says otherwise. Unix ms. */
function findAgeLimit({ modality, finishedAt }: ResultOrigin): number {
  return finishedAt + (modality === 'video' ? maxVideoAgeMs : maxAgeMs);
}

/** Returns when a result expires, in Unix ms. Null if it has been fetched already. */
function resultExpiry(source: ResultSource, origin: ResultOrigin): number | null {
  if (source.kind !== 'url' || !/^https?:/i.test(source.url)) return null;
  return Math.min(findAgeLimit(origin), urlExpiry(source.url) ?? Infinity);
}

/** Returns when the first of the results expires, in Unix ms. Null if none has to be fetched. */
export function resultsExpiry(results: readonly Result[], origin: ResultOrigin): number | null {
  const ends = results.flatMap(({ source }) => resultExpiry(source, origin) ?? []);
  return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * Returns when a signed URL expires, in Unix ms, if its query says so: `…-Date` with `…-Expires` (seconds after that
 * date), or `Expires` alone (seconds since 1970). Returns null if it does not.
 */
function urlExpiry(url: string): number | null {
  // The names and values that matter contain no escapes.
  const query = [...url.matchAll(/[?&]([^?=&#]+)=([^&#]*)/g)];
  const valueOf = (pattern: RegExp): string | undefined => query.find(([, name = '']) => pattern.test(name))?.[2];
  const lifetimeS = Number(valueOf(/^x-\w+-expires$/i) ?? NaN);
  const signedAt = parseBasicDate(valueOf(/^x-\w+-date$/i) ?? '');
  if (signedAt !== null && Number.isFinite(lifetimeS)) return signedAt + lifetimeS * 1_000;
  const expires = Number(valueOf(/^expires$/i) ?? NaN);
  return Number.isFinite(expires) && expires > 0 ? expires * 1_000 : null;
}

/** Parses a date such as `20260102T030405Z`. */
function parseBasicDate(text: string): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (second === undefined) return null;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** The gateway fetches the URL after the submit, when the request leaves its queue. */
const marginMs = hourMs;

/** Returns the URLs of results that a profile still has, by content hash. Of several, the newest is used. */
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
    return now < (resultExpiry(source, origin) ?? 0) - marginMs ? [[artifact.sha256, source.url]] : [];
  });
}

const minLeadMs = 10 * minuteMs;
const maxLeadMs = 24 * hourMs;

/**
 * Returns when a paid result that is not being fetched expires, in Unix ms. Null if there is none. For a task that is
 * not watched, this is the earliest possible time, because it may have finished as soon as it was sent.
 */
export function findExpiry({ state, isSandbox, taskId, submittedAt, request, resultsExpireAt }: Task): number | null {
  if (isSandbox) return null;
  if (state === 'unsaved') return resultsExpireAt ?? null;
  if (state !== 'stopped' || taskId === null || submittedAt === null) return null;
  return findAgeLimit({ modality: request.modality, finishedAt: submittedAt });
}

/** Whether to warn the user: a quarter of the lifetime is left, but at least ten minutes and at most a day. */
export function isExpiring(task: Task, now: number): boolean {
  const expiresAt = findExpiry(task);
  if (expiresAt === null || expiresAt <= now) return false;
  const lifeMs = expiresAt - (task.submittedAt ?? task.createdAt);
  return expiresAt - now <= Math.min(maxLeadMs, Math.max(minLeadMs, lifeMs / 4));
}

/** Interval of the checks. It is short enough for URLs that are valid for an hour. */
const lookAgainMs = 60_000;

interface ExpiryPorts {
  readonly clock: Clock;
  readonly tasks: () => readonly Task[];
  /** Called with all tasks whose warning is due since the last call. Each task is passed once. */
  readonly announce: (tasks: readonly Task[]) => void;
}

/** Announces in time which results are about to expire. Resolves when the signal aborts. Never rejects. */
export async function watchExpiry({ clock, tasks, announce }: ExpiryPorts, signal: AbortSignal): Promise<void> {
  const announced = new Set<string>();
  while (!signal.aborted) {
    const due = tasks().filter((task) => isExpiring(task, clock.now()) && !announced.has(task.id));
    for (const { id } of due) announced.add(id);
    if (due.length > 0) announce(due);
    await clock.sleep(lookAgainMs, signal).catch(() => undefined);
  }
}
