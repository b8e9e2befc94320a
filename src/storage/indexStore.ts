import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Field, FieldType } from '../core/catalog/field.ts';
import type { IndexDocuments } from '../core/catalog/published/modelIndex.ts';
import { isPublishedFieldName, isPublishedModelId } from '../core/catalog/published/publishedNames.ts';
import { stringifyJson, type JsonValue } from '../core/support/json/json.ts';
import { parseJson } from '../core/support/json/parseJson.ts';
import * as z from '../core/support/zod.ts';
import type { FileSystem } from '../node/files/fileSystem.ts';
import { makeFolder } from '../node/files/folder.ts';
import { isMissing } from '../node/files/systemCode.ts';
import { readFile, writeByDraft } from '../node/files/wholeFile.ts';

/** The last good copy of the documents that a gateway publishes. */
export interface StoredIndex {
  /** When the copy was last known to be up to date, in Unix ms. */
  readonly fetchedAt: number;
  /** ETag of each document, for a query whether it has changed. */
  readonly etags: { readonly [Name in keyof IndexDocuments]: string | null };
  readonly documents: IndexDocuments;
}

export interface IndexStore {
  /** Returns null if there is no readable copy. */
  read(key: string): Promise<StoredIndex | null>;
  /** Replaces the copy, as a whole or not at all. */
  write(key: string, stored: StoredIndex): Promise<void>;
}

/** Creates a store with one file per key in a separate folder, which all windows share. */
export function createIndexStore(folder: string, files: FileSystem): IndexStore {
  const fileOf = (key: string): string =>
    join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    async read(key) {
      try {
        return parseStoredIndex(parseJson((await readFile(fileOf(key), files)).toString()));
      } catch (error) {
        // A damaged copy is treated as missing: it is fetched again.
        if (isMissing(error) || error instanceof SyntaxError) return null;
        throw error;
      }
    },
    async write(key, stored) {
      await makeFolder(folder, files);
      const text = stringifyJson({ v: 1, ...stored } as unknown as JsonValue);
      const draft = `${fileOf(key)}.${files.createSuffix(6)}.part`;
      await writeByDraft(fileOf(key), Buffer.from(text), { draft, files });
    },
  };
}

/** The schema of files that this version or another one has written. A file that does not match is fetched again. */
const text = z.nullable(z.string());
const strings = z.array(z.string());
const modelId = z.string().check(z.refine(isPublishedModelId));
const source = z.enum(['specification', 'observed']);
const bounds = { source, min: z.optional(z.number()), max: z.optional(z.number()) };

const constraint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('enum'), source, values: strings }),
  z.object({ kind: z.literal('range'), ...bounds }),
  z.object({ kind: z.literal('length'), ...bounds }),
  z.object({ kind: z.literal('items'), ...bounds }),
]);

const fieldType: z.ZodMiniType<FieldType> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['string', 'boolean', 'number', 'integer', 'unknown']) }),
    z.object({ kind: z.literal('array'), items: fieldType }),
    z.object({ kind: z.literal('object'), fields: z.array(field) }),
  ]),
);

const field: z.ZodMiniType<Field> = z.object({
  name: z.string().check(z.refine(isPublishedFieldName)),
  type: fieldType,
  typeSource: z.optional(source),
  isRequired: z.optional(z.boolean()),
  description: z.string(),
  default: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  constraints: z.optional(z.array(constraint)),
  isProse: z.optional(z.boolean()),
  isMedia: z.optional(z.boolean()),
}) as z.ZodMiniType<Field>;

const endpoint = { path: z.string(), alias: text };
const model = z.object({
  id: modelId,
  title: text,
  description: text,
  modality: z.nullable(z.enum(['image', 'music', 'speech', 'video', 'chat'])),
  endpoints: z.array(z.object(endpoint)),
  pollPath: text,
});
const schema = z.object({ ...endpoint, models: z.array(modelId), fields: z.array(field), required: strings });
const sample = z.object({ title: text, model: text, endpoint: text, body: z.record(z.string(), z.unknown()) });

const stored = z.object({
  v: z.literal(1),
  fetchedAt: z.number(),
  etags: z.object({ models: text, api: text, samples: text }),
  documents: z.object({
    models: z.nullable(z.object({ breakingSince: text, models: z.array(model) })),
    api: z.nullable(z.object({ version: text, breakingSince: text, paths: strings, schemas: z.array(schema) })),
    samples: z.nullable(z.array(sample)),
  }),
});

/** Returns null for anything but a copy that this version has written. */
export function parseStoredIndex(value: unknown): StoredIndex | null {
  const parsed = z.safeParse(stored, value);
  return parsed.success ? (parsed.data as unknown as StoredIndex) : null;
}
