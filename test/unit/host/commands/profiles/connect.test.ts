import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TaskError } from '../../../../../src/core/task/model/task.ts';
import type { BalanceOutcome } from '../../../../../src/engine/index.ts';
import {
  checkConnection,
  connectAsCalled,
  parseConnection,
  storeConnection,
  type CheckFailure,
  type ConnectPorts,
} from '../../../../../src/host/commands/profiles/connect.ts';
import { englishL10n } from '../../../../support/englishL10n.ts';

const parse = (value: unknown) => parseConnection(value, englishL10n);
const apiKey = 'sk-secret-1';

describe('the argument of genwright.connect', () => {
  test('names a profile after its host if no name is given', () => {
    assert.deepEqual(parse({ baseUrl: 'https://studio.example.com/api/', apiKey: ` ${apiKey} ` }), {
      ok: true,
      connection: {
        apiKey,
        profile: {
          kind: 'gateway',
          name: 'studio.example.com',
          baseUrl: 'https://studio.example.com/api',
          origin: 'https://studio.example.com',
          docsUrl: null,
        },
      },
    });
  });

  const rows: readonly (readonly [string, unknown])[] = [
    ['no key', { baseUrl: 'https://a.example.com' }],
    ['a key with a space', { baseUrl: 'https://a.example.com', apiKey: 'sk-secret-1 x' }],
    ['plain http', { baseUrl: 'http://a.example.com', apiKey }],
    ['a misspelled option', { baseUrl: 'https://a.example.com', apiKey, nmae: 'a' }],
    ['the name of the sandbox', { baseUrl: 'https://a.example.com', apiKey, name: 'sandbox' }],
    ['no object', 'https://a.example.com'],
    ['documents that are not at an https URL', { baseUrl: 'https://a.example.com', apiKey, docsUrl: 'file:///etc' }],
  ];
  for (const [title, value] of rows) {
    test(`is refused with ${title}, without quoting the key`, () => {
      const answer = parse(value);
      assert.deepEqual([answer.ok, JSON.stringify(answer).includes('secret')], [false, false]);
    });
  }
});

describe('a call of genwright.connect', () => {
  const argument = { baseUrl: 'https://b.example.com/api', apiKey, name: 'prod' };

  /** Arranges a profile named `prod` at this URL, if there is one, and a user who answers. */
  function arrange(known: string | null, { agrees = false, reason = null as string | null } = {}) {
    const seen: string[] = [];
    const before = known === null ? null : parse({ baseUrl: known, apiKey, name: 'prod' });
    const profile = before?.ok ? before.connection.profile : undefined;
    const ports: ConnectPorts = {
      profiles: { find: (name) => (name === 'prod' ? profile : undefined) },
      check: () => Promise.resolve(reason === null ? null : { kind: 'no-balance', reason }),
      confirmRedirect: (from, to) => {
        seen.push(`asked: ${from.origin} to ${to.profile.origin}`);
        return Promise.resolve(agrees);
      },
      store: ({ profile: { name } }) => Promise.resolve(void seen.push(`stored: ${name}`)),
    };
    return { seen, connect: () => connectAsCalled(argument, ports, englishL10n) };
  }

  const asked = 'asked: https://a.example.com to https://b.example.com';

  test('adds a profile without asking', async () => {
    const { seen, connect } = arrange(null);
    const { profile } = await connect();
    assert.deepEqual([profile.name, seen], ['prod', ['stored: prod']]);
  });

  test('renews a profile with the same origin without asking', async () => {
    const { seen, connect } = arrange('https://b.example.com');
    await connect();
    assert.deepEqual(seen, ['stored: prod']);
  });

  test('gives a profile another origin if the user agrees', async () => {
    const { seen, connect } = arrange('https://a.example.com', { agrees: true });
    await connect();
    assert.deepEqual(seen, [asked, 'stored: prod']);
  });

  test('stores nothing if the user does not agree, and reports that', async () => {
    const { seen, connect } = arrange('https://a.example.com');
    await assert.rejects(connect, { name: 'CallError', message: 'The profile "prod" was not replaced.' });
    assert.deepEqual(seen, [asked]);
  });

  test('neither asks nor stores if the gateway refuses', async () => {
    const { seen, connect } = arrange('https://a.example.com', { agrees: true, reason: 'Not this key.' });
    await assert.rejects(connect, { name: 'CallError', message: 'Not this key.' });
    assert.deepEqual(seen, []);
  });
});

describe('checking a connection', () => {
  const parsed = parse({ baseUrl: 'https://a.example.com', apiKey, name: 'studio' });
  const { signal } = new AbortController();

  const check = async (outcome: BalanceOutcome) => {
    assert.ok(parsed.ok);
    const seen: unknown[] = [];
    const checkGateway = (candidate: unknown) => (seen.push(candidate), Promise.resolve(outcome));
    const failure = await checkConnection({ checkGateway }, parsed.connection, { l10n: englishL10n, signal });
    assert.deepEqual(seen, [{ baseUrl: 'https://a.example.com', apiKey }]);
    return failure;
  };

  test('returns null if the gateway returns the balance', async () => {
    assert.equal(await check({ ok: true, balance: { balanceUsd: 1, usedUsd: null, username: null } }), null);
  });

  const failures: readonly (readonly [string, TaskError, CheckFailure])[] = [
    [
      'a refused key',
      { code: 'key-refused', message: 'No such key.', httpStatus: 401 },
      { kind: 'refused', reason: 'studio refused the API key.' },
    ],
    [
      'a forbidden query',
      { code: 'request-rejected', message: 'Key is disabled', httpStatus: 403 },
      { kind: 'refused', reason: 'studio returned no balance: Key is disabled.' },
    ],
    [
      'a used up quota',
      { code: 'quota-exhausted', message: '', httpStatus: 403 },
      {
        kind: 'no-balance',
        reason: 'The balance at studio does not cover this request. Add credit there, then select Retry.',
      },
    ],
    [
      'a missing path',
      { code: 'not-a-gateway', message: 'HTTP 404', httpStatus: 404 },
      { kind: 'no-balance', reason: 'studio returned no balance: HTTP 404.' },
    ],
    [
      'a response in another form',
      { code: 'not-a-gateway', message: '', httpStatus: 200 },
      { kind: 'no-balance', reason: 'studio returned no balance: no reason given.' },
    ],
  ];
  for (const [title, error, expected] of failures) {
    test(`says what ${title} means`, async () => {
      assert.deepEqual(await check({ ok: false, error }), expected);
    });
  }

  test('says that the gateway cannot be reached', async () => {
    const failure = await check({ ok: false, error: { code: 'gateway-unreachable', message: 'ENOTFOUND' } });
    assert.equal(failure?.kind, 'unreachable');
  });
});

describe('storing a connection', () => {
  const parsed = parse({ baseUrl: 'https://a.example.com', apiKey, name: 'studio' });

  /** Arranges settings that cannot be written, and a keyring in memory. */
  function arrange(before: readonly (readonly [string, string])[]) {
    const keys = new Map(before);
    const write = (origin: string, key: string): Promise<void> => Promise.resolve(void keys.set(origin, key));
    const store = {
      profiles: {
        find: () => undefined,
        save: () => Promise.reject(new Error('settings.json cannot be read')),
      },
      keyStore: {
        read: (origin: string) => Promise.resolve(keys.get(origin)),
        write,
        remove: (origin: string) => Promise.resolve(void keys.delete(origin)),
      },
      storeKey: (origin: string, key: string) => write(origin, key).then(() => true),
    };
    return { keys, store };
  }

  for (const before of [[], [['https://a.example.com', 'sk-before'] as const]]) {
    test(`rejects if the profile cannot be saved, and leaves ${before.length} keys unchanged`, async () => {
      assert.ok(parsed.ok);
      const { keys, store } = arrange(before);
      await assert.rejects(storeConnection(parsed.connection, store), /settings\.json/);
      assert.deepEqual([...keys], before);
    });
  }

  test('keeps the docs URL of a gateway that is connected again', async () => {
    assert.ok(parsed.ok);
    const { profile, apiKey: key } = parsed.connection;
    const docsUrl = 'https://docs.example.com';
    const saved: unknown[] = [];
    const { store } = arrange([]);
    for (const baseUrl of [profile.baseUrl, 'https://b.example.com']) {
      const find = () => ({ ...profile, baseUrl, docsUrl });
      const profiles = { find, save: async (each: typeof profile) => void saved.push(each.docsUrl) };
      await storeConnection({ profile, apiKey: key }, { ...store, profiles });
    }
    assert.deepEqual(saved, [docsUrl, null]);
  });

  test('saves no profile if the user declines to keep the key', async () => {
    assert.ok(parsed.ok);
    const { store } = arrange([]);
    const isStored = await storeConnection(parsed.connection, { ...store, storeKey: () => Promise.resolve(false) });
    assert.equal(isStored, false);
  });
});
