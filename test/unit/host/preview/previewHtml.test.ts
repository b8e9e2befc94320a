import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPreviewHtml } from '../../../../src/host/preview/previewHtml.ts';

function build(): string {
  return buildPreviewHtml({
    cspSource: 'https://files.test',
    nonce: 'n0nce',
    scriptUri: 'https://files.test/a.js?x=1&y="2"',
    styleUris: ['https://files.test/a.css'],
    locale: 'de',
  });
}

test('the policy allows files of the webview and the one script with the nonce, and nothing else', () => {
  const policy = /Security-Policy" content="([^"]*)"/.exec(build())?.[1]?.split('; ');
  assert.deepEqual(policy, [
    "default-src 'none'",
    'img-src https://files.test blob:',
    'media-src https://files.test',
    'style-src https://files.test',
    "script-src 'nonce-n0nce'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test('URLs cannot end their attribute', () => {
  assert.match(build(), /<script nonce="n0nce" src="https:\/\/files\.test\/a\.js\?x=1&amp;y=&quot;2&quot;"><\/script>/);
});
