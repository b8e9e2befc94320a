import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextFeed } from '../../../../../src/host/preview/feeds/textFeed.ts';
import { makeTask } from '../../../../support/previewHarness/scene.ts';

const task = makeTask('j', { text: 'one' });
const taskOf = (id: string): string | null => (id === 'item' ? 'j' : null);

/** Arranges a feed whose page shows the item of the task with this text. */
function arrange(text: string | null): TextFeed {
  const feed = new TextFeed();
  feed.see(task);
  feed.begin('item', text);
  return feed;
}

test('nothing is sent for an item without a growing text, an unknown task, or a task that has lost its text', () => {
  const other = arrange('one');
  other.begin('other', 'one');
  const none = arrange(null);
  const lost = arrange('one');
  lost.see({ ...task, text: null });
  assert.deepEqual(
    [new TextFeed(), other, none, lost].map((feed) => feed.next(taskOf)),
    [null, null, null, null],
  );
});

test('a snapshot is only growth if nothing but the text differs from the one before', () => {
  const see = (...changes: readonly Partial<typeof task>[]): boolean => {
    const feed = new TextFeed();
    feed.see(task);
    return changes.map((change) => feed.see({ ...task, ...change })).at(-1) ?? false;
  };
  assert.deepEqual(
    [
      new TextFeed().see(task),
      see({ text: 'one two' }),
      see({}),
      see({ text: 'one two', progress: 0.5 }),
      see({ text: null }),
      see({ text: null }, { text: 'one' }),
      see({ text: 'one two', isFolderGone: true }),
    ],
    [false, true, true, false, false, false, false],
  );
});
