/** Lengths in CSS pixels. The style sheet has the same values. */
export const gapPx = 8;
const captionPx = 22;
export const headingPx = 34;
export const headerPx = 28;
const labelPx = 112;
const narrowLabelPx = 64;
/** Width of a scroll bar. Its coming and going must not change the size of the cells. */
const scrollBarPx = 10;
const narrowFromPx = 480;
/** Side of a cell of results without columns. */
const loosePx = 168;
/** Sides of a cell that are selected automatically. */
const fittingPx = { min: 48, max: 208 };

/** The size of the grid without its scroll bars, and its width with them. */
export interface GridSize {
  readonly width: number;
  readonly height: number;
  readonly outerWidth: number;
}

/** Width of the labels of rows. 0 without them. */
export function labelWidth({ width }: GridSize, hasRowLabels: boolean): number {
  return hasRowLabels ? (width < narrowFromPx ? narrowLabelPx : labelPx) : 0;
}

/** Returns the side of a cell with which this many columns fit, as far as pictures can be seen then. */
export function fittingCellPx(columns: number | undefined, size: GridSize, hasRowLabels: boolean): number {
  if (columns === undefined) return loosePx;
  const width = size.outerWidth - scrollBarPx - gapPx - labelWidth(size, hasRowLabels);
  return Math.min(fittingPx.max, Math.max(fittingPx.min, Math.floor(width / columns) - gapPx));
}

/** How many columns of this size fit beside the labels of rows. */
export function fittingColumns(cellPx: number, size: GridSize, hasRowLabels: boolean): number {
  const width = size.width - gapPx - labelWidth(size, hasRowLabels);
  return Math.max(1, Math.floor(width / (cellPx + gapPx)));
}

/** Height of a line of cells with its gap. */
export function linePitch(cellPx: number): number {
  return cellPx + captionPx + gapPx;
}

/** How many lines fit below one another. */
export function pageLines(cellPx: number, { height }: GridSize): number {
  return Math.max(1, Math.floor(height / linePitch(cellPx)));
}
