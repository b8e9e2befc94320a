import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDrag, toWorkbenchUri } from '../../../../src/webview/sheet/drag.ts';
import { makeArtifactItem, makeTaskItem } from '../../../support/previewHarness/messages.ts';

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

test('no other URI of a page becomes a URI of the workbench', () => {
  const uris = ['https://example.org/a.png', 'https://file+.vscode-resource.example.org/a.png', 'x:y', 'a.png', ''];
  assert.deepEqual(
    uris.map(toWorkbenchUri),
    uris.map(() => null),
  );
});

test('only files that the workbench knows are dragged, and without such a file the drag does not begin', () => {
  const uri = 'https://file%2B.vscode-resource.vscode-cdn.net/project/a.png';
  const file = makeArtifactItem('a', 1, { uri });
  const others = [makeArtifactItem('gone', 1), makeArtifactItem('x', 1, { uri: 'x:y' }), makeTaskItem('t'), undefined];
  const drag = (items: Parameters<typeof startDrag>[1], hasData = true) => {
    const data = new Map<string, string>();
    let isPrevented = false;
    const dataTransfer = { effectAllowed: '', setData: (type: string, text: string) => data.set(type, text) };
    const event = { dataTransfer: hasData ? dataTransfer : null, preventDefault: () => void (isPrevented = true) };
    startDrag(event as unknown as DragEvent, items);
    return [data.get('text/uri-list'), isPrevented];
  };
  assert.deepEqual(
    [drag([...others, file]), drag(others), drag([file], false)],
    [
      ['file:///project/a.png', false],
      [undefined, true],
      [undefined, true],
    ],
  );
});
