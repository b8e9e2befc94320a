import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { BalanceOutcome } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, selectStudio } from '../../fakes/arrangeCommands.ts';
import { shown as lists, user } from '../../fakes/fakeVscode.ts';

const accepted: BalanceOutcome = { ok: true, balance: { balanceUsd: 5, usedUsd: null, username: null } };
const refused: BalanceOutcome = { ok: false, error: { code: 'key-refused', message: 'No such key.' } };
const missing: BalanceOutcome = { ok: false, error: { code: 'not-a-gateway', message: 'HTTP 404', httpStatus: 404 } };
const unreachable: BalanceOutcome = { ok: false, error: { code: 'gateway-unreachable', message: 'ENOTFOUND' } };
const forbidden: BalanceOutcome = { ok: false, error: { code: 'request-rejected', message: 'No', httpStatus: 403 } };
const usedUp: BalanceOutcome = { ok: false, error: { code: 'quota-exhausted', message: '', httpStatus: 403 } };
const origin = 'https://studio.example';

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
    services: { balance: { ...noBalance, read: async () => answers[0] ?? accepted } },
  });
  const keys = (): unknown => Object.fromEntries(arranged.secrets.stored);
  const selected = (): unknown => [user.settings.get('genwright.profile'), user.settings.get('genwright.profiles')];
  return { ...arranged, checked, keys, selected };
}

const noBalance = {
  readIfOld: () => undefined,
  current: () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
  dispose: () => undefined,
};
const key = (value: string) => ({ [`genwright.key:${origin}`]: value });

describe('Connect to Gateway', () => {
  test('checks the key before anything is stored, and selects the profile', async () => {
    const { run, checked, keys, selected } = arrange(accepted);
    user.answers.push(' https://studio.example/v1 ', 'sk-1', 'studio');
    const { shown } = await run(commands.connect);

    assert.deepEqual(checked, [{ baseUrl: 'https://studio.example', apiKey: 'sk-1' }]);
    assert.deepEqual(keys(), key('sk-1'));
    assert.deepEqual(selected(), ['studio', [{ name: 'studio', baseUrl: 'https://studio.example' }]]);
    assert.ok(shown.includes(`Connected to ${origin}. Generate now uses studio.`));
  });

  test('stores nothing until the gateway accepts a key, and asks for no more than it needs', async () => {
    const typed = ['https://studio.example', 'sk-1'] as const;
    const again = ['https://studio.example', 'sk-2'] as const;
    for (const [answers, replies, count, stored] of [
      [[refused], [undefined], 1, null],
      [[refused, accepted], ['Enter Another Key', 'sk-2'], 2, 'sk-2'],
      [[refused, accepted], ['Enter Another Key', undefined], 1, null],
      [[refused, accepted], ['Start Over', ...again], 2, 'sk-2'],
      [[unreachable, accepted], ['Retry'], 2, 'sk-1'],
    ] as const) {
      const { run, checked, keys, selected } = arrange(...answers);
      user.answers.push(...typed, ...replies, ...(stored === null ? [] : ['studio']));
      const { shown } = await run(commands.connect);
      const profile = ['studio', [{ name: 'studio', baseUrl: origin }]];
      assert.ok(shown.some((text) => text.startsWith('Not connected, and nothing was stored.')));
      assert.deepEqual(
        [checked.length, keys(), selected()],
        stored === null ? [count, {}, [undefined, undefined]] : [count, key(stored), profile],
      );
    }
  });

  test('leaves a gateway without a balance query to the user', async () => {
    const { run, keys, selected } = arrange(missing);
    user.answers.push('https://studio.example', 'sk-1', 'Connect Anyway', 'studio');
    const { shown } = await run(commands.connect);

    const text =
      'The key could not be checked, and nothing was stored. studio.example returned no balance: HTTP 404. If studio.example has no balance query, select Connect Anyway.';
    assert.ok(shown.includes(text));
    assert.deepEqual([keys(), selected()], [key('sk-1'), ['studio', [{ name: 'studio', baseUrl: origin }]]]);
  });

  test('offers what can help if the gateway does not confirm the key', async () => {
    for (const [answer, buttons] of [
      [refused, ['Enter Another Key', 'Start Over', 'More...']],
      [forbidden, ['Enter Another Key', 'Start Over', 'More...']],
      [unreachable, ['Retry', 'Start Over', 'More...']],
      [missing, ['Retry', 'Start Over', 'More...', 'Connect Anyway']],
      [usedUp, ['Retry', 'Start Over', 'More...', 'Connect Anyway']],
    ] as const) {
      const { run } = arrange(answer);
      user.answers.push('https://studio.example', 'sk-1', undefined);
      const { shown } = await run(commands.connect);
      assert.deepEqual(shown.slice(-buttons.length - 1).slice(1), buttons);
    }
  });

  test('says what a name means', async () => {
    for (const [name, message] of [
      ['', 'The name must not be empty.'],
      ['sandbox', '"sandbox" is the name of the built-in sandbox. Use another name.'],
      ['studio', { message: '"studio" already exists and will be replaced.', severity: 2 }],
    ] as const) {
      const { run } = arrange(accepted);
      selectStudio();
      user.answers.push('https://other.example', 'sk-1', name);
      await run(commands.connect);
      assert.ok(lists.some((each) => isDeepStrictEqual(each, message)));
    }
  });

  test('leads back from each question to the one before, and keeps what was entered', async () => {
    const { run, checked, keys, selected } = arrange(accepted);
    const steps = ['https://other.example', '<-', 'https://studio.example', 'sk-1', '<-', 'sk-2', 'studio'];
    user.answers.push(...steps);
    await run(commands.connect);
    assert.deepEqual(
      checked.map((each) => (each as { readonly apiKey: string }).apiKey),
      ['sk-1', 'sk-2'],
    );
    assert.ok(
      lists.some((each) => (each as { readonly value?: string } | undefined)?.value === 'https://other.example'),
    );
    assert.deepEqual([keys(), selected()], [key('sk-2'), ['studio', [{ name: 'studio', baseUrl: origin }]]]);
  });

  test('sends nothing if the user cancels at the URL or the key, and stores nothing at the name either', async () => {
    for (const answers of [[], ['https://studio.example'], ['https://studio.example', 'sk-1']]) {
      const { run, checked, keys, selected } = arrange(accepted);
      user.answers.push(...answers, undefined);
      await run(commands.connect);
      assert.deepEqual(
        [checked.length, keys(), selected()],
        [Math.max(0, answers.length - 1), {}, [undefined, undefined]],
      );
    }
  });

  test('connects for a program without a question', async () => {
    const { run, keys, selected } = arrange(accepted);
    await run(commands.connect, { baseUrl: origin, apiKey: 'sk-1', name: 'studio' });

    assert.deepEqual([keys(), selected()], [key('sk-1'), ['studio', [{ name: 'studio', baseUrl: origin }]]]);
  });

  test('asks before a program leads a profile to another origin', async () => {
    for (const reply of ['Replace', undefined]) {
      const { run, selected } = arrange(accepted);
      selectStudio();
      user.answers.push(reply);
      const call = run(commands.connect, { baseUrl: 'https://evil.example', apiKey: 'sk-1', name: 'studio' });
      if (reply) await call;
      else await assert.rejects(call, { message: 'The profile "studio" was not replaced.' });
      const baseUrl = reply ? 'https://evil.example' : origin;
      assert.deepEqual(selected(), ['studio', [{ name: 'studio', baseUrl }]]);
    }
  });

  test('rejects the call of a program that is wrong, or whose key is refused, without quoting the key', async () => {
    const good = { baseUrl: origin, apiKey: 'sk-secret-1', name: 'studio' };
    for (const [argument, answer, count] of [
      [good, refused, 1],
      [{ baseUrl: origin }, accepted, 0],
      [{ ...good, apiKey: 'sk-secret-1 x' }, accepted, 0],
      [{ ...good, baseUrl: 'http://a.example.com' }, accepted, 0],
      [{ ...good, nmae: 'a' }, accepted, 0],
      [{ ...good, name: 'sandbox' }, accepted, 0],
      [origin, accepted, 0],
      [{ ...good, docsUrl: 'file:///etc' }, accepted, 0],
      [{ ...good, headers: { Host: 'evil.example' } }, accepted, 0],
      [{ ...good, headers: [] }, accepted, 0],
      [{ ...good, idempotencyHeader: 'a b' }, accepted, 0],
      [{ ...good, secrets: { TOKEN: 'secret\n' } }, accepted, 0],
    ] as const) {
      const { run, checked, keys } = arrange(answer);
      await assert.rejects(run(commands.connect, argument), (error: Error) => {
        assert.deepEqual([error.name, error.message.includes('sk-secret')], ['CallError', false]);
        return true;
      });
      assert.deepEqual([checked.length, keys()], [count, {}]);
    }
  });

  test('names a profile after its host if the program gives no name', async () => {
    const { run, selected } = arrange(accepted);
    await run(commands.connect, { baseUrl: 'https://studio.example/api/', apiKey: ' sk-1 ' });
    const profile = { name: 'studio.example', baseUrl: 'https://studio.example/api' };
    assert.deepEqual(selected(), ['studio.example', [profile]]);
  });

  test('keeps the docs URL of a gateway that is connected again', async () => {
    const { run, selected } = arrange(accepted);
    const docsUrl = 'https://docs.example.com';
    await run(commands.connect, { baseUrl: origin, apiKey: 'sk-1', name: 'studio', docsUrl });
    await run(commands.connect, { baseUrl: origin, apiKey: 'sk-2', name: 'studio' });
    assert.deepEqual(selected(), ['studio', [{ name: 'studio', baseUrl: origin, docsUrl }]]);
    await run(commands.connect, { baseUrl: `${origin}/api`, apiKey: 'sk-2', name: 'studio' });
    assert.deepEqual(selected(), ['studio', [{ name: 'studio', baseUrl: `${origin}/api` }]]);
  });

  test('leaves the key of before, if any, if the profile cannot be saved', async () => {
    for (const before of [undefined, 'sk-before']) {
      const { run, keys, secrets, services } = arrange(accepted);
      if (before) await secrets.store(`genwright.key:${origin}`, before);
      Object.assign(services.profiles, { save: () => Promise.reject(new Error('settings.json cannot be read')) });
      const call = run(commands.connect, { baseUrl: origin, apiKey: 'sk-1', name: 'studio' });
      await assert.rejects(call, { message: /settings\.json/ });
      assert.deepEqual(keys(), before ? key(before) : {});
    }
  });

  test('says that a workspace selects another profile', async () => {
    const { run } = arrange(accepted);
    user.workspaceSettings.set('genwright.profile', 'sandbox');
    const { shown } = await run(commands.connect, { baseUrl: origin, apiKey: 'sk-1', name: 'studio' });

    assert.deepEqual(shown, ['studio is your selected profile, but the settings of this workspace select "sandbox".']);
  });
});

describe('Set API Key', () => {
  test('stores a key that the gateway accepts, or that the user wants to keep', async () => {
    for (const [answers, replies, count, stored] of [
      [[accepted], [], 1, key('sk-1')],
      [[refused, accepted], ['Enter Another Key', 'sk-2'], 2, key('sk-2')],
      [[refused], ['Store Anyway'], 1, key('sk-1')],
      [[refused], [undefined], 1, {}],
    ] as const) {
      const { run, checked, keys } = arrange(...answers);
      selectStudio();
      user.answers.push('sk-1', ...replies);
      const { shown } = await run(commands.setApiKey);
      assert.deepEqual([checked.length, checked[0], keys()], [count, { baseUrl: origin, apiKey: 'sk-1' }, stored]);
      assert.equal(shown.at(-1) === 'The key for studio is stored.', Object.keys(stored).length > 0);
    }
  });

  test('keeps the key for the session if the keyring refuses and the user agrees', async () => {
    for (const reply of ['Use for This Session', undefined]) {
      const { run, services, secrets } = arrange(accepted);
      secrets.store = () => Promise.reject(new Error('locked'));
      selectStudio();
      user.answers.push('sk-1', reply);
      const { shown } = await run(commands.setApiKey);
      assert.ok(shown.includes('The key could not be stored: locked'));
      assert.equal(await services.keyStore.read(origin), reply && 'sk-1');
    }
  });

  test('asks for no key of the sandbox', async () => {
    const { run, checked } = arrange(accepted);
    user.answers.push(undefined);
    const { shown } = await run(commands.setApiKey);

    assert.deepEqual(shown, ['The sandbox needs no key. Connect to a gateway to use your own key.', 'Connect']);
    assert.deepEqual(checked, []);
  });
});

describe('a profile', () => {
  test('loses its key on this machine', async () => {
    const { run, secrets, keys } = arrange();
    selectStudio();
    await secrets.store(`genwright.key:${origin}`, 'sk-1');
    const { shown } = await run(commands.removeApiKey);

    assert.deepEqual(keys(), {});
    assert.deepEqual(shown, ['The key for studio is removed from this machine. The gateway still accepts it.']);
  });

  test('is selected in a list, whose last entry connects', async () => {
    const { run, selected } = arrange();
    selectStudio();
    user.answers.push('sandbox');
    await run(commands.selectProfile);
    assert.deepEqual(selected(), ['sandbox', [{ name: 'studio', baseUrl: origin }]]);

    user.answers.push('Connect to Gateway...', undefined);
    const { shown } = await run(commands.selectProfile);
    assert.equal(shown.length, 0);
  });

  test('is marked in the list if it is selected', async () => {
    const { run } = arrange();
    selectStudio();
    user.answers.push(undefined);
    await run(commands.selectProfile);

    const descriptions = (lists as readonly { readonly description?: string }[]).map(({ description }) => description);
    assert.deepEqual(descriptions, ['built in: offline, free, no key', `${origin} (selected)`, undefined]);
  });

  test('is selected among the gateways for a key if the sandbox is in use', async () => {
    const { run, checked } = arrange(accepted);
    selectStudio();
    user.settings.set('genwright.profile', 'sandbox');
    user.answers.push('studio', 'sk-1');
    await run(commands.setApiKey);
    user.answers.push('sk-2');
    await run(commands.setApiKey, 'studio');

    assert.deepEqual(
      checked,
      ['sk-1', 'sk-2'].map((apiKey) => ({ baseUrl: origin, apiKey })),
    );
  });

  test('shows its balance, or why there is none', async () => {
    for (const [answer, text] of [
      [accepted, 'sandbox: $5.00 left'],
      [refused, /key/],
      [missing, 'sandbox returned no balance: HTTP 404.'],
    ] as const) {
      const { run } = arrange(answer);
      const { shown } = await run(commands.showBalance);
      if (typeof text === 'string') assert.equal(shown[0], text);
      else assert.match(String(shown[0]), text);
    }
  });
});
