import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBaseUrl, parseSecureUrl } from '../../../../../src/core/support/profile/baseUrl.ts';

describe('a base URL', () => {
  const good: readonly (readonly [string, string, string])[] = [
    ['https://gateway.example.com', 'https://gateway.example.com', 'https://gateway.example.com'],
    ['  https://gateway.example.com/  ', 'https://gateway.example.com', 'https://gateway.example.com'],
    ['https://example.com:8443/api//', 'https://example.com:8443/api', 'https://example.com:8443'],
    ['https://gateway.example.com/v1', 'https://gateway.example.com', 'https://gateway.example.com'],
    ['https://example.com/api//v1/', 'https://example.com/api', 'https://example.com'],
    ['https://example.com/v1/api', 'https://example.com/v1/api', 'https://example.com'],
    ['https://example.com/rev1', 'https://example.com/rev1', 'https://example.com'],
    ['HTTPS://Example.COM/Api', 'https://example.com/Api', 'https://example.com'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://127.8.9.10:1', 'http://127.8.9.10:1', 'http://127.8.9.10:1'],
    ['http://localhost:4010/', 'http://localhost:4010', 'http://localhost:4010'],
    ['http://[::1]:4010', 'http://[::1]:4010', 'http://[::1]:4010'],
  ];
  for (const [text, baseUrl, origin] of good) {
    test(`reads ${text.trim()}`, () => assert.deepEqual(parseBaseUrl(text), { ok: true, baseUrl, origin }));
  }

  const bad: readonly (readonly [string, string])[] = [
    ['', 'not-a-url'],
    ['gateway.example.com', 'not-a-url'],
    ['ftp://example.com', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['http://example.com', 'http-not-loopback'],
    ['http://localhost.example.com', 'http-not-loopback'],
    ['http://127.0.0.1.example.com', 'http-not-loopback'],
    ['http://192.168.1.5', 'http-not-loopback'],
    ['https://user:word@example.com', 'has-credentials'],
    ['https://user@example.com', 'has-credentials'],
    ['https://:word@example.com', 'has-credentials'],
    ['https://example.com/?key=1', 'has-query'],
    ['https://example.com/#top', 'has-query'],
  ];
  for (const [text, problem] of bad) {
    test(`refuses “${text}” as ${problem}`, () => assert.deepEqual(parseBaseUrl(text), { ok: false, problem }));
  }
});

test('a URL that is not the base of endpoints keeps its whole path', () => {
  const baseUrl = 'https://docs.example.com/v1';
  assert.deepEqual(parseSecureUrl(`${baseUrl}/`), { ok: true, baseUrl, origin: 'https://docs.example.com' });
});
