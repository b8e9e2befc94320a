import * as z from 'zod/mini';

/** What a webview keeps over a reload. The host reads `jobFile` to restore the panel; the rest is the webview's own. */
const savedStateSchema = z.object({
  /** URI of the job file. */
  jobFile: z.string(),
  /** Null follows the newest. */
  selectedId: z.nullable(z.string()),
  /** Null until somebody chose: then the width decides. */
  isDetailsOpen: z.nullable(z.boolean()),
  /** Of one image, in CSS pixels; null when it fits. */
  zoom: z.nullable(z.object({ id: z.string(), scale: z.number(), x: z.number(), y: z.number() })),
});

export type SavedState = Readonly<z.infer<typeof savedStateSchema>>;

/** Null when nothing was saved, or by another version. */
export function parseSavedState(data: unknown): SavedState | null {
  return z.safeParse(savedStateSchema, data).data ?? null;
}
