import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BalanceOutcome } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, selectStudio } from '../../fakes/arrangeCommands.ts';
import { shown as lists, user } from '../../fakes/fakeVscode.ts';

const accepted: BalanceOutcome = { ok: true, balance: { balanceUsd: 5, usedUsd: null, username: null } };
const refused: BalanceOutcome = { ok: false, error: { code: 'key-refused', message: 'No such key.' } };
const origin = 'https://studio.example';
const key = (value: string) => ({ [`genwright.key:${origin}`]: value });

/** Arranges a window whose gateway returns these balances one after the other. The last one is repeated. */
function arrange(...answers: readonly BalanceOutcome[]) {
  const checked: unknown[] = [];
  const arranged = arrangeCommands({
    engine: {
      checkGateway: async (candidate) => {
        checked.push(candidate);
        return answers[Math.min(checked.length, answers.length) - 1] ?? accepted;
      },
      models: {
        read: () => Promise.resolve(null),
        refresh: () => Promise.resolve({ kind: 'no-docs-url' }),
        readCatalog: () => Promise.reject(new Error('Not part of this fake')),
      },
    },
  });
  const keys = (): unknown => Object.fromEntries(arranged.secrets.stored);
  const selected = (): unknown => [user.settings.get('genwright.profile'), user.settings.get('genwright.profiles')];
  return { ...arranged, checked, keys, selected };
}

describe('headers of a profile', () => {
  const headers = { 'X-Team': 'art', 'X-Token': 'secret:TOKEN' };
  const more = { headers, idempotencyHeader: 'Idempotency-Key' };

  test('are asked for under More, each secret separately, and checks the key with them', async () => {
    const { run, checked, keys, selected } = arrange(refused, accepted);
    user.answers.push('https://studio.example', 'sk-1', 'More...', JSON.stringify(more), 'Basic 1', 'studio');
    await run(commands.connect);

    const [, candidate] = checked as readonly { headers?: unknown; readSecret?: (name: string) => Promise<unknown> }[];
    assert.deepEqual([candidate?.headers, await candidate?.readSecret?.('TOKEN')], [headers, 'Basic 1']);
    assert.doesNotMatch(JSON.stringify(lists), /A key must be one word|A header cannot/);
    assert.deepEqual(keys(), { ...key('sk-1'), [`genwright.key:${origin}#TOKEN`]: 'Basic 1' });
    assert.deepEqual(selected(), ['studio', [{ name: 'studio', baseUrl: origin, ...more }]]);
  });

  test('are asked for when a gateway is connected, and are none that HTTP does not allow', async () => {
    const { run, secrets, selected } = arrange(accepted);
    selectStudio();
    await secrets.store(`genwright.key:${origin}`, 'sk-1');
    user.answers.push(JSON.stringify({ idempotencyHeader: 'X-Id' }));
    await run(commands.connect, 'studio');
    assert.deepEqual(selected(), ['studio', [{ name: 'studio', baseUrl: origin, idempotencyHeader: 'X-Id' }]]);

    for (const typed of ['{"headers":{"Cookie":"a"}}', '{"X-Team":"art"}', 'X-Team: art', '[]']) {
      user.answers.push(typed);
      await run(commands.connect, 'studio');
      assert.ok(lists.some((each) => String(each).startsWith('Enter allowed headers')));
      lists.length = 0;
    }
  });

  test('stay when a gateway is connected again by its URL, whose name is suggested', async () => {
    const { run, selected } = arrange(accepted);
    selectStudio();
    user.answers.push(origin, 'sk-1', undefined);
    await run(commands.connect);
    const asked = lists.findIndex((each) => (each as { readonly value?: string } | undefined)?.value === 'studio');
    // The user is told before the first key, which may be Enter.
    const warning = { message: '"studio" already exists and will be replaced.', severity: 2 };
    assert.deepEqual([asked >= 0, lists[asked + 1]], [true, warning]);
    assert.equal((selected() as readonly unknown[])[0], 'studio');
  });

  test('come from a program with their secrets, and stay when the gateway is connected again', async () => {
    const { run, checked, keys, selected } = arrange(accepted);
    await run(commands.connect, {
      baseUrl: origin,
      apiKey: 'sk-1',
      name: 'studio',
      ...more,
      secrets: { TOKEN: 't-1' },
    });
    await run(commands.connect, { baseUrl: origin, apiKey: 'sk-2', name: 'studio' });

    assert.deepEqual(keys(), { ...key('sk-2'), [`genwright.key:${origin}#TOKEN`]: 't-1' });
    assert.deepEqual(selected(), ['studio', [{ name: 'studio', baseUrl: origin, ...more }]]);
    const [, again] = checked as readonly { readSecret?: (name: string) => Promise<unknown> }[];
    assert.equal(await again?.readSecret?.('TOKEN'), 't-1');
  });

  test('have secrets that Set API Key asks for too, and Remove API Key removes', async () => {
    const { run, keys } = arrange(accepted);
    selectStudio();
    user.settings.set('genwright.profiles', [
      { name: 'studio', baseUrl: origin, headers: { 'X-Token': 'secret:TOKEN' } },
    ]);
    user.answers.push('sk-1', 'token-1');
    await run(commands.setApiKey);
    assert.deepEqual(keys(), { ...key('sk-1'), [`genwright.key:${origin}#TOKEN`]: 'token-1' });

    await run(commands.removeApiKey);
    assert.deepEqual(keys(), {});
  });
});
