import * as z from 'zod/mini';

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
