import type { PreviewItem } from '../../protocol/previewItem.ts';
import { joinClasses } from '../elements.tsx';
import { MarkSigns } from '../marks/marks.tsx';
import { isLive } from '../state.ts';
import { Picture } from '../thumbnails/picture.tsx';
import { usePage } from '../usePage.ts';

interface CellProps {
  readonly item: PreviewItem;
  /** The name of a file below its picture. Null for none. */
  readonly caption: string | null;
  readonly label: string;
  /** Position among the columns, from 1. */
  readonly column: number;
  readonly left: string;
}

/** One result in the grid. */
export function Cell({ item, caption, label, column, left }: CellProps) {
  const { strings, formats, sheet } = usePage();
  const { activeId, ids } = sheet.selection.value;
  const isFile = item.kind === 'artifact';
  return (
    <div
      class={joinClasses('cell', item.mark === 'reject' && 'rejected', isLive(item) && 'live')}
      data-id={item.id}
      role="gridcell"
      // The one with the focus of the grid.
      tabIndex={item.id === activeId ? 0 : -1}
      draggable={isFile && item.uri !== null}
      title={item.note ?? sheet.prompts.of(item.id) ?? item.name}
      aria-label={label}
      aria-colindex={column}
      aria-selected={ids.has(item.id)}
      style={{ left }}
    >
      <Picture item={item} class="cell-picture" />
      <div class="cell-marks" aria-hidden="true">
        <MarkSigns item={item} />
      </div>
      <div class="cell-caption" aria-hidden="true">
        {isFile && caption !== null && <Name name={caption} />}
        {!isFile && <span class="cell-state">{strings[`state.${item.state}`]}</span>}
        {isFile && item.seconds !== null && <span class="cell-length">{formats.time(item.seconds)}</span>}
      </div>
    </div>
  );
}

/** Letters at the end of a name that are shown before any other, as many as the cell has room for. */
const endLength = 12;

/** Names of a matrix differ at their end, so a long one is shortened before it. */
function Name({ name }: { readonly name: string }) {
  return (
    <span class="cell-name">
      <span class="cell-name-start">{name.slice(0, -endLength)}</span>
      {/* The end is shortened on its left, and `bdi` keeps the order of its letters. */}
      <span class="cell-name-end">
        <bdi>{name.slice(-endLength)}</bdi>
      </span>
    </span>
  );
}
