import type { HostMessage } from '../../protocol/preview.ts';
import type { PreviewEntry } from './previewEntries.ts';

/**
 * What the page shall show as soon as it has the list. Tasks have the id of the journal or of the gateway. Only `follow`
 * may have no task in particular. Paths are relative to the folder of the job file.
 */
export type Wanted =
  | { readonly type: 'select'; readonly taskId: string }
  | { readonly type: 'follow'; readonly taskId: string | null }
  | { readonly type: 'compare'; readonly paths: readonly string[] };

/** Returns the message for the page. Null as long as an item is unknown. `entries` are newest first. */
export function buildWantedMessage(wanted: Wanted, entries: readonly PreviewEntry[]): HostMessage | null {
  if (wanted.type === 'compare') {
    const ids = wanted.paths.flatMap((path) => entries.find(({ artifact }) => artifact?.path === path)?.item.id ?? []);
    return ids.length === wanted.paths.length ? { type: 'compare', ids } : null;
  }
  if (wanted.taskId === null) return { type: 'follow', id: null };
  const entry = entries.find(({ facts }) => facts.journalId === wanted.taskId || facts.taskId === wanted.taskId);
  return entry ? { type: wanted.type, id: entry.item.id } : null;
}
