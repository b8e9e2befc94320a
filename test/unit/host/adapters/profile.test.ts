import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseProfiles, replaceProfile, type GatewayProfile } from '../../../../src/host/adapters/profile.ts';

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
