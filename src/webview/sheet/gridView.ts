import type { PreviewItem } from '../../protocol/previewItem.ts';
import { element } from '../dom.ts';
import { windowRange } from '../shell/windowRange.ts';
import type { ViewContext } from '../view.ts';
import { Cell } from './cell.ts';
import { nameCell } from '../marks/marksView.ts';
import { cellOf, type Grid } from './grid.ts';
import { layOut, linesToShow, offsetOfLine, type LineLayout } from './lineLayout.ts';
import type { Prompts } from './prompts.ts';
import type { Selection } from './selection/selection.ts';

/** Lengths in CSS pixels. The style sheet has the same values. */
const gapPx = 8;
const captionPx = 22;
const headingPx = 34;
const headerPx = 28;
const labelPx = 112;
const narrowLabelPx = 80;
/** Width of a scroll bar. Its coming and going must not change the size of the cells. */
const scrollBarPx = 10;
const narrowFromPx = 480;
/** Side of a cell of results without columns. */
const loosePx = 168;
/** Sides of a cell that are selected automatically. */
const fittingPx = { min: 72, max: 208 };

/** What the grid shows. */
interface GridContent {
  readonly grid: Grid;
  readonly selection: Selection;
  readonly cellPx: number;
}

interface ShownLine {
  readonly element: HTMLElement;
  readonly label: HTMLElement;
}

/** Draws the part of the grid that is visible, so ten thousand results cost no more than a hundred. */
export class GridView {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #prompts: Prompts;
  readonly #header = element('div', { class: 'grid-header', role: 'row', attributes: { 'aria-rowindex': 1 } });
  readonly #track = element('div', { class: 'grid-track', role: 'rowgroup' });
  readonly #lines = new Map<number, ShownLine>();
  readonly #cells = new Map<string, Cell>();
  #content: GridContent | null = null;
  #layout: LineLayout = layOut([], { heading: 0, cells: 0 });

  constructor(context: ViewContext, prompts: Prompts, resized: () => void) {
    this.#context = context;
    this.#prompts = prompts;
    this.element = element(
      'div',
      {
        class: 'grid',
        role: 'grid',
        attributes: { 'aria-label': context.strings.sheet, 'aria-multiselectable': true },
      },
      [this.#header, this.#track],
    );
    this.element.addEventListener('scroll', () => this.#draw(), { passive: true });
    new ResizeObserver(resized).observe(this.element);
  }

  show(content: GridContent): void {
    const { grid, cellPx } = content;
    const isRebuilt = grid !== this.#content?.grid || cellPx !== this.#content.cellPx;
    this.#content = content;
    if (isRebuilt) this.#measure(content);
    this.#draw();
  }

  /** Returns the side of a cell with which this many columns fit, as far as pictures can be seen then. */
  fittingCellPx(columns: number | undefined, hasRowLabels: boolean): number {
    if (columns === undefined) return loosePx;
    const width = this.element.offsetWidth - scrollBarPx - gapPx - (hasRowLabels ? this.#labelWidth : 0);
    return Math.min(fittingPx.max, Math.max(fittingPx.min, Math.floor(width / columns) - gapPx));
  }

  /** How many columns of this size fit beside the labels of rows. */
  fittingColumns(cellPx: number, hasRowLabels: boolean): number {
    const width = this.element.clientWidth - gapPx - (hasRowLabels ? this.#labelWidth : 0);
    return Math.max(1, Math.floor(width / (cellPx + gapPx)));
  }

  /** How many lines fit below one another. */
  get pageLines(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.#linePitch));
  }

  /** Id of the item at an element of the page. Null for none. */
  idAt(target: EventTarget | null): string | null {
    const cell = target instanceof Element ? target.closest<HTMLElement>('.cell') : null;
    return cell?.dataset['id'] ?? null;
  }

  /** Scrolls as little as needed to show an item. */
  reveal(id: string): void {
    const cell = this.#content && cellOf(this.#content.grid, id);
    if (!cell || !this.#content) return;
    const { top, height } = offsetOfLine(this.#layout, cell.line);
    const { element: view } = this;
    const header = this.#headerHeight;
    if (top < view.scrollTop) view.scrollTop = Math.max(0, top - gapPx);
    else if (top + height + header > view.scrollTop + view.clientHeight)
      view.scrollTop = top + height + header - view.clientHeight;
    const left = cell.column * (this.#content.cellPx + gapPx);
    const room = view.clientWidth - this.#labelsWidth;
    if (left < view.scrollLeft) view.scrollLeft = left;
    else if (left + this.#content.cellPx + gapPx > view.scrollLeft + room)
      view.scrollLeft = left + this.#content.cellPx + 2 * gapPx - room;
    this.#draw();
  }

  /** Position of the middle of a visible cell in the page. */
  centerOf(id: string): { readonly x: number; readonly y: number } {
    const { left, top, width, height } = (this.#cells.get(id)?.element ?? this.element).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  /** Gives the active cell the focus. */
  focus(): void {
    this.#cells.get(this.#content?.selection.activeId ?? '')?.element.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  get #linePitch(): number {
    return (this.#content?.cellPx ?? 0) + captionPx + gapPx;
  }

  get #labelWidth(): number {
    return this.element.clientWidth < narrowFromPx ? narrowLabelPx : labelPx;
  }

  get #labelsWidth(): number {
    return this.#content?.grid.rowsName !== null ? this.#labelWidth : 0;
  }

  get #headerHeight(): number {
    return this.#content?.grid.columnLabels ? headerPx : 0;
  }

  /** Sizes the track for a new grid. */
  #measure({ grid, cellPx }: GridContent): void {
    this.#layout = layOut(grid.lines, { heading: headingPx, cells: this.#linePitch });
    this.#track.style.height = `${this.#layout.height}px`;
    const width = grid.columnCount * (cellPx + gapPx) + gapPx + this.#labelsWidth;
    this.#track.style.width = this.#header.style.width = `${width}px`;
    this.element.style.setProperty('--cell', `${cellPx}px`);
    this.element.style.setProperty('--label', `${this.#labelsWidth}px`);
    this.element.ariaRowCount = String(grid.lines.length + 1);
    this.element.ariaColCount = String(grid.columnCount + (grid.rowsName !== null ? 1 : 0));
    this.#header.hidden = grid.columnLabels === null;
    const start =
      grid.rowsName !== null ? [element('span', { class: 'corner', role: 'columnheader', text: grid.rowsName })] : [];
    const labels = (grid.columnLabels ?? []).map((text) =>
      element('span', { class: 'column-label', role: 'columnheader', text, title: text }),
    );
    this.#header.replaceChildren(...start, ...labels);
  }

  /** Updates the elements of the visible lines. The active cell is kept, because it may have the focus. */
  #draw(): void {
    const content = this.#content;
    if (!content) return;
    const { grid, selection } = content;
    const { scrollTop, clientHeight } = this.element;
    const { start, end } = linesToShow(this.#layout, scrollTop, clientHeight);
    const wanted = new Set(Array.from({ length: end - start }, (_, at) => start + at));
    const active = cellOf(grid, selection.activeId);
    if (active) wanted.add(active.line);
    for (const [line, { element: shown }] of this.#lines) {
      if (wanted.has(line)) continue;
      shown.remove();
      this.#lines.delete(line);
    }
    const used = new Set<string>();
    for (const line of [...wanted].toSorted((a, b) => a - b)) this.#drawLine(line, content, used);
    for (const [id, cell] of this.#cells) {
      if (used.has(id)) continue;
      cell.element.remove();
      this.#cells.delete(id);
    }
  }

  #drawLine(at: number, content: GridContent, used: Set<string>): void {
    const line = content.grid.lines[at];
    if (!line) return;
    const shown = this.#lines.get(at) ?? this.#createLine(at);
    const { top } = offsetOfLine(this.#layout, at);
    shown.element.style.top = `${top}px`;
    shown.element.classList.toggle('heading', line.kind === 'heading');
    const { otherResults } = this.#context.strings;
    shown.label.hidden = line.kind === 'cells' && content.grid.rowsName === null;
    shown.label.textContent = line.kind === 'heading' ? line.text || otherResults : (line.label ?? '');
    shown.label.title = shown.label.textContent;
    if (line.kind === 'heading') return;
    const { start, end } = this.#columnsToShow(content);
    for (const [column, item] of line.cells.entries()) {
      if (item === null || ((column < start || column >= end) && item.id !== content.selection.activeId)) continue;
      used.add(item.id);
      this.#drawCell(item, { line: shown, at, column }, content);
    }
  }

  #createLine(at: number): ShownLine {
    const label = element('span', { class: 'row-label', role: 'rowheader' });
    const line = element('div', { class: 'grid-line', role: 'row', attributes: { 'aria-rowindex': at + 2 } }, [label]);
    const shown = { element: line, label };
    this.#lines.set(at, shown);
    // A screen reader reads the lines in the order of the document.
    const next = [...this.#lines].filter(([each]) => each > at).toSorted(([a], [b]) => a - b)[0];
    this.#track.insertBefore(line, next?.[1].element ?? null);
    return shown;
  }

  #columnsToShow({ grid, cellPx }: GridContent): { start: number; end: number } {
    if (grid.columnLabels === null) return { start: 0, end: grid.columnCount };
    const { scrollLeft, clientWidth } = this.element;
    return windowRange({ offset: scrollLeft, length: clientWidth, pitch: cellPx + gapPx, count: grid.columnCount });
  }

  #drawCell(
    item: PreviewItem,
    { line, at, column }: { readonly line: ShownLine; readonly at: number; readonly column: number },
    { grid, selection, cellPx }: GridContent,
  ): void {
    const { id } = item;
    const cell = this.#cells.get(id) ?? new Cell(this.#context, id);
    this.#cells.set(id, cell);
    if (cell.element.parentElement !== line.element) line.element.append(cell.element);
    cell.element.style.left = `calc(var(--label) + ${gapPx + column * (cellPx + gapPx)}px)`;
    cell.element.ariaColIndex = String(column + 1 + (grid.rowsName !== null ? 1 : 0));
    const label = nameCell(
      item,
      { row: rowLabel(grid, at), column: grid.columnLabels?.[column] ?? String(column + 1) },
      this.#context.strings,
    );
    cell.show(item, {
      label,
      prompt: this.#prompts.of(id),
      isSelected: selection.ids.has(id),
      isActive: selection.activeId === id,
    });
  }
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
