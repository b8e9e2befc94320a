import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreviewItem, TaskItem } from '../../../../src/protocol/previewItem.ts';
import { previewStringKeys, type PreviewStrings } from '../../../../src/protocol/previewStrings.ts';
import { buildAnnouncement } from '../../../../src/webview/shell/announcements.ts';

const strings: PreviewStrings = {
  ...(Object.fromEntries(previewStringKeys.map((key) => [key, key])) as Record<keyof PreviewStrings, string>),
  announceSaved: '{name} is saved',
  announceEnded: '{name}: {state}',
};

function task(id: string, state: TaskItem['state']): TaskItem {
  return {
    kind: 'task',
    id,
    at: 1,
    name: id,
    order: 0,
    isSandbox: false,
    state,
    progress: null,
    statusWord: null,
    message: null,
    hasText: false,
    actions: [],
    startedAt: null,
  };
}

function artifact(id: string): PreviewItem {
  return {
    kind: 'artifact',
    id,
    at: 1,
    name: `${id}.png`,
    order: 0,
    isSandbox: false,
    media: 'image',
    uri: null,
    width: null,
    height: null,
    seconds: null,
  };
}

test('results and failures are announced, progress is not', () => {
  const before = [task('a', 'running'), task('b', 'running'), task('c', 'pending')];
  const changed = [artifact('a'), task('b', 'failed'), task('c', 'running')];
  assert.equal(buildAnnouncement(before, changed, strings), 'a.png is saved. b: state.failed');
});

test('an ended item that changes again is not announced again', () => {
  assert.equal(buildAnnouncement([artifact('a')], [artifact('a'), task('b', 'planned')], strings), null);
});
