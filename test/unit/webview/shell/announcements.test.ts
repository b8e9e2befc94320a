import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TaskItem } from '../../../../src/protocol/previewItem.ts';
import { previewStringKeys, type PreviewStrings } from '../../../../src/protocol/previewStrings.ts';
import { buildAnnouncement } from '../../../../src/webview/shell/announcements.ts';
import { makeArtifactItem, makeTaskItem } from '../../../support/previewHarness/messages.ts';

const strings: PreviewStrings = {
  ...(Object.fromEntries(previewStringKeys.map((key) => [key, key])) as Record<keyof PreviewStrings, string>),
  announceSaved: '{name} is saved',
  announceEnded: '{name}: {state}',
};

const task = (id: string, state: TaskItem['state']): TaskItem => makeTaskItem(id, 1, { state });
const artifact = makeArtifactItem;

test('results and failures are announced, progress is not', () => {
  const before = [task('a', 'running'), task('b', 'running'), task('c', 'pending')];
  const changed = [artifact('a'), task('b', 'failed'), task('c', 'running')];
  assert.equal(buildAnnouncement(before, changed, strings), 'a.png is saved. b: state.failed');
});

test('an ended item that changes again is not announced again', () => {
  assert.equal(buildAnnouncement([artifact('a')], [artifact('a'), task('b', 'planned')], strings), null);
});
