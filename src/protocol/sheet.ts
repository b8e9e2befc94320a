import * as z from 'zod/mini';
import type { ArrangedSheet } from '../core/artifact/arrangedSheet.ts';

export type { ArrangedSheet, SheetLine } from '../core/artifact/arrangedSheet.ts';

/** In UTF-16 units. Each word is looked for in every result, at each key press. */
export const maxQueryLength = 1_000;
/** The most results that have room beside each other. */
export const maxCompared = 4;

/** Orders of the contact sheet. `matrix` follows the job file: by job, and then by the position in its matrix. */
export const sheetSorts = ['newest', 'oldest', 'matrix', 'rating', 'cost', 'name'] as const;

export type SheetSort = (typeof sheetSorts)[number];

/** What the user has set in the contact sheet. It survives a reload. */
export const sheetSettingsSchema = z.object({
  /** Says which results are shown, see `parseSearch`. Without a filter for the status, missing files are hidden. */
  query: z.string(),
  sort: z.enum(sheetSorts),
  /** Side of a cell in CSS pixels. Null until the user selects one: the columns fit the width. */
  cellPx: z.nullable(z.number()),
  /**
   * Names of the axes that are rows and columns, or null for none; further axes become groups. They are selected
   * automatically until the user selects one.
   */
  axes: z.nullable(z.object({ rows: z.nullable(z.string()), columns: z.nullable(z.string()) })),
});

export type SheetSettings = Readonly<z.infer<typeof sheetSettingsSchema>>;

export const defaultSettings: SheetSettings = { query: '', sort: 'newest', cellPx: null, axes: null };

/** Replaces the result in each cell. */
export function mapCells<From, To>(sheet: ArrangedSheet<From>, map: (cell: From) => To | null) {
  const lines = sheet.lines.map((line) =>
    line.kind === 'heading' ? line : { ...line, cells: line.cells.map((cell) => cell && map(cell)) },
  );
  return { rowsName: sheet.rowsName, columnLabels: sheet.columnLabels && [...sheet.columnLabels], lines };
}

/** Lists the results in reading order. */
export function listCells<Cell>({ lines }: ArrangedSheet<Cell>): readonly Cell[] {
  return lines.flatMap((line) => (line.kind === 'heading' ? [] : line.cells.filter((cell) => cell !== null)));
}

/** More than the path of a job file, or the values of several axes. */
const labelSchema = z.string().check(z.maxLength(5_000));
/** The most cells of an export, with the empty ones. Each picture has about 20 KB. */
export const maxCells = 20_000;

/** Counts the cells, with the empty ones. */
export function countCells({ lines }: ArrangedSheet<unknown>): number {
  return lines.reduce((sum, line) => sum + (line.kind === 'heading' ? 0 : line.cells.length), 0);
}

/** Checks a sheet whose cells are checked by `cell`. */
function arrangedOf<Cell extends z.ZodMiniType>(cell: Cell) {
  const cells = z.array(z.nullable(cell)).check(z.maxLength(maxCells));
  const line = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('heading'), text: labelSchema }),
    z.object({ kind: z.literal('cells'), label: z.nullable(labelSchema), cells }),
  ]);
  const sheet = z.object({
    rowsName: z.nullable(labelSchema),
    columnLabels: z.nullable(z.array(labelSchema).check(z.maxLength(maxCells))),
    lines: z.array(line).check(z.maxLength(2 * maxCells)),
  });
  return sheet.check(z.refine((each) => countCells(each) <= maxCells));
}

/** What a page shows, by the ids of results. */
export const shownSheetSchema = arrangedOf(z.string());

/** Results by the absolute path of the job file, and the path in its runs file. */
const foundSheetSchema = arrangedOf(z.object({ jobFile: z.string(), path: z.string() }));

/** Returns null for anything else. */
export const parseFoundSheet = (data: unknown) => z.safeParse(foundSheetSchema, data).data ?? null;
