import * as z from 'zod/mini';

/** In UTF-16 units. Each word is looked for in every result, at each key press. */
export const maxSearchLength = 1_000;
/** The most results that have room beside each other. */
export const maxCompared = 4;

/** Orders of the contact sheet. `matrix` follows the job file: by job, and then by the position in its matrix. */
export const sheetSorts = ['newest', 'oldest', 'matrix', 'rating', 'cost', 'name'] as const;
/** `present` is everything but results whose file is missing, for example because it was deleted. */
export const sheetStates = ['present', 'saved', 'live', 'problem', 'missing', 'all'] as const;
export const sheetMarks = ['all', 'star', 'unrejected', 'unmarked', 'reject'] as const;

/** Which results the contact sheet shows. All conditions hold together. */
export const sheetFilterSchema = z.object({
  /** A search, see `parseSearch`. A word occurs in the prompt, the name, the note or a value of the request. */
  words: z.string(),
  model: z.nullable(z.string()),
  job: z.nullable(z.string()),
  run: z.nullable(z.string()),
  state: z.enum(sheetStates),
  mark: z.enum(sheetMarks),
  /** The lowest rating that is shown. 0 also shows results without a rating. */
  minRating: z.number(),
  /** Unix ms. */
  from: z.nullable(z.number()),
  /** Also hides results of unknown cost. */
  maxUsd: z.nullable(z.number()),
  /** A value for each axis that is restricted. */
  axes: z.record(z.string(), z.string()),
});

export type SheetFilter = Readonly<z.infer<typeof sheetFilterSchema>>;
export type SheetSort = (typeof sheetSorts)[number];

/** Hides only what has no file any longer. */
export const noFilter: SheetFilter = {
  words: '',
  model: null,
  job: null,
  run: null,
  state: 'present',
  mark: 'all',
  minRating: 0,
  from: null,
  maxUsd: null,
  axes: {},
};

/** What the user has set in the contact sheet. It survives a reload. */
export const sheetSettingsSchema = z.object({
  filter: sheetFilterSchema,
  sort: z.enum(sheetSorts),
  /** Side of a cell in CSS pixels. Null until the user selects one: the columns fit the width. */
  cellPx: z.nullable(z.number()),
  /** Names of the axes that are rows and columns. Null for none; further axes become groups. */
  rows: z.nullable(z.string()),
  columns: z.nullable(z.string()),
  /** Whether the axes are selected automatically: until the user selects one. */
  areAxesAutomatic: z.boolean(),
});

export type SheetSettings = Readonly<z.infer<typeof sheetSettingsSchema>>;

export const defaultSettings: SheetSettings = {
  filter: noFilter,
  sort: 'newest',
  cellPx: null,
  rows: null,
  columns: null,
  areAxesAutomatic: true,
};
