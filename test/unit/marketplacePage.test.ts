import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { repositoryUrl } from '../../scripts/release.ts';

const pageSchema = z.looseObject({
  version: z.string(),
  preview: z.boolean(),
  pricing: z.string(),
  repository: z.object({ type: z.literal('git'), url: z.url() }),
  homepage: z.url(),
  bugs: z.object({ url: z.url() }),
  qna: z.url(),
  galleryBanner: z.object({ color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)), theme: z.literal('dark') }),
  categories: z.array(z.string()),
  keywords: z.array(z.string()),
});

test('the manifest has what the page of a marketplace shows, with one address that all others start with', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const { homepage, bugs, qna, ...page } = z.parse(pageSchema, manifest);
  const url = repositoryUrl(page);
  assert.deepEqual(
    [homepage, bugs.url, qna].filter((address) => !address.startsWith(url)),
    [],
  );
  assert.deepEqual(
    {
      isPreview: page.preview,
      pricing: page.pricing,
      categories: page.categories,
      keywords: page.keywords.length > 20 && page.keywords.length <= 30 && new Set(page.keywords).size,
    },
    { isPreview: true, pricing: 'Free', categories: ['AI', 'Visualization'], keywords: page.keywords.length },
  );
});
