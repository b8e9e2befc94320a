import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCalls, listMessages } from '../../../../scripts/messages.ts';
import { makeInert } from '../../../../src/core/support/text/makeInert.ts';

const messages = listMessages();

test('the string of a call is found, from whatever object the caller gets `l10n`', () => {
  const source = String.raw`l10n.t('It\'s\n"a" {b}', { b }); parts.l10n.t(
    "two"); l10n.t(${'`three`'}); l10n.t(name); hidden.t('four');`;
  assert.deepEqual(listCalls(source), ['It\'s\n"a" {b}', 'two', 'three']);
});

test('messages are those of the host, of core and of the samples, each with its place', () => {
  for (const folder of ['src/host/', 'src/core/', 'samples/'])
    assert.ok(messages.some(({ file, line }) => file.startsWith(folder) && line !== null && line > 0));
  assert.ok(messages.length > 1_000);
});

test('no sentence of Genwright is changed when it is made inert', () => {
  assert.deepEqual(
    messages.filter(({ text }) => makeInert(text) !== text),
    [],
  );
});
