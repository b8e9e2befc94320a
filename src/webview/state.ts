import type { HostMessage } from '../protocol/preview.ts';
import { isInFlight } from '../core/task/taskStates.ts';
import { comparePreviewItems, type PreviewDetails, type PreviewItem } from '../protocol/previewItem.ts';

/** What the preview shows. A snapshot: every change makes a new one, untouched parts keep their identity. */
export interface PreviewState {
  /** Null until the host has sent the first list. */
  readonly items: readonly PreviewItem[] | null;
  readonly selectedId: string | null;
  /** To be selected as soon as it is in the list: what was selected before a reload. */
  readonly wantedId: string | null;
  /** New results take the selection, as long as nobody has turned to an older one or used what is on show. */
  readonly isFollowing: boolean;
  /** Of the selected item; null while they are on the way. */
  readonly details: PreviewDetails | null;
  /** Add to the local clock to get the host's. */
  readonly clockOffsetMs: number;
}

export type ItemsMessage = Extract<HostMessage, { type: 'items' }>;
export type TextMessage = Extract<HostMessage, { type: 'text' }>;

/** Takes one part of the list in. The selection is kept where it can be; see `isFollowing` for when it moves. */
export function applyItems(state: PreviewState, message: ItemsMessage, nowMs: number): PreviewState {
  const items = mergeItems(message.part === 'first' ? [] : (state.items ?? []), message);
  const has = (wanted: string | null): boolean => items.some(({ id }) => id === wanted);
  const first = items[0]?.id ?? null;
  const isRestored = has(state.wantedId);
  const current = isRestored ? state.wantedId : state.selectedId;
  const isKept = has(current);
  const arrival = state.isFollowing && message.part === 'change' ? newestArrival(items, message) : null;
  const selectedId = arrival ?? (isKept ? current : first);
  return {
    ...state,
    items,
    selectedId,
    wantedId: isRestored ? null : state.wantedId,
    // Those of the same item stay on screen until newer ones come.
    details: state.details?.id === selectedId ? state.details : null,
    isFollowing: !isKept || (isRestored ? selectedId === first : state.isFollowing),
    clockOffsetMs: message.now - nowMs,
  };
}

/** Lets the text on show grow. Null when what is here does not reach up to it; of another item it means nothing. */
export function applyText(state: PreviewState, { id, start, text }: TextMessage): PreviewState | null {
  const { details } = state;
  if (details?.id !== id) return state;
  const before = details.text ?? '';
  return before.length < start ? null : { ...state, details: { ...details, text: before.slice(0, start) + text } };
}

/** Items are sorted here, not by the host: a change carries only what changed. */
function mergeItems(before: readonly PreviewItem[], { changed, removed }: ItemsMessage): readonly PreviewItem[] {
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  return [...before.filter(({ id }) => !gone.has(id)), ...changed].toSorted(comparePreviewItems);
}

/** A result that has just come wins over a task that has just started, which wins over staying. */
function newestArrival(items: readonly PreviewItem[], { changed }: ItemsMessage): string | null {
  const changedIds = new Set(changed.map(({ id }) => id));
  const arrivals = items.filter(({ id }) => changedIds.has(id));
  const ended = arrivals.find((item) => !isLive(item));
  if (ended) return ended.id;
  const started = arrivals.find(
    (item) => item.kind === 'task' && (item.state === 'planned' || item.state === 'sending'),
  );
  return started?.id ?? null;
}

/** Its card is still moving. */
export function isLive(item: PreviewItem): boolean {
  return item.kind === 'task' && isInFlight(item.state);
}

/** Shows another item; back at the newest, new results take the selection again. */
export function select(state: PreviewState, id: string): PreviewState {
  if (id === state.selectedId) return state;
  return { ...state, selectedId: id, wantedId: null, details: null, isFollowing: state.items?.[0]?.id === id };
}

/** Generate was pressed: what comes of it takes the selection, beginning with this item where there is one already. */
export function follow(state: PreviewState, id: string | null): PreviewState {
  return { ...(id === null ? state : select(state, id)), isFollowing: true };
}

/** Somebody uses what is on show, a clip that plays or a picture that is zoomed: nothing takes its place by itself. */
export function stay(state: PreviewState): PreviewState {
  return state.isFollowing ? { ...state, isFollowing: false } : state;
}

/** Index of the selected item; -1 for none. */
export function selectedIndex({ items, selectedId }: PreviewState): number {
  return items?.findIndex(({ id }) => id === selectedId) ?? -1;
}

export function selectedItem(state: PreviewState): PreviewItem | null {
  return state.items?.[selectedIndex(state)] ?? null;
}

/** Steps through the list without leaving it. */
export function selectByOffset(state: PreviewState, offset: number): PreviewState {
  const items = state.items ?? [];
  const index = Math.min(Math.max(selectedIndex(state) + offset, 0), items.length - 1);
  const target = items[index];
  return target ? select(state, target.id) : state;
}
