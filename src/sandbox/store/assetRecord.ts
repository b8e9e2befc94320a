import * as z from 'zod/mini';

export const assetTypes = ['Image', 'Video', 'Audio'] as const;

/** Media registered by its URL, known to jobs as `asset://<id>`. Times are Unix ms. */
export const assetRecordSchema = z.object({
  id: z.string(),
  groupId: z.string(),
  name: z.string(),
  url: z.string(),
  type: z.enum(assetTypes),
  createdAtMs: z.number(),
});

export type AssetRecord = Readonly<z.infer<typeof assetRecordSchema>>;

export const assetGroupSchema = z.object({ id: z.string(), name: z.string(), createdAtMs: z.number() });

export type AssetGroup = Readonly<z.infer<typeof assetGroupSchema>>;
