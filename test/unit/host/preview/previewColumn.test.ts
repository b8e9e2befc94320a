import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { arrangeCommands } from '../fakes/arrangeCommands.ts';
import { FakeDocument } from '../fakes/fakeDocument.ts';
import { panels as open } from '../fakes/fakePanels.ts';
import { TabInputText, TabInputWebview, Uri, ViewColumn, window, workspace } from '../fakes/fakeVscode.ts';

const { createPreviewPanels } = await import('../../../../src/host/preview/previewPanels.ts');

const uriOf = (name: string): never => Uri.file(`/w/${name}.gen.yaml`) as never;

function arrange(context: TestContext) {
  const { services } = arrangeCommands();
  const resultFiles = {
    watch: () => ({ dispose: () => undefined }),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const panels = createPreviewPanels({ ...services, resultFiles });
  context.after(() => panels.dispose());
  return panels;
}

// From left to right, what the visible tab of each group is. The active group has a star. A digit is the column of
// another preview.
for (const [title, ...cases] of [
  [
    'opens beside the active group, whatever the others show',
    ['text*', ViewColumn.Beside],
    ['text* text', ViewColumn.Beside],
    ['text text* text', ViewColumn.Beside],
    ['text* page', ViewColumn.Beside],
  ],
  ['opens in an empty group, also the active one', ['empty*', 1], ['text* empty', 2], ['empty text text*', 1]],
  [
    'shares a column with other previews, also with one that was closed',
    ['text* preview', 2],
    ['text* preview', 2, 2],
    ['preview text*', 1, 1],
    ['text* text text', 3, 3],
    ['text preview*', 2, 2],
  ],
  [
    'leaves the column in which the user types, for one with a preview, an empty one, or any other',
    ['text text*', 1, 2],
    ['text text* preview', 3, 2],
    ['text text* empty', 3, 2],
    ['text empty text* preview', 4, 3],
    ['preview text* text', 1, 2],
    ['text*', ViewColumn.Beside, 1],
  ],
  [
    'covers no job file that is shown, and opens a new group where the one beside has a job file',
    ['job text*', ViewColumn.Beside, 1],
    ['job job*', ViewColumn.Beside, 1],
    ['job* job', 3],
    ['job* job', 3, 2],
    ['text* job', 3],
    ['job text* preview', 3, 1],
    ['job preview*', 2, 1],
  ],
] as const) {
  test(`a preview ${title}`, (context) => {
    const panels = arrange(context);
    workspace.textDocuments.push(new FakeDocument(Uri.file('/w/a.gen.yaml'), 'model: sonic\n'));
    const inputs = {
      text: new TabInputText(Uri.file('/w/a.txt')),
      job: new TabInputText(Uri.file('/w/a.gen.yaml')),
      page: new TabInputWebview('mainThreadWebview-other'),
      preview: new TabInputWebview('mainThreadWebview-genwright.preview'),
      empty: undefined,
    };
    for (const [layout, expected, home] of cases) {
      for (const panel of open.toReversed()) panel.dispose();
      if (home !== undefined) {
        panels.show(uriOf('other'));
        Object.assign(open[0] ?? {}, { viewColumn: home });
      }
      window.tabGroups.all = layout.split(' ').map((word, at) => {
        const input = inputs[word.replace('*', '') as keyof typeof inputs];
        return { viewColumn: at + 1, isActive: word.endsWith('*'), ...(input && { activeTab: { input } }) };
      });
      panels.show(uriOf('hero'));
      assert.equal(open.at(-1)?.shownAt[0]?.viewColumn, expected, layout);
    }
  });
}
