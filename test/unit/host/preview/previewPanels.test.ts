import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { commands } from '../../../../src/host/ids.ts';
import type { HostMessage } from '../../../../src/protocol/preview.ts';
import { buildRequest, buildTask } from '../fakes/builders.ts';
import { FakeDocument } from '../fakes/fakeDocument.ts';
import { FakePanel, panels as open } from '../fakes/fakePanels.ts';
import { shown, Uri, user, ViewColumn, window, workspace } from '../fakes/fakeVscode.ts';
import { touch } from '../fakes/fakeWatchers.ts';
import { until } from '../fakes/until.ts';
import { arrangePanels as arrange, settle, typesOf } from './arrangePanels.ts';

describe('a preview', () => {
  test('opens beside the editor, and never takes the focus', async (context) => {
    const { panels, hero } = await arrange(context);
    panels.show(hero);
    const [panel] = open;
    panels.show(hero);
    assert.deepEqual(
      open.map(({ shownAt }) => shownAt),
      [[{ viewColumn: ViewColumn.Beside, preserveFocus: true }]],
    );
    panel?.hide();
    Object.assign(panel ?? {}, { viewColumn: 2 });
    window.tabGroups.all = [{ viewColumn: 1, isActive: true }, { viewColumn: 2 }];
    panels.show(hero);
    assert.deepEqual(panel?.shownAt.at(-1), { viewColumn: 2, preserveFocus: true });
  });

  test('shows what the call asks for as soon as the page has started', async (context) => {
    const { panels, hero, start } = await arrange(context);
    for (const [show, expected] of [
      [() => panels.show(hero, 'gateway-1'), ['show stage null', 'select']],
      [() => panels.show(hero), ['show stage null']],
      [() => panels.showSheet(hero), ['show sheet null']],
      [() => panels.showSheet(hero, 'cat'), ['show sheet cat']],
      [() => panels.compare(hero, ['one.txt', 'two.txt']), ['compare']],
      [() => panels.showResult(hero, 'gateway-1'), ['follow']],
    ] as const) {
      for (const panel of open.toReversed()) panel.dispose();
      show();
      const messages = await start();
      const wanted = messages.filter(({ type }) => !['init', 'items', 'found', 'thumbnailText'].includes(type));
      assert.deepEqual(
        wanted.map((each) => (each.type === 'show' ? `show ${each.view} ${each.query}` : each.type)),
        expected,
      );
    }
  });

  test('follows a new run only if it is open, and shows its first result only if it is not', async (context) => {
    const { panels, hero, start } = await arrange(context);
    panels.follow(hero);
    assert.equal(open.length, 0);
    panels.show(hero);
    await start();
    panels.showResult(hero, 'gateway-1');
    assert.deepEqual(typesOf(open[0]?.posted ?? []), []);
    panels.follow(hero);
    assert.deepEqual(open[0]?.posted, [{ type: 'follow', id: null }]);
  });

  test('is not covered by the first result of a run while the user looks at it', async (context) => {
    const { panels, hero, uriOf, folder } = await arrange(context);
    const [other, third] = [uriOf('other.gen.yaml'), uriOf('third.gen.yaml')];
    for (const file of [hero, other, third]) panels.follow(file);
    for (const file of [hero, other, third]) panels.showResult(file, 'task-1');
    const visible = async () => {
      const isShown = await panels.readShown();
      return ['hero', 'other', 'third'].filter((name) => isShown(join(folder, `${name}.gen.yaml`)));
    };
    assert.deepEqual(await visible(), ['hero']);
    // A run that begins beside it may cover it, unless the user works in it.
    const [panel = assert.fail()] = open;
    for (const [active, expected] of [
      [true, ['hero']],
      [false, ['hero', 'other']],
    ] as const) {
      panels.follow(other);
      Object.assign(panel, { active });
      panels.showResult(other, 'task-2');
      assert.deepEqual(await visible(), expected);
    }
    // What the user asks for comes to the front.
    panels.show(third);
    assert.equal(open.at(-1)?.title, 'Preview third.gen.yaml');
  });

  test('is named with its folder while the preview of another job file has the same name', async (context) => {
    const { panels } = await arrange(context);
    const titles = (): readonly string[] => open.map(({ title }) => title);
    for (const name of ['summer/hero', 'winter/hero', 'winter/other'])
      panels.show(Uri.file(`/w/${name}.gen.yaml`) as never);
    assert.deepEqual(titles(), [
      'Preview summer/hero.gen.yaml',
      'Preview winter/hero.gen.yaml',
      'Preview other.gen.yaml',
    ]);
    open[0]?.dispose();
    assert.deepEqual(titles(), ['Preview hero.gen.yaml', 'Preview other.gen.yaml']);
  });

  test('makes thumbnails on the page of the contact sheet', async (context) => {
    const { panels, hero, start } = await arrange(context);
    const making = panels.makeThumbnails(hero, new Set(), new AbortController().signal);
    assert.ok((await start()).some((message) => message.type === 'show' && message.view === 'sheet'));
    await making;
  });

  test('is the active one while the user looks at it', async (context) => {
    const { panels, hero, uriOf } = await arrange(context);
    panels.show(hero);
    panels.show(uriOf('other.gen.yaml'));
    assert.equal(panels.activeJobFile(), undefined);
    Object.assign(open[1] ?? {}, { active: true });
    assert.equal(panels.activeJobFile()?.fsPath, uriOf('other.gen.yaml')['fsPath']);
  });

  test('of the last session is restored for a job file on disk, and else closed', async (context) => {
    const { panels, hero, folder } = await arrange(context);
    await writeFile(join(folder, 'hero.gen.yaml'), 'model: seedream-5-0-260128\nprompt: x\n');
    await writeFile(join(folder, 'plain.txt'), 'x');
    const rest = { selectedId: null, isDetailsOpen: null, zoom: null };
    for (const [state, isKept] of [
      [{ ...rest, jobFile: String(hero) }, true],
      [{ ...rest, jobFile: `file://${folder}/plain.txt` }, false],
      [{ ...rest, jobFile: `untitled:${folder}/hero.gen.yaml` }, false],
      [{ ...rest, jobFile: `file://${folder}/` }, true],
      [{ ...rest, jobFile: 'file:///elsewhere/' }, false],
      [{ ...rest, jobFile: 'https://example.com/' }, false],
      [undefined, false],
    ] as const) {
      const panel = new FakePanel({ viewColumn: 1 });
      open.push(panel);
      await panels.restore(panel as never, state);
      assert.deepEqual([open.includes(panel), panel.webview.html !== ''], [isKept, isKept], JSON.stringify(state));
      if (isKept && state.jobFile.endsWith('/')) panel.dispose();
    }
    const second = new FakePanel({ viewColumn: 2 });
    open.push(second);
    await panels.restore(second as never, { ...rest, jobFile: String(hero) });
    open[0]?.dispose();
    panels.show(hero);
    assert.deepEqual(open, [second]);
  });

  test('opens again after it was closed, and closes with the window', async (context) => {
    const { panels, hero } = await arrange(context);
    panels.show(hero);
    open[0]?.dispose();
    panels.show(hero);
    assert.equal(open.length, 1);
    panels.dispose();
    assert.equal(open.length, 0);
  });
});

describe('the page of a preview', () => {
  test('may load only the media and scripts of the extension, and results', async (context) => {
    const { panels, hero, folder } = await arrange(context);
    panels.show(hero);
    const [{ title, webview } = assert.fail()] = open;
    const { enableScripts, localResourceRoots } = webview.options as {
      readonly enableScripts: boolean;
      readonly localResourceRoots: readonly Uri[];
    };
    assert.deepEqual(
      [title, enableScripts, ...localResourceRoots.map(({ fsPath }) => fsPath)],
      ['Preview hero.gen.yaml', true, '/extension/media', '/extension/dist', folder],
    );
    assert.match(webview.html, /src="web:\/extension\/dist\/preview\.js"/);
  });

  test('gets changes of tasks, files, marks and trust of its job file', async (context) => {
    const { panels, hero, folder, uriOf, reads, tasks, changed, changedElsewhere, start } = await arrange(context);
    panels.show(hero);
    await start();
    const [panel = assert.fail()] = open;
    const task = buildTask({ jobFile: join(folder, 'hero.gen.yaml') });
    const other = { ...task, id: 'task-2', jobFile: join(folder, 'other.gen.yaml') };
    for (const [change, read] of [
      [() => changed.fire(task), []],
      [() => changedElsewhere.fire({ changed: [other, task] }), []],
      [() => touch('jsonl', 'changed', uriOf('hero.gen.runs.jsonl')), ['runs hero.gen.yaml']],
      [() => touch('jsonl', 'created', uriOf('hero.gen.runs.jsonl')), ['runs hero.gen.yaml']],
      [() => touch('jsonl', 'deleted', uriOf('hero.gen.marks.jsonl')), ['marks hero.gen.yaml']],
      [() => panels.show(hero), ['runs hero.gen.yaml']],
      [() => user.granted.fire(), []],
    ] as const) {
      reads.length = 0;
      panel.posted.length = 0;
      tasks.push({ ...task, id: `task-${tasks.length}`, request: buildRequest({ index: tasks.length }) });
      change();
      await until(() => typesOf(panel.posted).includes('items'));
      assert.ok(typesOf(panel.posted).includes('items'));
      assert.deepEqual(reads, read);
    }
    panel.posted.length = 0;
    changed.fire(other);
    await settle();
    assert.deepEqual(panel.posted, []);
  });

  test('gets nothing while it is hidden, because the workbench has discarded it', async (context) => {
    const { panels, hero, start } = await arrange(context);
    panels.show(hero);
    await start();
    const [panel = assert.fail()] = open;
    panel.viewChanged.fire();
    panels.showSheet(hero);
    assert.equal(panel.shownAt.at(-1)?.preserveFocus, false);
    assert.deepEqual(typesOf(panel.posted.splice(0)), ['show']);
    panel.hide();
    panels.showSheet(hero);
    assert.deepEqual(panel.posted, []);
    assert.ok(typesOf(await start()).includes('show'));
  });

  test('follows its job file and its folder to a new name, and is there only once', async (context) => {
    const { panels, hero, uriOf, folder, start } = await arrange(context);
    const [lamp, place] = [uriOf('lamp.gen.yaml'), Uri.file(`${folder}-2`)];
    panels.show(hero);
    await start();
    user.renamed.fire({ files: [{ oldUri: hero, newUri: lamp }] });
    panels.show(lamp);
    assert.deepEqual(
      open.map(({ title }) => title),
      ['Preview lamp.gen.yaml'],
    );
    panels.show(uriOf(join('..', basename(`${folder}-2`), 'lamp.gen.yaml')));
    user.renamed.fire({ files: [{ oldUri: Uri.file(folder), newUri: place }] });
    assert.equal(open.length, 1);
  });

  test('tells at once which results the user has deleted in the Explorer, and has restored by undo', async (context) => {
    const { panels, hero, folder, uriOf, start } = await arrange(context);
    panels.show(hero);
    await start();
    const [panel = assert.fail()] = open;
    const files = [uriOf('one.txt')];
    const readMissing = async (): Promise<readonly boolean[]> => {
      await until(() => typesOf(panel.posted).includes('items'));
      const messages = panel.posted.splice(0) as HostMessage[];
      const items = messages.flatMap((message) => (message.type === 'items' ? message.changed : []));
      return items.map((item) => item.kind === 'artifact' && item.uri === null);
    };
    await rm(join(folder, 'one.txt'));
    user.deleted.fire({ files });
    const deleted = await readMissing();
    await writeFile(join(folder, 'one.txt'), 'one.txt');
    user.created.fire({ files });
    assert.deepEqual([deleted, await readMissing()], [[true], [false]]);
  });

  test('shows results without marks if these cannot be read, and the log says why', async (context) => {
    const { panels, hero, errors, start } = await arrange(context, { marksAreReadable: false });
    panels.show(hero);
    assert.ok(typesOf(await start()).includes('items'));
    assert.deepEqual(errors, ['Marks of hero.gen.yaml: Error: unreadable']);
  });

  test('compares the texts of two results in the diff editor, and only if both exist', async (context) => {
    const { panels, hero, folder, errors, start } = await arrange(context);
    panels.show(hero);
    const items = (await start()).flatMap((message) => (message.type === 'items' ? message.changed : []));
    const [first = '', second = ''] = items.map(({ id }) => id);
    shown.length = 0;
    shown.length = 0;
    open[0]?.received.fire({ type: 'openDiff', ids: [first, second] });
    await until(() => shown.length > 0);
    const [command, , , title] = shown.splice(0);
    assert.deepEqual([command, title], ['vscode.diff', 'one.txt ↔ two.txt']);
    await rm(join(folder, 'two.txt'));
    open[0]?.received.fire({ type: 'openDiff', ids: [first, second] });
    open[0]?.received.fire({ type: 'openDiff', ids: [second, first] });
    // The details are read from the disk in more steps, so they come later.
    open[0]?.received.fire({ type: 'readDetails', id: first });
    await until(() => typesOf(open[0]?.posted ?? []).includes('details'));
    await settle();
    assert.deepEqual([shown, errors], [[], []]);
  });

  test('keeps the focus after files were deleted, if it had it', async (context) => {
    const { panels, hero, start } = await arrange(context);
    panels.show(hero);
    const [item] = (await start()).flatMap((message) => (message.type === 'items' ? message.changed : []));
    const [panel = assert.fail()] = open;
    for (const active of [false, true]) {
      Object.assign(panel, { active, viewColumn: 2 });
      shown.length = 0;
      panel.received.fire({ type: 'delete', ids: [item?.id] });
      await settle();
      assert.equal(shown[0], commands.deleteResult);
    }
    assert.deepEqual(panel.shownAt.slice(1), [{ viewColumn: 2, preserveFocus: false }]);
  });

  test('knows the order of axes from the job file, on disk or open, and again when it was saved', async (context) => {
    const { panels, hero, folder, start } = await arrange(context);
    const write = (styles: string) =>
      `model: prunaai/p-image\nmatrix:\n  style: ${styles}\nprompt: \${{ matrix.style }}\n`;
    await writeFile(join(folder, 'hero.gen.yaml'), write('[oil, ink]'));
    panels.showSheet(hero);
    const first = await start();
    const panel = open.at(-1);
    const take = async () => {
      await until(() => panel?.posted.some(({ type }) => type === 'axes') === true);
      return panel?.posted.splice(0).find(({ type }) => type === 'axes');
    };
    const listed = first.find(({ type }) => type === 'axes') ?? (await take());
    assert.deepEqual(listed, { type: 'axes', axes: [['style', ['oil', 'ink']]] });
    const document = new FakeDocument(hero, write('[ink, oil]'));
    workspace.textDocuments.push(document);
    user.typed.fire({ document, contentChanges: [] });
    assert.deepEqual(await take(), { type: 'axes', axes: [['style', ['ink', 'oil']]] });
  });
});
