import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { contextKeys } from '../../../../src/host/ids.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { FakeDocument } from '../fakes/fakeDocument.ts';
import { settingChanged } from '../fakes/fakeSettings.ts';
import { resetWindow, shown, Uri, user, workspace } from '../fakes/fakeVscode.ts';
import { touch, watchers } from '../fakes/fakeWatchers.ts';
import { until } from '../fakes/until.ts';

const { createWindowJobFiles } = await import('../../../../src/host/jobFiles/createWindowJobFiles.ts');

const text = 'model: seedream-5-0-260128\nprompt: x\n';

/** Arranges a window with the job file `a` on its disk. */
async function arrange(context: TestContext) {
  resetWindow();
  const folder = await makeTempFolder(context);
  workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const pathOf = (name: string): string => join(folder, `${name}.gen.yaml`);
  await writeFile(pathOf('a'), text);
  workspace.found = [Uri.file(pathOf('a'))];
  const jobFiles = createWindowJobFiles({ error: assert.fail, warn: assert.fail, info: assert.fail });
  context.after(() => {
    jobFiles.dispose();
    workspace.workspaceFolders = [{ uri: Uri.file('/w') }];
  });
  /** Returns the files that menus know of after the next change of them. */
  const nextKnown = async (): Promise<unknown> => {
    await until(() => shown.length > 0);
    const [command, key, paths] = shown.splice(0);
    assert.deepEqual([command, key], ['setContext', contextKeys.jobFiles]);
    return paths;
  };
  const tick = (durationMs: number): void => context.mock.timers.tick(durationMs);
  return { jobFiles, folder, pathOf, uriOf: (name: string) => Uri.file(pathOf(name)), nextKnown, tick };
}

test('menus know the job files of the window, which are searched after startup', async (context) => {
  const { pathOf, nextKnown, tick } = await arrange(context);
  assert.deepEqual(shown, []);
  tick(500);
  assert.deepEqual(await nextKnown(), [pathOf('a')]);
});

test('job files are found again after a change on disk, but not in hidden folders', async (context) => {
  const { folder, pathOf, uriOf, nextKnown, tick } = await arrange(context);
  tick(500);
  await nextKnown();
  await writeFile(pathOf('b'), text);
  for (const hidden of ['node_modules', '.git']) {
    await mkdir(join(folder, hidden));
    await writeFile(pathOf(`${hidden}/c`), text);
    touch('yml}', 'created', uriOf(`${hidden}/c`));
  }
  touch('yml}', 'created', uriOf('b'));
  assert.deepEqual(await nextKnown(), [pathOf('a'), pathOf('b')]);
  await writeFile(pathOf('b'), 'apiVersion: v1\nkind: List\n');
  touch('yml}', 'changed', uriOf('b'));
  assert.deepEqual(await nextKnown(), [pathOf('a')]);
  await rm(pathOf('a'));
  touch('**/*', 'deleted', Uri.file(folder));
  assert.equal(await nextKnown(), undefined);
});

test('a new folder is searched, and nothing is for a new file', async (context) => {
  const { folder, pathOf, uriOf, nextKnown, tick } = await arrange(context);
  tick(500);
  await nextKnown();
  await mkdir(join(folder, 'deep', 'node_modules', 'x'), { recursive: true });
  await writeFile(pathOf('deep/b'), text);
  workspace.found = [uriOf('a'), uriOf('deep/b')];
  for (const name of ['a.gen.yaml', 'gone', 'deep/node_modules/x']) {
    touch('**/*', 'created', Uri.file(join(folder, name)));
  }
  const search = async (): Promise<void> => {
    // The disk says meanwhile what was created.
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    tick(500);
  };
  await search();
  await search();
  assert.deepEqual(shown, []);
  touch('**/*', 'created', Uri.file(join(folder, 'deep')));
  for (let turn = 0; turn < 500 && shown.length === 0; turn += 1) await search();
  assert.deepEqual(await nextKnown(), [pathOf('a'), pathOf('deep/b')]);
});

test('an open document is a job file as long as its text is one', async (context) => {
  const { pathOf, uriOf, nextKnown } = await arrange(context);
  const document = new FakeDocument(uriOf('open'), text);
  workspace.textDocuments.push(document);
  user.openedDocument.fire(document);
  assert.deepEqual(await nextKnown(), [pathOf('open')]);
  document.write('apiVersion: v1\nkind: List\n');
  user.typed.fire({ document });
  assert.equal(await nextKnown(), undefined);
  document.write(text);
  user.typed.fire({ document });
  assert.deepEqual(await nextKnown(), [pathOf('open')]);
  workspace.textDocuments.length = 0;
  user.closedDocument.fire(document);
  assert.equal(await nextKnown(), undefined);
});

test('a setting excludes files and folders', async (context) => {
  const { jobFiles, uriOf, folder } = await arrange(context);
  const check = async () => Promise.all([uriOf('a'), uriOf('deep/b')].map((uri) => jobFiles.check(uri as never)));
  await mkdir(join(folder, 'deep'));
  await writeFile(uriOf('deep/b').fsPath, text);
  for (const [globs, expected] of [
    [[], [null, null]],
    [['deep/'], [null, 'excluded']],
    [['**/deep'], [null, 'excluded']],
    [['*.yaml'], ['excluded', null]],
  ] as const) {
    user.settings.set('genwright.files.exclude', globs);
    assert.deepEqual(await check(), expected);
  }
});

test('a changed setting applies to files that are known already', async (context) => {
  const { nextKnown, tick } = await arrange(context);
  tick(500);
  await nextKnown();
  user.settings.set('genwright.files.exclude', ['*.yaml']);
  settingChanged.fire('genwright.files.exclude');
  assert.equal(await nextKnown(), undefined);
});

test('a window that closes before the search neither searches nor watches', async (context) => {
  const { jobFiles, tick } = await arrange(context);
  tick(0);
  assert.equal(watchers.size, 2);
  jobFiles.dispose();
  assert.equal(watchers.size, 0);
  tick(500);
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  assert.deepEqual(shown, []);
});
