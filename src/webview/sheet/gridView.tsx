import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PreviewItem } from '../../protocol/previewItem.ts';
import { joinClasses } from '../elements.tsx';
import { fill } from '../format.ts';
import { nameWithMarks } from '../marks/marks.tsx';
import { useFocus, usePage } from '../usePage.ts';
import { useVirtualizer } from '../useVirtualizer.ts';
import { Cell } from './cell.tsx';
import { gapPx, headerPx, headingPx, labelWidth, linePitch } from './gridSize.ts';
import { startDrag } from './drag.ts';
import type { Grid, GridLine } from './grid.ts';
import { extendTo, selectOne, toggle } from './selection.ts';

/** The results in lines and columns. Only the visible part has elements, and the active cell. */
export function GridView() {
  const { strings, sheet } = usePage();
  const grid = sheet.grid.value;
  const cellPx = sheet.cellPx.value;
  const frame = useRef<HTMLDivElement>(null);
  useSize(frame);
  const active = grid.cells.get(sheet.activeId ?? '');
  const lines = useVirtualizer({
    scroller: frame,
    size: sheet.size,
    count: grid.lines.length,
    lengthOf: (at) => (grid.lines[at]?.kind === 'heading' ? headingPx : linePitch(cellPx)),
    inputs: [grid.lines, cellPx],
    overscan: 2,
    kept: active?.line ?? -1,
  });
  const columns = useVirtualizer({
    scroller: frame,
    size: sheet.size,
    isHorizontal: true,
    count: grid.columnCount,
    lengthOf: () => cellPx + gapPx,
    inputs: [cellPx],
    overscan: 6,
    kept: active?.column ?? -1,
  });
  useFocusedCell(frame);
  const pointer = usePointer();
  const hasRows = grid.rowsName !== null;
  const label = labelWidth(sheet.size.value, hasRows);
  const height = grid.lines.reduce((sum, { kind }) => sum + (kind === 'heading' ? headingPx : linePitch(cellPx)), 0);
  const widthPx = grid.columnCount * (cellPx + gapPx) + gapPx + label;
  const width = `${widthPx}px`;
  return (
    <div
      class={joinClasses('grid', widthPx > sheet.size.value.width && 'is-wide')}
      ref={frame}
      hidden={grid.order.length === 0}
      role="grid"
      aria-label={strings.sheet}
      aria-multiselectable="true"
      aria-rowcount={grid.lines.length + 1}
      aria-colcount={grid.columnCount + (hasRows ? 1 : 0)}
      style={{
        '--cell': `${cellPx}px`,
        '--label': `${label}px`,
        '--header': `${grid.columnLabels ? headerPx : 0}px`,
      }}
      {...pointer}
    >
      <div class="grid-header" role="row" aria-rowindex={1} hidden={grid.columnLabels === null} style={{ width }}>
        {hasRows && (
          <span class="corner" role="columnheader">
            {grid.rowsName}
          </span>
        )}
        {grid.columnLabels?.map((text) => (
          <span class="column-label" key={text} role="columnheader" title={text}>
            {text}
          </span>
        ))}
      </div>
      <div class="grid-track" role="rowgroup" style={{ width, height: `${height}px` }}>
        {lines.map(({ index, start }) => (
          <Line key={index} grid={grid} at={index} top={start} columns={columns.map((column) => column.index)} />
        ))}
      </div>
    </div>
  );
}

interface LineProps {
  readonly grid: Grid;
  /** Index of the line. */
  readonly at: number;
  readonly top: number;
  /** Indexes of the columns that need elements. */
  readonly columns: readonly number[];
}

function Line({ grid, at, top, columns }: LineProps) {
  const { strings, sheet } = usePage();
  const line = grid.lines[at];
  if (!line) return null;
  const text = line.kind === 'heading' ? line.text || strings.otherResults : (line.label ?? '');
  const heading = grid.lines.slice(0, at).findLast(({ kind }) => kind === 'heading');
  const hasLabel = line.kind === 'heading' || grid.rowsName !== null;
  const row = rowLabel(grid, at);
  const cellPx = sheet.cellPx.value;
  // The headings say what is in a cell of both axes, unless results share it.
  const isPlaced = row !== null && grid.columnLabels !== null;
  const next = grid.lines[at + 1];
  const isShared = (column: number): boolean =>
    [line, next].some((each) => each?.kind === 'cells' && each.label === null && each.cells[column]);
  return (
    <div
      class={joinClasses('grid-line', line.kind === 'heading' && 'heading')}
      role="row"
      aria-rowindex={at + 2}
      style={{ top: `${top}px` }}
    >
      {hasLabel && (
        <span class="row-label" role="rowheader" title={text}>
          {text}
        </span>
      )}
      {columns.map((column) => {
        const item = line.kind === 'cells' ? line.cells[column] : null;
        if (!item) return null;
        const parts = [
          nameWithMarks(item, strings),
          row === null ? null : fill(strings.inRow, { value: row }),
          fill(strings.inColumn, { value: grid.columnLabels?.[column] ?? column + 1 }),
        ];
        return (
          <Cell
            key={item.id}
            item={item}
            caption={isPlaced && !isShared(column) ? null : nameBelow(heading, item)}
            // A screen reader says it with the position: `hero-3.png, starred, row warm, column 3`.
            label={parts.filter((part) => part !== null).join(', ')}
            column={column + (grid.rowsName === null ? 1 : 2)}
            left={`calc(var(--label) + ${gapPx + column * (cellPx + gapPx)}px)`}
          />
        );
      })}
    </div>
  );
}

/** A heading with the path of the job file leaves the folder out of the names below it. */
function nameBelow(heading: GridLine | undefined, { group, name }: PreviewItem): string {
  return heading?.kind === 'heading' && heading.text === group ? name.slice(group.lastIndexOf('/') + 1) : name;
}

/** The label of the row that a line belongs to, which may begin further up. */
function rowLabel({ lines, rowsName }: Grid, at: number): string | null {
  if (rowsName === null) return null;
  for (let line = at; line >= 0; line -= 1) {
    const each = lines[line];
    if (each?.kind !== 'cells') return null;
    if (each.label !== null) return each.label;
  }
  return null;
}

/** Keeps the size of the grid in the state of the sheet. */
function useSize(frame: RefObject<HTMLElement | null>): void {
  const { sheet, view } = usePage();
  const measure = (): void => {
    if (!frame.current) return;
    const { clientWidth: width, clientHeight: height, offsetWidth: outerWidth } = frame.current;
    const before = sheet.size.peek();
    if (width === before.width && height === before.height && outerWidth === before.outerWidth) return;
    sheet.size.value = { width, height, outerWidth };
    // The result with the focus stays visible.
    if (before.width === 0 || frame.current.contains(document.activeElement)) sheet.reveal();
  };
  // The first drawing of the sheet has the right size.
  useLayoutEffect(measure, [view.value === 'sheet', sheet.total.value === 0]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
}

/**
 * Keeps the focus on the active cell, also if it is drawn again elsewhere, and scrolls to it if asked. Without results,
 * the focus moves to the button that is shown instead.
 */
function useFocusedCell(frame: RefObject<HTMLElement | null>): void {
  const { sheet } = usePage();
  const isEmpty = sheet.grid.value.order.length === 0;
  const hadFocus = frame.current?.contains(document.activeElement) ?? false;
  const isRequested = useRef(false);
  const findCell = () => frame.current?.querySelector<HTMLElement>('.cell[tabindex="0"]');
  useFocus('sheet', () => (isRequested.current = true));
  useLayoutEffect(() => findCell()?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [sheet.reveals.value]);
  useLayoutEffect(() => {
    const isLost = hadFocus && document.activeElement === document.body;
    if (!isRequested.current && !isLost) return;
    const target = isEmpty ? frame.current?.parentElement?.querySelector<HTMLElement>('.notice button') : findCell();
    target?.focus({ preventScroll: true });
    // Until the sheet is shown, nothing in it can have the focus.
    if (document.activeElement === target) isRequested.current = false;
  });
  useFocus('menu', () => {
    const item = sheet.itemOf(sheet.activeId);
    const cell = findCell();
    if (!item || !cell) return;
    const { left, top, width, height } = cell.getBoundingClientRect();
    sheet.menu.value = { item, x: left + width / 2, y: top + height / 2 };
  });
}

function usePointer() {
  const page = usePage();
  const { sheet } = page;
  const idAt = (target: EventTarget | null): string | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null;
    return cell?.dataset['id'] ?? null;
  };
  return {
    onClick({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) {
      const id = idAt(target);
      if (id === null) return;
      const selection = sheet.selection.value;
      if (shiftKey) sheet.select(extendTo(selection, id, sheet.grid.value.order));
      else sheet.select(ctrlKey || metaKey ? toggle(selection, id) : selectOne(id));
      page.focus('sheet');
    },
    onDblClick({ target }: MouseEvent) {
      const id = idAt(target);
      if (id !== null) page.turnTo('stage', id);
    },
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      const id = idAt(event.target);
      const item = sheet.itemOf(id);
      if (id === null || !item) return;
      // A result that is not selected is selected first.
      if (!sheet.selection.value.ids.has(id)) sheet.select(selectOne(id));
      sheet.menu.value = { item, x: event.clientX, y: event.clientY };
    },
    onDragStart(event: DragEvent) {
      const id = idAt(event.target) ?? '';
      startDrag(event, sheet.selection.value.ids.has(id) ? sheet.selected : [sheet.itemOf(id)]);
    },
  };
}
