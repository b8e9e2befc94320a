import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings } from '../../../../src/protocol/sheet.ts';
import { SheetList } from '../../../../src/webview/sheet/sheetList.ts';
import { makeArtifactItem } from '../../../support/previewHarness/messages.ts';

const [old, middle, late] = ['old', 'middle', 'late'].map((id, at) => makeArtifactItem(id, at, { uri: 'x' }));
assert.ok(old && middle && late);

/** Returns the ids of what is shown, and the numbers of the bar. */
function look(list: SheetList): string {
  list.refresh(defaultSettings);
  return `${list.shown.map(({ id }) => id).join(' ')}, ${list.total} and ${list.fresh}`;
}

test('new items wait until they are admitted, and what comes first does not', () => {
  const list = new SheetList();
  list.take([middle, old]);
  const seen = [look(list)];
  list.take([late, middle, old]);
  seen.push(look(list));
  list.take([late, middle]);
  seen.push(look(list));
  list.admitAll();
  seen.push(look(list));
  assert.deepEqual(seen, ['middle old, 2 and 0', 'middle old, 2 and 1', 'middle, 1 and 1', 'late middle, 2 and 0']);
});

test('what a search finds is shown until another one has found something', () => {
  const list = new SheetList();
  list.take([middle, old]);
  const first = [list.receiveFound({ type: 'found', words: 'o', ids: ['old'] }), look(list)];
  const again = [list.receiveFound({ type: 'found', words: 'o', ids: ['old', 'gone'] }), look(list)];
  const next = [list.receiveFound({ type: 'found', words: 'x', ids: [] }), look(list)];
  list.forgetFound();
  assert.deepEqual(
    [first, again, next, look(list)],
    [[true, 'old, 2 and 0'], [false, 'old, 2 and 0'], [true, ', 2 and 0'], 'middle old, 2 and 0'],
  );
});
