import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHostMessage, parseWebviewMessage, type HostMessage } from '../../../src/protocol/preview.ts';
import { parseSavedState } from '../../../src/protocol/savedState.ts';
import { makeArtifactItem, makeItems } from '../../support/previewHarness/messages.ts';

test('a message of the host survives the border with its bytes', () => {
  const message: HostMessage = { type: 'audio', id: 'a', bytes: Uint8Array.of(1, 2) };
  assert.deepEqual(parseHostMessage(structuredClone(message)), message);
});

test('the items of a list are not copied, because the copies of zod are much larger', () => {
  const message = makeItems([makeArtifactItem('a'), makeArtifactItem('b')]);
  const parsed = parseHostMessage(message);
  assert.deepEqual(parsed, message);
  assert.ok(parsed?.type === 'items' && parsed.changed.every((item, at) => item === message.changed[at]));
});

test('anything but a message is null on either side', () => {
  const wrong = [null, 'ready', {}, { type: 'gone' }, { type: 'select' }, { type: 'items', changed: [{}] }];
  assert.deepEqual(
    [...wrong.map(parseHostMessage), ...wrong.map(parseWebviewMessage)],
    wrong.concat(wrong).map(() => null),
  );
});

test('a webview cannot ask for a path or for an action that does not exist', () => {
  const messages = [
    { type: 'act', action: 'openFile', id: 'a', path: '/etc/passwd' },
    { type: 'act', action: 'delete', id: 'a' },
    { type: 'actOnTask', action: 'remove', id: 'a' },
  ];
  assert.deepEqual(messages.map(parseWebviewMessage), [{ type: 'act', action: 'openFile', id: 'a' }, null, null]);
});

test('saved state of another shape is null', () => {
  const state = { jobFile: 'file:///a.gen.yaml', selectedId: null, isDetailsOpen: true, zoom: null };
  assert.deepEqual([state, { jobFile: 7 }, undefined].map(parseSavedState), [state, null, null]);
});
