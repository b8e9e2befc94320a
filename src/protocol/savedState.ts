import * as z from 'zod/mini';
import { sheetSettingsSchema } from './sheet.ts';

/**
 * The state that a webview keeps over a reload. The host reads `jobFile` to restore the panel. The rest belongs to the
 * webview.
 */
const savedStateSchema = z.object({
  /** URI of the job file. */
  jobFile: z.string(),
  /** Null follows the newest item. */
  selectedId: z.nullable(z.string()),
  /** Null until the user opens or closes the details. Until then, the width decides. */
  isDetailsOpen: z.nullable(z.boolean()),
  /** Zoom of one image. Null if it fits. */
  zoom: z.nullable(z.object({ id: z.string(), side: z.number(), x: z.number(), y: z.number() })),
  /** The sound of all clips on the stage. Absent in the state of a version that did not keep it. */
  sound: z.optional(z.object({ volume: z.number().check(z.gte(0), z.lte(1)), muted: z.boolean() })),
  /** Absent in the state of a version without a contact sheet. */
  view: z.optional(z.enum(['stage', 'sheet'])),
  /** Whether the stage was opened from the contact sheet, whose filters then apply to it. */
  isFromSheet: z.optional(z.boolean()),
  sheet: z.optional(sheetSettingsSchema),
});

export type SavedState = Readonly<z.infer<typeof savedStateSchema>>;

/** Returns null if nothing was saved, or if another version saved it. */
export function parseSavedState(data: unknown): SavedState | null {
  return z.safeParse(savedStateSchema, data).data ?? null;
}
