import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Uri } from '../../fakes/fakeVscode.ts';

const { buildImage } = await import('../../../../../src/host/language/providers/image.ts');

const megabyte = 1024 * 1024;

/** Returns the Markdown that shows a file. */
function show(path: string, bytes = 1): unknown {
  const image: object | null = buildImage({ uri: Uri.file(path), bytes } as never);
  return image && (image as { readonly given: readonly unknown[] }).given[0];
}

test('an image is shown in a small size', () => {
  assert.equal(show('/w/cover.JPG', 8 * megabyte), '![](file:///w/cover.JPG|height=120)');
});

test('a file that is missing, too large or not an image is not shown', () => {
  assert.deepEqual([show('/w/song.mp3'), show('/w/cover.jpg', 8 * megabyte + 1), buildImage(null)], [null, null, null]);
});
