import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { arrangeCommands, openEditor } from '../fakes/arrangeCommands.ts';
import { user } from '../fakes/fakeVscode.ts';

interface Change {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Returns the text that the language part has of a document after one event with these changes. */
async function readAfter(context: TestContext, text: string, contentChanges: readonly Change[]): Promise<string> {
  const { language } = arrangeCommands().services;
  context.after(() => language.dispose());
  const { document } = await openEditor('/w/hero.gen.yaml', text);
  const opened = await language.open(document as never);
  assert.ok(opened);
  user.typed.fire({ document, contentChanges });
  return opened.text;
}

describe('changes of an editor', () => {
  test('are applied where they were made', async (context) => {
    const text = await readAfter(context, 'model: sonic\n', [{ rangeOffset: 7, rangeLength: 5, text: 'seed-tts-2.0' }]);
    assert.equal(text, 'model: seed-tts-2.0\n');
  });

  test('of several cursors refer to the text before them, in whatever order they come', async (context) => {
    const changes = [9, 7, 12].map((rangeOffset) => ({ rangeOffset, rangeLength: 1, text: '<>' }));
    for (const each of [changes, changes.toReversed()]) {
      assert.equal(await readAfter(context, 'model: abcdefg\n', each), 'model: <>b<>de<>g\n');
    }
  });

  test('count Windows line endings like the editor', async (context) => {
    const text = 'model: sonic\r\nseed: 2\r\n';
    const change = { rangeOffset: text.indexOf('2'), rangeLength: 1, text: '3' };
    assert.equal(await readAfter(context, text, [change]), 'model: sonic\r\nseed: 3\r\n');
  });
});
