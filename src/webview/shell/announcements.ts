import type { PreviewItem } from '../../protocol/previewItem.ts';
import type { PreviewStrings } from '../../protocol/previewStrings.ts';
import { fill } from '../format.ts';
import { isLive } from '../state.ts';

/** Returns what a screen reader announces about a change of the list. Null if no task has ended. */
export function buildAnnouncement(
  before: readonly PreviewItem[],
  changed: readonly PreviewItem[],
  strings: PreviewStrings,
): string | null {
  const known = new Map(before.map((item) => [item.id, item]));
  const ended = changed.filter((item) => {
    const earlier = known.get(item.id);
    return !isLive(item) && (earlier === undefined || isLive(earlier));
  });
  const sentences = ended.map((item) =>
    item.kind === 'artifact'
      ? fill(strings.announceSaved, { name: item.name })
      : fill(strings.announceEnded, { name: item.name, state: strings[`state.${item.state}`] }),
  );
  return sentences.length > 0 ? sentences.join('. ') : null;
}
