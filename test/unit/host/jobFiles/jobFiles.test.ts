import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { maxScannedLength } from '../../../../src/core/jobFile/recognize/findNotJobFile.ts';
import { contextKeys } from '../../../../src/host/ids.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { FakeDocument } from '../fakes/fakeDocument.ts';
import { settingChanged } from '../fakes/fakeSettings.ts';
import { resetWindow, shown, Uri, user, workspace } from '../fakes/fakeVscode.ts';
import { touch, watchers } from '../fakes/fakeWatchers.ts';
import { until } from '../fakes/until.ts';

const { readHead } = await import('../../../../src/host/jobFiles/filesOnDisk.ts');
const { createJobFiles } = await import('../../../../src/host/jobFiles/jobFiles.ts');

const text = 'model: seedream-5-0-260128\nprompt: x\n';
const kubernetes = 'apiVersion: v1\nkind: List\n';

/** Arranges a window with the job file `a` on its disk. */
async function arrange(context: TestContext) {
  resetWindow();
  const folder = await makeTempFolder(context);
  workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const faults: string[] = [];
  const pathOf = (name: string): string => join(folder, `${name}.gen.yaml`);
  await writeFile(pathOf('a'), text);
  workspace.found = [Uri.file(pathOf('a'))];
  const jobFiles = createJobFiles({ error: (fault) => faults.push(fault), warn: assert.fail, info: assert.fail });
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
  return { jobFiles, folder, pathOf, uriOf: (name: string) => Uri.file(pathOf(name)), nextKnown, tick, faults };
}

test('menus know the job files that were found after startup, and follow the disk except in hidden folders', async (context) => {
  const { folder, pathOf, uriOf, nextKnown, tick } = await arrange(context);
  assert.deepEqual(shown, []);
  tick(500);
  assert.deepEqual(await nextKnown(), [pathOf('a')]);
  await writeFile(pathOf('b'), text);
  for (const hidden of ['node_modules', '.git']) {
    await mkdir(join(folder, hidden));
    await writeFile(pathOf(`${hidden}/c`), text);
    touch('yml}', 'created', uriOf(`${hidden}/c`));
  }
  touch('yml}', 'created', uriOf('b'));
  assert.deepEqual(await nextKnown(), [pathOf('a'), pathOf('b')]);
  await writeFile(pathOf('b'), kubernetes);
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
  document.write(kubernetes);
  user.typed.fire({ document });
  assert.equal(await nextKnown(), undefined);
  document.write(text);
  user.typed.fire({ document });
  assert.deepEqual(await nextKnown(), [pathOf('open')]);
  workspace.textDocuments.length = 0;
  user.closedDocument.fire(document);
  assert.equal(await nextKnown(), undefined);
});

test('a setting excludes files and folders, also those that are known already', async (context) => {
  const { jobFiles, uriOf, folder, nextKnown, tick } = await arrange(context);
  tick(500);
  await nextKnown();
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

/** Opens a document in the window. */
function open(path: string, content: string, scheme = 'file') {
  const document = new FakeDocument(Uri.from({ scheme, path }), content);
  workspace.textDocuments.push(document);
  user.openedDocument.fire(document);
  return document;
}

test('job files are on disk or will be, and have the name and the content of a job file', async (context) => {
  const { jobFiles } = await arrange(context);
  const documents = [
    open('/w/hero.gen.yaml', text),
    open('/w/new.gen.yaml', '', 'untitled'),
    open('/w/hero.gen.yaml', text, 'git'),
    open('/w/hero.yaml', text),
    open('/w/deploy.gen.yaml', kubernetes),
    open('/w/buf.gen.yaml', ''),
  ];
  assert.deepEqual(
    documents.map((document) => [jobFiles.has(document as never), jobFiles.whyNot(document as never)]),
    [
      [true, null],
      [true, null],
      [false, 'scheme'],
      [false, 'name'],
      [false, 'tool-content'],
      [false, 'tool-name'],
    ],
  );
  assert.deepEqual(jobFiles.open(), documents.slice(0, 2));
});

test('an edit that changes the answer is announced, and known before that', async (context) => {
  const { jobFiles } = await arrange(context);
  const told: boolean[] = [];
  jobFiles.onDidChange(({ isJobFile }) => told.push(isJobFile));
  const document = open('/w/deploy.gen.yaml', kubernetes);
  const edit = (content: string): boolean => {
    document.write(content);
    const isJobFile = jobFiles.has(document as never);
    user.typed.fire({ document });
    return isJobFile;
  };
  const known = [`${kubernetes}model: sonic\n`, `${kubernetes}model: sonic\nprompt: x\n`, kubernetes, ''].map(edit);
  workspace.textDocuments.length = 0;
  document.isClosed = true;
  user.closedDocument.fire(document);
  assert.deepEqual(known, [true, true, false, true]);
  assert.equal(jobFiles.has(document as never), false);
  assert.deepEqual(told, [true, false, true, false]);
});

test('the editor decides about open documents, and the disk about all others', async (context) => {
  const { jobFiles, pathOf, uriOf } = await arrange(context);
  await writeFile(pathOf('deploy'), kubernetes);
  await writeFile(pathOf('draft'), text);
  await writeFile(pathOf('buf'), text);
  workspace.found = ['a', 'deploy', 'draft', 'buf'].map(uriOf);
  const draft = open(pathOf('draft'), kubernetes);
  open(pathOf('deploy'), `${kubernetes}model: sonic\n`);
  open('/elsewhere/loose.gen.yaml', '');
  const find = async () => (await jobFiles.find()).map(({ path }) => path);
  assert.deepEqual(await find(), [pathOf('deploy'), '/elsewhere/loose.gen.yaml', pathOf('a')]);

  const check = async (...names: readonly string[]) =>
    Promise.all(names.map((name) => jobFiles.check(uriOf(name) as never)));
  assert.deepEqual(await check('deploy', 'draft', 'a', 'gone', 'buf'), [null, 'tool-content', null, null, 'tool-name']);

  workspace.textDocuments.splice(workspace.textDocuments.indexOf(draft), 1);
  assert.deepEqual(await check('draft'), [null]);
});

test('job files are removed with the folder that they are in, and with no other one', async (context) => {
  const { jobFiles, folder, pathOf, uriOf, nextKnown, tick } = await arrange(context);
  for (const name of ['old', 'older']) await mkdir(join(folder, name));
  for (const name of ['old/b', 'older/c']) await writeFile(pathOf(name), text);
  workspace.found = ['old/b', 'older/c'].map(uriOf);
  tick(0);
  await jobFiles.find();
  await nextKnown();
  await rm(join(folder, 'old'), { recursive: true });
  touch('**/*', 'deleted', Uri.file(join(folder, 'old')));
  assert.deepEqual(await nextKnown(), [pathOf('older/c')]);
});

test('a search that fails is in the log, and the next one finds the job files', async (context) => {
  const { jobFiles, pathOf, faults } = await arrange(context);
  const { findFiles } = workspace;
  workspace.findFiles = () => Promise.reject(new Error('disk'));
  const first = await jobFiles.find();
  workspace.findFiles = findFiles;
  const second = (await jobFiles.find()).map(({ path }) => path);
  assert.deepEqual([first, second, faults], [[], [pathOf('a')], ['Menus may lack job files: Error: disk']]);
});

test('the start of a file is read, and nothing of anything but a file', async (context) => {
  const root = await makeTempFolder(context);
  const path = (name: string): string => join(root, name);
  await writeFile(path('short.gen.yaml'), '\ufeffmodel: sonic # ü\n');
  await writeFile(path('long.gen.yaml'), 'x'.repeat(maxScannedLength + 1));
  await writeFile(path('wide.gen.yaml'), Buffer.from('\ufeffmodel: sonic # ü\n', 'utf16le'));
  await writeFile(path('empty.gen.yaml'), '');
  await mkdir(path('folder.gen.yaml'));
  const heads = await Promise.all(
    ['short', 'wide', 'empty', 'folder', 'none'].map((name) => readHead({ fsPath: path(`${name}.gen.yaml`) })),
  );
  assert.deepEqual(heads, ['model: sonic # ü\n', 'model: sonic # ü\n', '', null, null]);
  assert.equal((await readHead({ fsPath: path('long.gen.yaml') }))?.length, maxScannedLength);
});

const skip = process.platform === 'win32';

test('a file that cannot be read is empty, and a pipe is not read', { skip }, async (context) => {
  // The first address in the memory of a process cannot be read.
  if (process.platform === 'linux') assert.equal(await readHead({ fsPath: '/proc/self/mem' }), '');
  // A pipe may never contain anything.
  const pipe = join(await makeTempFolder(context), 'pipe.gen.yaml');
  execFileSync('mkfifo', [pipe]);
  assert.equal(await readHead({ fsPath: pipe }), null);
});
