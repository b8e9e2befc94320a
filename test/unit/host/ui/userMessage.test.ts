import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '../../../../src/host/ids.ts';

await import('../fakes/fakeVscode.ts');
const { buildUserMessage } = await import('../../../../src/host/ui/userMessage.ts');

const place = { profile: 'studio' };

describe('the message of an error', () => {
  test('quotes the gateway once, with one period', () => {
    const { text } = buildUserMessage({ code: 'task-failed', message: 'Prompt refused.' }, place);
    assert.equal(text, 'studio could not generate the result: Prompt refused.');
  });

  test('says so if there is no reason', () => {
    const { text } = buildUserMessage({ code: 'request-rejected', message: '' }, place);
    assert.equal(text, 'studio did not accept the request: no reason given.');
  });

  test('is that of the error itself if a later version has given it its code', () => {
    const codes = ['moon-phase', 'constructor', '__proto__'];
    const messages = codes.map((code) =>
      buildUserMessage({ code, message: 'Not now' }, { ...place, state: 'running' }),
    );
    assert.deepEqual(
      messages,
      codes.map(() => ({ text: 'Not now', actions: [] })),
    );
  });

  test('does not blame the network for a gateway on this machine that does not run', () => {
    const build = (message: string) =>
      buildUserMessage({ code: 'gateway-unreachable', message }, { ...place, state: 'failed' });
    const local = build('connect ECONNREFUSED 127.0.0.1:8080');
    const distant = build('connect ECONNREFUSED 192.0.2.1:443');
    assert.deepEqual(
      [local.text, local.actions.map(({ title }) => title), distant.actions.length],
      [
        'studio is not running on this machine: connect ECONNREFUSED 127.0.0.1:8080. Start it, then select Retry.',
        ['Select Profile'],
        2,
      ],
    );
    assert.match(distant.text, /Check the network/);
  });

  test('of an unconfirmed task says that an earlier attempt may have been charged, whatever ended the last one', () => {
    const codes = [
      'quota-exhausted',
      'key-refused',
      'run-stopped',
      'over-budget',
      'gateway-error',
      'no-answer',
    ] as const;
    for (const code of codes) {
      const { text } = buildUserMessage({ code, message: 'Boom' }, { ...place, state: 'unconfirmed' });
      assert.match(text, /may have been charged.*Resubmit/, code);
      assert.doesNotMatch(text, /nothing was charged|Retry|Resume/, code);
    }
  });

  test('about a budget says where to raise it', () => {
    for (const [scope, place] of [
      ['day', /budget for today/],
      ['job', /Raise "budget_usd", then/],
      ['file', /Raise "budget_usd" in the job file/],
      ['run', /Raise "genwright\.budget\.runUsd"/],
      ['unknown gpt-4o', /price of an earlier request to "gpt-4o" .* "genwright\.prices"/],
    ] as const) {
      const { text } = buildUserMessage({ code: 'over-budget', message: scope }, { profile: 'studio' });
      assert.match(text, place);
    }
  });

  test('about a budget of the job file does not lead to the settings, which cannot raise it', () => {
    const actions = ['run', 'day', 'file', 'job'].map(
      (message) => buildUserMessage({ code: 'over-budget', message }, place).actions.length,
    );
    assert.deepEqual(actions, [1, 1, 0, 0]);
  });

  test('about an unknown price leads to the setting with prices, then to the budgets', () => {
    const { actions } = buildUserMessage({ code: 'over-budget', message: 'unknown gpt-4o' }, place);
    assert.deepEqual(
      actions.map(({ title, args }) => [title, args]),
      [
        ['State Price', ['genwright.prices']],
        ['Open Setting', ['genwright.budget']],
      ],
    );
  });

  test('about a response without a result says what came instead', () => {
    for (const [reason, words] of [
      ['empty', /returned nothing/],
      ['filtered', /a filter stopped it/],
      ['tools', /only tool calls/],
      ['reasoning', /only reasoning/],
      ['', /names no result/],
    ] as const) {
      const { text } = buildUserMessage(
        { code: 'no-result', message: reason },
        { profile: 'studio', state: 'unsaved' },
      );
      assert.match(text, words);
    }
  });

  test('of a response that broke off after an error does not ask to generate, as that of a saved one does', () => {
    const build = (state: 'saved' | 'unconfirmed') =>
      buildUserMessage({ code: 'cut-short', message: 'overloaded' }, { profile: 'studio', state }).text;
    assert.deepEqual(
      [build('saved'), build('unconfirmed')],
      [
        'The response of studio ended before it was complete: overloaded. Run Generate to get another one.',
        'The response of studio broke off: overloaded. It may have been charged. Select Resubmit or Dismiss.',
      ],
    );
  });

  test('contains the command that fixes it', () => {
    const { actions } = buildUserMessage({ code: 'key-missing', message: '' }, place);
    assert.deepEqual(actions, [{ title: 'Set API Key', command: commands.setApiKey, args: ['studio'] }]);
  });
});
