import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeSandbox, image, imagePath } from './arrangeSandbox.ts';

test('draws another seed for each task that names none', async (t) => {
  const { finish } = await arrangeSandbox(t);
  const [first, second] = [await finish(imagePath, image), await finish(imagePath, image)];
  assert.notDeepEqual(first.metadata, second.metadata);
});
