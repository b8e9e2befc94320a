import assert from 'node:assert/strict';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { contextKeys } from '../../../../src/host/ids.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { makeArtifact, makeRecord } from '../../../support/previewHarness/scene.ts';
import { resetWindow, shown, Uri, user, workspace } from '../fakes/fakeVscode.ts';
import { touch, watchers } from '../fakes/fakeWatchers.ts';
import { until } from '../fakes/until.ts';

const { registerResultMenus } = await import('../../../../src/host/results/registerResultMenus.ts');
const { createResultFiles } = await import('../../../../src/host/results/resultFiles.ts');

/** Arranges a window with the runs files `a`, with a result, and `b`, without one. */
async function arrange(context: TestContext) {
  resetWindow();
  const folder = await makeTempFolder(context);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const pathOf = (name: string): string => join(folder, `${name}.gen.runs.jsonl`);
  const write = async (name: string, ...paths: readonly string[]): Promise<void> => {
    const artifacts = paths.map((path) => makeArtifact(path, 'image/png'));
    await writeFile(pathOf(name), `no record\n${JSON.stringify(makeRecord(1, { artifacts }))}\n`);
  };
  await write('a', 'a.png', 'run.sh', 'a.png');
  await write('b');
  workspace.found = ['a', 'b'].map((name) => Uri.file(pathOf(name)));
  const resultFiles = createResultFiles();
  context.after(() => resultFiles.dispose());
  const registered = registerResultMenus({ resultFiles, log: { error: assert.fail } });
  context.after(() => registered.dispose());
  /** Returns the results that menus know after the next read, relative to the folder. */
  const nextKnown = async (): Promise<readonly string[]> => {
    context.mock.timers.tick(1_000);
    await until(() => shown.length > 0);
    const [command, key, paths] = shown.splice(0);
    assert.deepEqual([command, key], ['setContext', contextKeys.results]);
    return (paths as readonly string[]).map((path) => path.slice(folder.length + 1));
  };
  return { registered, resultFiles, pathOf, write, nextKnown };
}

test('menus know the results of all runs files, a moment after startup', async (context) => {
  const { nextKnown } = await arrange(context);
  assert.deepEqual(shown, []);
  assert.deepEqual(await nextKnown(), ['a.png']);
});

test('a runs file is read again when it changes, and forgotten when it is deleted', async (context) => {
  const { pathOf, write, nextKnown } = await arrange(context);
  await nextKnown();
  await write('b', 'b.png');
  touch('jsonl', 'changed', Uri.file(pathOf('b')));
  assert.deepEqual(await nextKnown(), ['a.png', 'b.png']);
  // This file is not read again without a change.
  await write('b', 'other.png');
  await write('a', 'a.png', 'a-2.png');
  touch('jsonl', 'changed', Uri.file(pathOf('a')));
  assert.deepEqual(await nextKnown(), ['b.png', 'a.png', 'a-2.png']);
  await write('c', 'c.png');
  await rm(pathOf('a'));
  touch('jsonl', 'created', Uri.file(pathOf('c')));
  touch('jsonl', 'deleted', Uri.file(pathOf('a')));
  assert.deepEqual(await nextKnown(), ['b.png', 'c.png']);
});

test('a byte order mark hides no result', async (context) => {
  const { pathOf, nextKnown } = await arrange(context);
  const line = JSON.stringify(makeRecord(1, { artifacts: [makeArtifact('marked.png', 'image/png')] }));
  await writeFile(pathOf('a'), `\ufeff${line}\n`);
  assert.deepEqual(await nextKnown(), ['marked.png']);
});

test('of a long runs file, the newest results are known', async (context) => {
  const { pathOf, write, nextKnown } = await arrange(context);
  await write('a', 'old.png');
  await appendFile(pathOf('a'), `${' '.repeat(8 * 1024 * 1024)}\n`);
  await appendFile(pathOf('a'), JSON.stringify(makeRecord(1, { artifacts: [makeArtifact('new.png', 'image/png')] })));
  assert.deepEqual(await nextKnown(), ['new.png']);
});

test('runs files are searched again only when the folders change', async (context) => {
  const { registered, resultFiles, pathOf, write, nextKnown } = await arrange(context);
  await nextKnown();
  await write('c', 'c.png');
  workspace.found = [Uri.file(pathOf('c'))];
  touch('jsonl', 'changed', Uri.file(pathOf('a')));
  assert.deepEqual(await nextKnown(), ['a.png']);
  user.foldersChanged.fire({ added: [] });
  assert.deepEqual(await nextKnown(), ['a.png', 'c.png']);
  registered.dispose();
  resultFiles.dispose();
  assert.equal(watchers.size, 0);
});

test('a renamed file or folder leads to the job files with results there, and to its own', async (context) => {
  const { registered, pathOf, nextKnown } = await arrange(context);
  await nextKnown();
  const folder = dirname(pathOf('a'));

  const found = ['a.png', 'run.sh', 'a.gen.yml', 'other.png', ''].map((name) =>
    registered.jobFilesOf([join(folder, 'none'), join(folder, name)]).map((path) => basename(path)),
  );

  assert.deepEqual(found, [['a.gen.yaml'], [], ['a.gen.yaml'], [], ['a.gen.yaml', 'b.gen.yaml']]);
});
