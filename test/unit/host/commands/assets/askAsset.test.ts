import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { resetWindow, shown, user } from '../../fakes/fakeVscode.ts';

const { askAsset } = await import('../../../../../src/host/commands/assets/askAsset.ts');

const url = 'https://example.com/media/portrait.png';

/** Answers the questions. Returns the draft, and the titles of the questions. */
async function ask(...answers: readonly (string | undefined)[]) {
  user.answers.push(...answers);
  const draft = await askAsset();
  const titles = shown.flatMap((each) => (each as { readonly title?: string } | undefined)?.title ?? []);
  return { draft, titles };
}

describe('Register Asset', () => {
  beforeEach(resetWindow);

  test('asks for URL, type and name', async () => {
    const { draft, titles } = await ask(url, 'Video', 'Ada');
    assert.deepEqual(draft, { url, kind: 'Video', name: 'Ada' });
    assert.deepEqual(titles, ['Register Asset (1 of 3)', 'Register Asset (3 of 3)']);
  });

  for (const [name, order] of [
    ['portrait.png', 'Image Video Audio'],
    ['clip.mp4', 'Video Image Audio'],
    ['song.mp3', 'Audio Image Video'],
    ['unknown', 'Image Video Audio'],
  ] as const) {
    test(`offers the type that ${name} most likely has first`, async () => {
      await ask(`https://example.com/${name}`, undefined);
      const labels = shown.flatMap((each) => (each as { readonly label?: string } | undefined)?.label ?? []);
      assert.equal(labels.join(' '), order);
    });
  }

  test('an asset needs no name', async () => {
    assert.deepEqual((await ask(url, 'Image', '')).draft, { url, kind: 'Image', name: null });
  });

  for (const [what, answers, asked] of [
    ['URL', [undefined], 1],
    ['type', [url, undefined], 1],
    ['name', [url, 'Image', undefined], 2],
  ] as const) {
    test(`asks no more after a question for the ${what} without an answer`, async () => {
      const { draft, titles } = await ask(...answers);
      assert.deepEqual([draft, titles.length], [undefined, asked]);
    });
  }
});
