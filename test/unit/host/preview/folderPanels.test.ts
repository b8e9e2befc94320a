import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { commands } from '../../../../src/host/ids.ts';
import type { HostMessage } from '../../../../src/protocol/preview.ts';
import { buildTask } from '../fakes/builders.ts';
import { panels as open } from '../fakes/fakePanels.ts';
import { shown, Uri, workspace } from '../fakes/fakeVscode.ts';
import { touch } from '../fakes/fakeWatchers.ts';
import { until } from '../fakes/until.ts';
import { arrangePanels as arrange, settle } from './arrangePanels.ts';

describe('the preview of a folder', () => {
  /** Two job files whose results have the same ids and names, because the folder of one was copied. */
  async function arrangeFolder(context: TestContext) {
    const arranged = await arrange(context);
    const { folder, uriOf } = arranged;
    const jobFiles = ['art/a/hero.gen.yaml', 'art/b/hero.gen.yaml'].map((name) => join(folder, name));
    for (const jobFile of jobFiles) {
      await mkdir(dirname(jobFile), { recursive: true });
      for (const name of ['one.txt', 'two.txt']) await writeFile(join(dirname(jobFile), name), name);
    }
    workspace.found = jobFiles.map((path) => Uri.file(path.replace('.yaml', '.runs.jsonl')));
    context.after(() => void (workspace.found = []));
    const items = (messages: readonly HostMessage[]) =>
      messages.flatMap((message) => (message.type === 'items' ? message.changed : []));
    return { ...arranged, jobFiles, art: uriOf('art/'), items };
  }

  test('has the results of all of its job files, each with its folder and an id of its own', async (context) => {
    const { panels, art, folder, jobFiles, start, items } = await arrangeFolder(context);
    panels.showSheet(art);
    const found = items(await start());
    assert.equal(new Set(found.map(({ id }) => id)).size, 4);
    assert.deepEqual(found.map(({ group, name }) => `${group}: ${name}`).toSorted(), [
      'a/hero: a/one.txt',
      'a/hero: a/two.txt',
      'b/hero: b/one.txt',
      'b/hero: b/two.txt',
    ]);
    assert.deepEqual([open[0]?.title, panels.activeJobFile()], ['Preview art', undefined]);
    // A run in the folder needs no notice.
    const isShown = await panels.readShown();
    assert.deepEqual([...jobFiles, join(folder, 'hero.gen.yaml')].map(isShown), [true, true, false]);
  });

  test('acts on the job file that an id was given out for, and on no other id', async (context) => {
    const { panels, art, folder, start, items } = await arrangeFolder(context);
    panels.showSheet(art);
    const found = items(await start());
    const [panel = assert.fail()] = open;
    const idOf = (name: string): string => found.find((item) => item.name === name)?.id ?? '';
    for (const name of ['a/one.txt', 'b/one.txt']) {
      shown.length = 0;
      panel.received.fire({ type: 'act', id: idOf(name), action: 'recall' });
      await until(() => shown.length > 0);
      const [command, file, jobFile] = shown as readonly (string | Uri)[];
      const expected = [join(folder, 'art', name), join(folder, 'art', dirname(name), 'hero.gen.yaml')];
      assert.deepEqual(
        [command, String(file), String(jobFile)],
        [commands.recallJob, ...expected.map((path) => `file://${path}`)],
      );
      shown.length = 0;
      panel.received.fire({ type: 'mark', ids: [idOf(name)], change: { mark: 'star' } });
      await until(() => shown.length > 0);
      assert.deepEqual(shown[1], [join(folder, 'art', name)]);
    }
    shown.length = 0;
    const strange = idOf('a/one.txt').replace('a/hero', '../../elsewhere/hero');
    for (const action of ['recall', 'openFile', 'openJobFile', 'reveal']) {
      panel.received.fire({ type: 'act', id: strange, action });
    }
    panel.received.fire({ type: 'mark', ids: [strange], change: { mark: 'star' } });
    panel.received.fire({ type: 'act', id: null, action: 'openJobFile' });
    await settle();
    assert.deepEqual(shown.filter((each) => each !== commands.markResult).flat(), [{ mark: 'star' }]);
  });

  test('exports what its page shows, of its own job files alone', async (context) => {
    const { panels, art, hero, jobFiles, start, items } = await arrangeFolder(context);
    panels.showSheet(hero);
    Object.assign(open[0] ?? {}, { active: false });
    assert.equal(panels.exportShown(), false);
    panels.showSheet(art);
    const found = items(await start());
    const [, panel = assert.fail()] = open;
    Object.assign(panel, { active: true });
    assert.deepEqual([panels.exportShown(), panel.posted.splice(0)], [true, [{ type: 'export' }]]);
    const lines = [{ kind: 'cells', label: null, cells: found.slice(0, 1).map(({ id }) => id) }];
    shown.length = 0;
    panel.received.fire({ type: 'export', isFiltered: true, sheet: { rowsName: null, columnLabels: null, lines } });
    await until(() => shown.length > 0);
    const [first = assert.fail()] = found;
    const cell = {
      jobFile: jobFiles.find((path) => path.includes(`/${first.group}.`)),
      path: first.name.split('/').at(-1),
    };
    assert.deepEqual(shown, [
      commands.exportContactSheet,
      art,
      { rowsName: null, columnLabels: null, lines: [{ kind: 'cells', label: null, cells: [cell] }] },
      true,
    ]);
  });

  test('reads only what has changed, and what comes to it', async (context) => {
    const { panels, art, uriOf, folder, reads, changed, start } = await arrangeFolder(context);
    panels.showSheet(art);
    await start();
    const [panel = assert.fail()] = open;
    reads.length = 0;
    touch('jsonl', 'changed', uriOf('art/b/hero.gen.runs.jsonl'));
    touch('jsonl', 'changed', uriOf('elsewhere/hero.gen.runs.jsonl'));
    changed.fire(buildTask({ jobFile: join(folder, 'art/c/new.gen.yaml') }));
    await until(() => reads.some((read) => read.startsWith('marks art/c')) || panel.posted.length > 0);
    assert.deepEqual(reads, ['runs art/b/hero.gen.yaml']);
  });

  test('of the workspace is one panel, and one that was opened for a look is closed with it', async (context) => {
    const { panels, jobFiles, start } = await arrangeFolder(context);
    const [first, second] = jobFiles.map((jobFile) => ({
      jobFile,
      taskId: JSON.stringify(['run-0', null, 1]),
      query: 'storm',
    }));
    assert.ok(first && second);
    panels.peek(first);
    const selected = (await start()).find((message) => message.type === 'select');
    assert.match(selected?.id ?? '', /art\/a\/hero\//);
    assert.equal(selected?.query, 'storm');
    panels.peek(second);
    assert.equal(open.length, 1);
    panels.endPeek();
    assert.equal(open.length, 0);
    panels.showSheet(null);
    panels.peek(second);
    panels.endPeek();
    assert.equal(open.length, 1);
  });

  test('of a result that was found takes the focus, and stays open after a look', async (context) => {
    const { panels, jobFiles } = await arrangeFolder(context);
    const found = { jobFile: jobFiles[0] ?? '', taskId: JSON.stringify(['run-0', null, 1]), query: 'storm' };
    panels.peek(found);
    panels.showFound(found);
    panels.endPeek();
    assert.deepEqual([open.length, open[0]?.shownAt.at(-1)?.preserveFocus], [1, false]);
  });
});
