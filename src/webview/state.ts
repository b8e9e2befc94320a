import { isInFlight } from '../core/task/model/taskStates.ts';
import type { ItemsMessage, TextMessage } from '../protocol/preview.ts';
import {
  comparePreviewItems,
  type ArtifactItem,
  type PreviewDetails,
  type PreviewItem,
} from '../protocol/previewItem.ts';
import type { PreviewStrings } from '../protocol/previewStrings.ts';
import { fill } from './format.ts';

/** The state of the preview. A snapshot: every change creates a new one, and unchanged parts stay the same objects. */
export interface PreviewState {
  /** Null until the host has sent the first list. */
  readonly items: readonly PreviewItem[] | null;
  readonly selectedId: string | null;
  /** The item to select as soon as it is in the list: the selection before a reload. */
  readonly wantedId: string | null;
  /** Whether new results are selected, until the user turns to an older one or uses the present one. */
  readonly isFollowing: boolean;
  /** Details of the selected item. Null until they arrive. */
  readonly details: PreviewDetails | null;
  /** Add to the local clock to get the clock of the host, in ms. */
  readonly clockOffsetMs: number;
  /** Why the host cannot read the results. Null if it can. */
  readonly readError: string | null;
}

export const initialState: PreviewState = {
  items: null,
  selectedId: null,
  wantedId: null,
  isFollowing: true,
  details: null,
  clockOffsetMs: 0,
  readError: null,
};

/** Adds one part of the list. The selection is kept if possible. `isFollowing` says when it moves. */
export function applyItems(state: PreviewState, message: ItemsMessage, nowMs: number): PreviewState {
  const items = mergeItems(message.part === 'first' ? [] : (state.items ?? []), message);
  const has = (wanted: string | null): boolean => items.some(({ id }) => id === wanted);
  const first = firstToShow(items)?.id ?? null;
  const isRestored = has(state.wantedId);
  const current = isRestored ? state.wantedId : state.selectedId;
  const isKept = has(current);
  const shown = items.find(({ id }) => id === current);
  const arrival = state.isFollowing && message.part === 'change' ? newestArrival(items, message, shown) : null;
  const selectedId = arrival ?? (isKept ? current : first);
  return {
    ...state,
    items,
    selectedId,
    wantedId: isRestored ? null : state.wantedId,
    // The old details of the same item stay visible until newer ones arrive.
    details: state.details?.id === selectedId ? state.details : null,
    isFollowing: !isKept || (isRestored ? selectedId === first : state.isFollowing),
    clockOffsetMs: message.now - nowMs,
  };
}

/** Appends to the present text. Null if an earlier part is missing. A text of another item is ignored. */
export function applyText(state: PreviewState, { id, start, text }: TextMessage): PreviewState | null {
  const { details } = state;
  if (details?.id !== id) return state;
  const before = details.text ?? '';
  return before.length < start ? null : { ...state, details: { ...details, text: before.slice(0, start) + text } };
}

/** Items are sorted here, not by the host, because a message contains only what changed. */
function mergeItems(before: readonly PreviewItem[], { changed, removed }: ItemsMessage): readonly PreviewItem[] {
  const gone = new Set([...removed, ...changed.map(({ id }) => id)]);
  return [...before.filter(({ id }) => !gone.has(id)), ...changed].toSorted(comparePreviewItems);
}

/**
 * Returns the item to select instead of the shown one: a new result, a text that begins, or else a new task. Null if
 * there is none. A task without a text replaces only a card that no longer changes: what can be seen stays until there
 * is something new to see.
 */
function newestArrival(
  items: readonly PreviewItem[],
  { changed }: ItemsMessage,
  shown: PreviewItem | undefined,
): string | null {
  const changedIds = new Set(changed.map(({ id }) => id));
  const arrivals = items.filter((item) => changedIds.has(item.id) && !isConsequence(item));
  const ended = arrivals.find((item) => !isLive(item));
  if (ended) return ended.id;
  // The results of one run do not cover each other before they are whole.
  const isOfShown = ({ run }: PreviewItem): boolean =>
    shown !== undefined && shown.run === run && (shown.kind === 'artifact' || isWritten(shown));
  const written = arrivals.find((item) => isWritten(item) && !isOfShown(item));
  const isReplaceable = shown?.kind !== 'artifact' && !(shown && isLive(shown));
  return (written ?? (isReplaceable ? firstToRun(arrivals) : undefined))?.id ?? null;
}

/** Whether the item is a task whose text is being written. */
function isWritten(item: PreviewItem): boolean {
  return item.kind === 'task' && isLive(item) && item.hasText;
}

/** Returns a task that the gateway works on, or else the first one that waits. `items` are newest first. */
function firstToRun(items: readonly PreviewItem[]): PreviewItem | undefined {
  const live = items.filter(isLive);
  return live.findLast((item) => item.kind === 'task' && item.state !== 'planned') ?? live.at(-1);
}

/**
 * Returns the item to select first. Of a failed chain, this is the job that failed. Of a run, it is the newest result, or
 * what the gateway works on, and not the last of all that wait.
 */
function firstToShow(items: readonly PreviewItem[]): PreviewItem | undefined {
  const isSeen = (item: PreviewItem): boolean => !isLive(item) || isWritten(item);
  const runs = new Set(items.filter(isLive).map(({ run }) => run));
  const shown = items.filter((item) => !isConsequence(item));
  return (
    (runs.size > 0 ? (shown.find((item) => isSeen(item) && runs.has(item.run)) ?? firstToRun(items)) : shown[0]) ??
    items[0]
  );
}

/** Whether the task only ended because of something else, such as the failure of a job that it needs. */
function isConsequence(item: PreviewItem): boolean {
  return item.kind === 'task' && (item.state === 'skipped' || item.state === 'stopped');
}

/** Whether the card of the item is still changing. */
export function isLive(item: PreviewItem): boolean {
  return item.kind === 'task' && isInFlight(item.state);
}

/** Selects another item. At the newest one, new results are selected again. */
export function select(state: PreviewState, id: string): PreviewState {
  if (id === state.selectedId) return state;
  const items = state.items ?? [];
  return {
    ...state,
    selectedId: id,
    wantedId: null,
    details: null,
    isFollowing: [firstToShow(items), items.find((item) => !isConsequence(item))].some((item) => item?.id === id),
  };
}

/**
 * After Generate, its results are selected, starting with this item if it exists already. A page that was hidden since
 * the item came starts with the newest result.
 */
export function follow(state: PreviewState, id: string | null): PreviewState {
  const item = state.items?.find((each) => each.id === id);
  const newest = item && !isLive(item) ? firstToShow(state.items?.filter((each) => !isLive(each)) ?? []) : item;
  return { ...(id === null ? state : select(state, newest?.id ?? id)), isFollowing: true };
}

/** The user uses the present item, such as a playing clip or a zoomed image, so nothing replaces it automatically. */
export function stay(state: PreviewState): PreviewState {
  return state.isFollowing ? { ...state, isFollowing: false } : state;
}

/** Index of the selected item. -1 for none. */
export function selectedIndex({ items, selectedId }: PreviewState): number {
  return items?.findIndex(({ id }) => id === selectedId) ?? -1;
}

export function selectedItem(state: PreviewState): PreviewItem | null {
  return state.items?.[selectedIndex(state)] ?? null;
}

/** The state with the item that can be seen in place of a new one, which is selected automatically and still loads. */
export function withSeen(state: PreviewState, id: string | null): PreviewState {
  return state.isFollowing && state.items?.some((item) => item.id === id) ? { ...state, selectedId: id } : state;
}

export function findArtifact({ items }: PreviewState, wanted: string): ArtifactItem | undefined {
  const item = items?.find(({ id }) => id === wanted);
  return item?.kind === 'artifact' ? item : undefined;
}

/** How many items of the list, whose live tasks come first, are still to come. */
export function countLive({ items }: PreviewState): number {
  return items?.filter(isLive).length ?? 0;
}

/** Moves through these items, which are the whole list or a part of it, within their ends. */
export function selectByOffset(state: PreviewState, offset: number, items = state.items ?? []): PreviewState {
  const index = Math.min(Math.max(selectedIndex({ ...state, items }) + offset, 0), items.length - 1);
  const target = items[index];
  return target ? select(state, target.id) : state;
}

/** Describes, for a screen reader, each changed item that has ended since `before`. */
export function describeEnded(
  before: readonly PreviewItem[],
  changed: readonly PreviewItem[],
  strings: PreviewStrings,
): readonly string[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const ended = changed.filter((item) => {
    const earlier = known.get(item.id);
    return !isLive(item) && (earlier === undefined || isLive(earlier));
  });
  return ended.map((item) =>
    item.kind === 'artifact'
      ? fill(strings.announceSaved, { name: item.name })
      : fill(strings.announceEnded, { name: item.name, state: strings[`state.${item.state}`] }),
  );
}

/** The time of the host's clock, in Unix ms. */
export function hostNow({ clockOffsetMs }: PreviewState): number {
  return Date.now() + clockOffsetMs;
}
