import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  previewStringKeys,
  previewStrings as strings,
  type PreviewStringKey,
} from '../../../src/protocol/previewStrings.ts';
import { fill } from '../../../src/webview/format.ts';

test('the list of keys is in sentence case, also if a menu has the same action', () => {
  const listed = previewStringKeys.filter((key) => key.startsWith('key.')).map((key) => strings[key]);
  assert.deepEqual([listed.length > 20, listed.filter((text) => /\s[A-Z]|\.\.\.$/.test(text))], [true, []]);
});

/** The values that the page fills in. A string that is not listed has none. */
const values: Partial<Record<PreviewStringKey, readonly string[]>> = {
  position: ['index', 'count'],
  moreInProgress: ['count'],
  zoomHelp: ['name'],
  videoHelp: ['name'],
  seekValue: ['time', 'duration'],
  silentSound: ['codec'],
  silentPicture: ['codec'],
  imageLeftOut: ['name'],
  missingTitle: ['name'],
  brokenTitle: ['name'],
  unsupportedTitle: ['name'],
  gatewaySays: ['word'],
  announceSaved: ['name'],
  announceEnded: ['name', 'state'],
  resultCount: ['count'],
  matchCount: ['count', 'total'],
  selectedCount: ['count'],
  newCount: ['count'],
  noMatchText: ['count'],
  searchHint: ['filters'],
  minRating: ['rating'],
  anyValue: ['axis'],
  maxCost: ['amount'],
  isRated: ['rating'],
  filteredPosition: ['index', 'count', 'total'],
  noteOf: ['name'],
  compareCount: ['count'],
  sliderLabel: ['first', 'second'],
  tooManyToExport: ['count'],
  limited: ['count'],
  inRow: ['value'],
  inColumn: ['value'],
};

test('the placeholders of each string are those that the page fills', () => {
  const wrong = previewStringKeys.filter((key) => {
    const names = [...strings[key].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return names.toSorted().join() !== (values[key] ?? []).toSorted().join();
  });
  assert.deepEqual(wrong, []);
});

test('a filled string shows its values once, also if a value looks like a placeholder', () => {
  assert.equal(fill(strings.announceEnded, { name: '{state}', state: '{name}' }), '{state}: {name}');
});
