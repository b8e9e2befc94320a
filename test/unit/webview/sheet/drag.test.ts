import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toWorkbenchUri } from '../../../../src/webview/sheet/drag.ts';

test('a URI of the page is a file of this computer or of a remote one', () => {
  const host = 'vscode-resource.vscode-cdn.net';
  assert.deepEqual(
    [
      `https://file%2B.${host}/project/a%20b.png?v=1`,
      `https://file+.${host}/c%3A/project/a.png`,
      `https://vscode-remote%2Bssh-002dremote-002bhost.${host}/project/a.png`,
      `https://vscode-remote%2B127-002e0-002e0-002e1-003a4000.${host}/project/a.png`,
    ].map(toWorkbenchUri),
    [
      'file:///project/a%20b.png',
      'file:///c%3A/project/a.png',
      'vscode-remote://ssh-remote%2Bhost/project/a.png',
      'vscode-remote://127.0.0.1%3A4000/project/a.png',
    ],
  );
});

test('no other URI is handed over', () => {
  const uris = ['https://example.org/a.png', 'https://file+.vscode-resource.example.org/a.png', 'x:y', 'a.png', ''];
  assert.deepEqual(
    uris.map(toWorkbenchUri),
    uris.map(() => null),
  );
});
