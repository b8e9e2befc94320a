import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { commands } from '../../../../../src/host/ids.ts';
import { FakeDocument } from '../../fakes/fakeDocument.ts';
import {
  env,
  resetWindow,
  shown,
  TabInputText,
  TabInputWebview,
  Uri,
  ViewColumn,
  window,
  workspace,
} from '../../fakes/fakeVscode.ts';

const { createFileActions } = await import('../../../../../src/host/preview/files/fileActions.ts');

const jobFile = Uri.file('/w/hero.gen.yaml');
const actions = createFileActions(jobFile as never, { error: assert.fail, warn: assert.fail, info: assert.fail });
const preview = { input: new TabInputWebview('mainThreadWebview-genwright.preview') };
const tabOf = (path: string) => ({ input: new TabInputText(Uri.file(path)) });

describe('the preview', () => {
  beforeEach(resetWindow);

  test('runs the commands of the Explorer for a file', async () => {
    for (const [run, expected] of [
      [() => actions.reveal('/w/hero.png'), ['revealInExplorer', 'file:///w/hero.png']],
      [() => actions.recall('/w/hero.png'), [commands.recallJob, 'file:///w/hero.png', 'file:///w/hero.gen.yaml']],
      [
        () => actions.useCombination('/w/hero.png'),
        [commands.promoteResult, 'file:///w/hero.png', 'file:///w/hero.png'],
      ],
    ] as const) {
      await run();
      assert.deepEqual(shown.splice(0).map(String), expected);
    }
    await actions.copyPath('/w/hero.png');
    assert.equal(env.copied, '/w/hero.png');
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
          { viewColumn: 1, tabs: [tabOf('/w/other.json')] },
          { viewColumn: 2, tabs: [preview], isActive: true },
        ],
        2,
      ],
      [
        [
          { viewColumn: 1, tabs: [preview, tabOf('/w/hero.json')] },
          { viewColumn: 2, tabs: [], isActive: true },
        ],
        1,
      ],
    ] as const) {
      window.tabGroups.all = groups;
      shown.length = 0;
      await actions.openInEditor('/w/hero.json');
      assert.deepEqual(shown, ['vscode.open', Uri.file('/w/hero.json'), { viewColumn: column }]);
    }
  });

  test('opens the job file, also one that is not saved yet', async () => {
    const known = (uri: Uri): void => void workspace.textDocuments.push(new FakeDocument(uri, ''));
    known(Uri.parse('untitled:/w/other.gen.yaml'));
    known(jobFile);
    await actions.openJobFile();
    assert.equal(window.activeTextEditor?.document.uri, jobFile);
    const unsaved = Uri.parse('untitled:/w/hero.gen.yaml');
    known(unsaved);
    await actions.openJobFile();
    assert.deepEqual(
      [window.activeTextEditor?.document.uri, window.activeTextEditor?.viewColumn],
      [unsaved, ViewColumn.Beside],
    );
  });
});
