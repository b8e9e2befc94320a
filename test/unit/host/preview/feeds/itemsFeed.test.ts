import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ItemsFeed } from '../../../../../src/host/preview/feeds/itemsFeed.ts';
import { makeArtifactItem } from '../../../../support/previewHarness/messages.ts';

const list = (count: number) =>
  Array.from({ length: count }, (_, index) => makeArtifactItem(`i${index}`, count - index));
const brief = (feed: ItemsFeed, items: Parameters<ItemsFeed['next']>[0]) =>
  feed.next(items).map(({ part, changed, removed }) => [part, changed.length, removed.length]);

test('the first list is sent also if it is empty, and counts as items only if it is not', () => {
  const feed = new ItemsFeed();
  feed.restart();
  const empty = [brief(feed, []), feed.hasItems];
  assert.deepEqual([empty, brief(feed, list(1)), feed.hasItems], [[[['first', 0, 0]], false], [['first', 1, 0]], true]);
});

test('a long list is sent in parts that end where the list does', () => {
  const parts = (count: number) => {
    const feed = new ItemsFeed();
    feed.restart();
    return brief(feed, list(count)).map(([part, length]) => `${part} ${length}`);
  };
  assert.deepEqual(
    [parts(200), parts(201), parts(4201)],
    [['first 200'], ['first 200', 'rest 1'], ['first 200', 'rest 2000', 'rest 2000', 'rest 1']],
  );
});
