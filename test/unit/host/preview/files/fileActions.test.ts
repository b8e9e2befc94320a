import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands } from '../../../../../src/host/ids.ts';
import type { PreviewAction } from '../../../../../src/protocol/preview.ts';
import { buildArtifact } from '../../fakes/builders.ts';
import { FakeDocument } from '../../fakes/fakeDocument.ts';
import {
  env,
  resetWindow,
  shown,
  TabInputText,
  TabInputWebview,
  UIKind,
  Uri,
  ViewColumn,
  window,
  workspace,
} from '../../fakes/fakeVscode.ts';

const { runFileAction } = await import('../../../../../src/host/preview/files/fileActions.ts');

const jobFile = Uri.file('/w/hero.gen.yaml');
const openable = new Set(['hero.png']);
const act = (action: PreviewAction, path: string | null): Promise<void> =>
  runFileAction(action, path === null ? null : { ...buildArtifact(path), jobFile: jobFile.fsPath }, {
    jobFile: jobFile as never,
    files: {
      pathOf: ({ path: name }) => (name.startsWith('..') ? null : `/w/${name}`),
      findOpenable: async ({ path: name }) => (openable.has(name) ? `/real/${name}` : null),
    },
    log: { error: assert.fail, warn: assert.fail, info: assert.fail },
  });
const preview = { input: new TabInputWebview('mainThreadWebview-genwright.preview') };
const tabOf = (path: string) => ({ input: new TabInputText(Uri.file(path)) });

describe('the preview', () => {
  beforeEach(resetWindow);

  test('acts on a file in the Explorer, in an editor and in the job file', async () => {
    for (const [action, name, ...expected] of [
      ['reveal', 'a.png', 'revealInExplorer', 'file:///w/a.png'],
      ['recall', 'a.png', commands.recallJob, 'file:///w/a.png', 'file:///w/hero.gen.yaml'],
      ['useCombination', 'a.png', commands.promoteResult, 'file:///w/a.png', 'file:///w/a.png'],
      ['openFile', 'a.exe', 'revealInExplorer', 'file:///w/a.exe'],
      ['openFile', 'a.md', 'vscode.open', 'file:///w/a.md', '[object Object]'],
      ['openOutside', 'a.png', 'revealInExplorer', 'file:///w/a.png'],
      ['openOutside', 'hero.png'],
      ['copyPath', 'a.png'],
      ['reveal', '../stranger.png'],
      ['openOutside', '../stranger.png'],
    ] as const) {
      await act(action, name);
      assert.deepEqual(shown.splice(0).map(String), expected);
    }
    assert.deepEqual([env.copied, ...env.opened.splice(0).map(String)], ['/w/a.png', 'file:///real/hero.png']);
  });

  test('shows where a file outside the workspace is, also one on another computer', async () => {
    const a = 'file:///w/a.png';
    const download = ['Select Download in the Explorer to open it with a program of this computer.', '[object Object]'];
    const tell = (path: string) => [
      `"${path}" is outside the workspace, so the Explorer does not show it.`,
      '[object Object]',
    ];
    for (const [action, folder, remoteName, uiKind, ...expected] of [
      ['reveal', '/w', undefined, UIKind.Desktop, 'revealInExplorer', a],
      ['reveal', '/w', 'ssh-remote', UIKind.Desktop, 'revealInExplorer', a],
      ['reveal', '/other', undefined, UIKind.Desktop, 'revealFileInOS', a],
      ['reveal', null, undefined, UIKind.Desktop, 'revealFileInOS', a],
      ['reveal', null, 'ssh-remote', UIKind.Desktop, ...tell('/w/a.png')],
      ['openOutside', null, 'ssh-remote', UIKind.Desktop, ...tell('/w/hero.png')],
      // A link leads to the folder, whose real path is outside the workspace.
      ['openOutside', '/w', 'ssh-remote', UIKind.Desktop, 'revealInExplorer', 'file:///w/hero.png', ...download],
      ['reveal', null, undefined, UIKind.Web, ...tell('/w/a.png')],
    ] as const) {
      workspace.workspaceFolders = folder === null ? [] : [{ uri: Uri.file(folder) }];
      Object.assign(env, { remoteName, uiKind });
      await act(action, action === 'reveal' ? 'a.png' : 'hero.png');
      assert.deepEqual(shown.splice(0).map(String), expected);
    }
  });

  test('opens a file outside by the URL that the workbench hands on unchanged', async () => {
    for (const name of ['shot #1.png', '100%.png', '%23.png', 'why?.png', '龙 星.png']) {
      openable.add(name);
      await act('openOutside', name);
      const [target] = env.opened.splice(0);
      // The workbench escapes what is not a string.
      assert.deepEqual([typeof target, fileURLToPath(String(target))], ['string', `/real/${name}`]);
    }
  });

  test('stays visible when a file opens in an editor', async () => {
    for (const [groups, column] of [
      [[], ViewColumn.Beside],
      [[{ viewColumn: 1, activeTab: preview, tabs: [] }], ViewColumn.Beside],
      [
        [
          { viewColumn: 2, tabs: [] },
          { viewColumn: 1, activeTab: preview, isActive: true, tabs: [] },
        ],
        2,
      ],
      [
        [
          { viewColumn: 1, tabs: [tabOf('/w/other.txt')] },
          { viewColumn: 2, tabs: [preview], isActive: true },
        ],
        2,
      ],
      [
        [
          { viewColumn: 1, tabs: [preview, tabOf('/w/hero.txt')] },
          { viewColumn: 2, tabs: [], isActive: true },
        ],
        1,
      ],
    ] as const) {
      window.tabGroups.all = groups;
      shown.length = 0;
      await act('openFile', 'hero.txt');
      assert.deepEqual(shown, ['vscode.open', Uri.file('/w/hero.txt'), { viewColumn: column }]);
    }
  });

  test('opens the job file, also one that is not saved yet', async () => {
    const known = (uri: Uri): void => void workspace.textDocuments.push(new FakeDocument(uri, ''));
    known(Uri.parse('untitled:/w/other.gen.yaml'));
    known(jobFile);
    await act('openJobFile', null);
    assert.equal(window.activeTextEditor?.document.uri, jobFile);
    const unsaved = Uri.parse('untitled:/w/hero.gen.yaml');
    known(unsaved);
    await act('openJobFile', null);
    assert.deepEqual(
      [window.activeTextEditor?.document.uri, window.activeTextEditor?.viewColumn],
      [unsaved, ViewColumn.Beside],
    );
  });
});
