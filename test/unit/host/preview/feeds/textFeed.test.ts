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

test('only what was added is sent, once', () => {
  const feed = arrange('one');
  const before = feed.next(taskOf);
  feed.see({ ...task, text: 'one two' });
  feed.see({ ...task, text: 'one two three' });
  assert.deepEqual(
    [before, feed.next(taskOf), feed.next(taskOf)],
    [null, { type: 'text', id: 'item', start: 3, text: ' two three' }, null],
  );
});

test('a text that starts again is sent whole', () => {
  const feed = arrange('one two');
  feed.see({ ...task, text: 'new' });
  assert.deepEqual(feed.next(taskOf), { type: 'text', id: 'item', start: 0, text: 'new' });
});

test('text that came between the read of the details and their sending is not lost', () => {
  const feed = new TextFeed();
  feed.see({ ...task, text: 'one two' });
  feed.begin('item', 'one');
  assert.deepEqual(feed.next(taskOf)?.text, ' two');
});

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
