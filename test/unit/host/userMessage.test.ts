import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '../../../src/host/ids.ts';
import { buildUserMessage } from '../../../src/host/userMessage.ts';
import { englishL10n } from './fakes/englishL10n.ts';

const place = { profile: 'studio', l10n: englishL10n };

describe('the words for an error', () => {
  test('quote the gateway once, with one full stop', () => {
    const { text } = buildUserMessage({ code: 'task-failed', message: 'Prompt refused.' }, place);
    assert.equal(text, 'studio could not make it: Prompt refused.');
  });

  test('say so when there is no reason', () => {
    const { text } = buildUserMessage({ code: 'request-rejected', message: '' }, place);
    assert.equal(text, 'studio did not accept the request: no reason given.');
  });

  test('come with the command that mends it', () => {
    const { actions } = buildUserMessage({ code: 'key-missing', message: '' }, place);
    assert.deepEqual(actions, [{ title: 'Set API Key', command: commands.setApiKey, args: ['studio'] }]);
  });
});
