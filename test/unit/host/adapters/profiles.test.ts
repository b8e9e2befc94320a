import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OpenProfile } from '../../../../src/engine/index.ts';
import type { GatewayProfile } from '../../../../src/host/adapters/profiles.ts';
import { createSandboxHost } from '../../../../src/host/adapters/sandboxHost.ts';
import type { Sandbox, SandboxOptions } from '../../../../src/sandbox/index.ts';

await import('../fakes/fakeVscode.ts');
const { openProfile, parseProfiles, replaceProfile } = await import('../../../../src/host/adapters/profiles.ts');

describe('the profiles setting', () => {
  test('has the sandbox first, whatever it holds', () => {
    for (const value of [undefined, null, 'text', {}, []]) {
      assert.deepEqual(parseProfiles(value), [{ kind: 'sandbox', name: 'sandbox' }]);
    }
  });

  test('returns gateways with their origin', () => {
    const profiles = parseProfiles([
      { name: 'studio', baseUrl: 'https://studio.example.com/api/' },
      { name: ' home ', baseUrl: 'http://localhost:8080', docsUrl: 'https://docs.example.com' },
    ]);
    assert.deepEqual(profiles.slice(1), [
      {
        kind: 'gateway',
        name: 'studio',
        baseUrl: 'https://studio.example.com/api',
        origin: 'https://studio.example.com',
        docsUrl: null,
      },
      {
        kind: 'gateway',
        name: 'home',
        baseUrl: 'http://localhost:8080',
        origin: 'http://localhost:8080',
        docsUrl: 'https://docs.example.com',
      },
    ]);
  });

  test('returns headers, and leaves out a gateway with a header that cannot be sent', () => {
    const baseUrl = 'https://studio.example.com';
    const more = { headers: { 'X-Team': 'art' }, idempotencyHeader: 'X-Id' };
    const [, ...profiles] = parseProfiles([
      { name: 'studio', baseUrl, ...more },
      { name: 'bad', baseUrl, headers: { Authorization: 'Bearer x' } },
    ]);
    assert.deepEqual(profiles, [{ kind: 'gateway', name: 'studio', baseUrl, origin: baseUrl, docsUrl: null, ...more }]);
    const [profile = assert.fail()] = profiles as readonly GatewayProfile[];
    assert.deepEqual(replaceProfile([], profile), [{ name: 'studio', baseUrl, ...more }]);
  });

  test('leaves out what cannot be used, and the later of two profiles with one name', () => {
    const profiles = parseProfiles([
      7,
      { name: 'a' },
      { name: '', baseUrl: 'https://a.example.com' },
      { name: 'plain', baseUrl: 'http://a.example.com' },
      { name: 'sandbox', baseUrl: 'https://a.example.com' },
      { name: 'good', baseUrl: 'https://a.example.com' },
      { name: 'good', baseUrl: 'https://b.example.com' },
    ]);
    const urls = profiles.map((profile) => (profile.kind === 'gateway' ? profile.baseUrl : profile.name));
    assert.deepEqual(urls, ['sandbox', 'https://a.example.com']);
  });
});

describe('a saved profile', () => {
  const saved: GatewayProfile = {
    kind: 'gateway',
    name: 'prod',
    baseUrl: 'https://new.example.com',
    origin: 'https://new.example.com',
    docsUrl: null,
  };

  for (const name of ['prod', ' prod ', '\tprod']) {
    test(`replaces the entry named ${JSON.stringify(name)}, and its URL is in use`, () => {
      const entries = replaceProfile([{ name, baseUrl: 'https://old.example.com' }], saved);
      assert.deepEqual(entries, [{ name: 'prod', baseUrl: 'https://new.example.com' }]);
      assert.deepEqual(parseProfiles(entries).slice(1), [saved]);
    });
  }

  test('leaves the other entries unchanged, also those that do not parse', () => {
    const others = [7, null, { name: 3 }, {}, { name: ' Prod', baseUrl: 'https://a.example.com' }];
    const docsUrl = 'https://docs.example.com';
    assert.deepEqual(replaceProfile([...others, { name: ' prod' }], { ...saved, docsUrl }), [
      ...others,
      { name: 'prod', baseUrl: 'https://new.example.com', docsUrl },
    ]);
  });
});

/**
 * Arranges one gateway, a key for its origin, and a sandbox: its starts are counted, and it can fail the first time.
 */
function arrange({ failures = 0 } = {}) {
  const counts = { starts: 0, closes: 0 };
  const startSandbox = ({ dataDir = '' }: SandboxOptions = {}): Promise<Sandbox> => {
    counts.starts += 1;
    if (counts.starts <= failures) return Promise.reject(new Error('port'));
    const close = (): Promise<void> => {
      counts.closes += 1;
      return Promise.resolve();
    };
    return Promise.resolve({
      url: 'http://127.0.0.1:1',
      docsUrl: 'http://127.0.0.1:1/docs',
      key: `key of ${dataDir}`,
      close,
    });
  };
  const sandbox = createSandboxHost(() => Promise.resolve({ startSandbox }), { dataDir: '/data' });
  const profiles = parseProfiles([
    { name: 'studio', baseUrl: 'https://studio.example.com/api/', docsUrl: 'https://docs.example.com' },
  ]);
  const keyStore = {
    read: (origin: string) => Promise.resolve(origin === 'https://studio.example.com' ? 'sk-1' : undefined),
  };
  const find = (name: string) => profiles.find((profile) => profile.name === name);
  const open = (name: string) => openProfile(name, { profiles: { find }, keyStore, sandbox } as never);
  return { open, sandbox, counts };
}

async function describeProfile(opening: Promise<OpenProfile | null>) {
  const profile = (await opening) ?? assert.fail('there is no such profile');
  const { name, baseUrl, docsUrl, isSandbox } = profile;
  return { name, baseUrl, docsUrl, isSandbox, key: await profile.readKey() };
}

describe('opening a profile', () => {
  test('returns a gateway with the key of its origin, without starting the sandbox', async () => {
    const { open, counts } = arrange();
    const expected = {
      name: 'studio',
      baseUrl: 'https://studio.example.com/api',
      docsUrl: 'https://docs.example.com',
      isSandbox: false,
      key: 'sk-1',
    };
    assert.deepEqual([await describeProfile(open('studio')), counts.starts], [expected, 0]);
  });

  test('starts the sandbox once', async () => {
    const { open, counts } = arrange();
    const [first] = await Promise.all([describeProfile(open('sandbox')), open('sandbox')]);
    const expected = {
      name: 'sandbox',
      baseUrl: 'http://127.0.0.1:1',
      docsUrl: 'http://127.0.0.1:1/docs',
      isSandbox: true,
      key: 'key of /data',
    };
    assert.deepEqual([first, counts.starts], [expected, 1]);
  });

  test('tries the sandbox again after a failed start', async () => {
    const { open, counts } = arrange({ failures: 1 });
    await assert.rejects(open('sandbox'), /port/);
    await open('sandbox');
    assert.equal(counts.starts, 2);
  });

  test('knows no other profile', async () => {
    assert.equal(await arrange().open('nowhere'), null);
  });

  test('closes the sandbox with the window, and starts none after that', async () => {
    const { open, sandbox, counts } = arrange();
    await open('sandbox');
    sandbox.dispose();
    sandbox.dispose();
    await assert.rejects(open('sandbox'));
    assert.deepEqual(counts, { starts: 1, closes: 1 });
  });
});
