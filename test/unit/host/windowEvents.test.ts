import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { noMark } from '../../../src/core/artifact/marks.ts';
import { Emitter } from '../../../src/core/support/emitter.ts';
import { commands } from '../../../src/host/ids.ts';
import { arrangeCommands } from './fakes/arrangeCommands.ts';
import { buildRecord, buildTask } from './fakes/builders.ts';
import { FakeDocument } from './fakes/fakeDocument.ts';
import { touch } from './fakes/fakeWatchers.ts';
import {
  contentProviders,
  decorationProviders,
  env,
  resetWindow,
  shown,
  Uri,
  user,
  workspace,
} from './fakes/fakeVscode.ts';

const { registerFolderChanges, registerRenames, readOpenFolders } =
  await import('../../../src/host/jobFiles/openFolders.ts');
const { registerMarkDecorations } = await import('../../../src/host/marks/registerMarkDecorations.ts');
const { createResultFiles } = await import('../../../src/host/results/resultFiles.ts');
const { registerProblemPages } = await import('../../../src/host/language/problemPage.ts');
const { createReadOnlyTexts } = await import('../../../src/host/ui/readOnlyTexts.ts');
const { registerExpiry, warnOfBudget, warnOfRunsFile, warnOfUnwritten } =
  await import('../../../src/host/tasks/warn.ts');
const { openOutside } = await import('../../../src/host/preview/files/fileActions.ts');

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const log = { error: assert.fail, warn: assert.fail, info: assert.fail };
const texts = (): readonly unknown[] => shown.filter((each) => typeof each === 'string');

test('the tasks of a renamed job file or folder move with it, if both names are on disk', async (context) => {
  const moved: unknown[] = [];
  const { services } = arrangeCommands();
  const rename = async (...renames: readonly unknown[]): Promise<void> => void moved.push(...renames);
  const resultMenus = { jobFilesOf: (paths: readonly string[]) => paths.slice(1), dispose: assert.fail };
  const registered = registerRenames({ ...services, engineHost: { ...services.engineHost, rename }, resultMenus, log });
  context.after(() => registered.dispose());
  const [from, to, folder] = [Uri.file('/w/a.gen.yaml'), Uri.file('/w/b.gen.yaml'), Uri.file('/elsewhere/c')];
  user.renamed.fire({
    files: [
      { oldUri: from, newUri: to },
      { oldUri: from.with({ scheme: 'git' }), newUri: to },
      { oldUri: from, newUri: to.with({ scheme: 'git' }) },
      { oldUri: from, newUri: folder },
    ],
  });
  await settle();

  assert.deepEqual(moved, [
    [
      { from: '/w/a.gen.yaml', to: '/w/b.gen.yaml', isJobFile: true, boundary: '/w' },
      { from: '/w/a.gen.yaml', to: '/elsewhere/c', isJobFile: false, boundary: null },
    ],
    // The job files that have renamed results.
    [{ jobFile: '/w/a.gen.yaml', boundary: '/w' }],
  ]);
});

test('unfinished tasks continue in a folder that is opened, and beside a job file that belongs to none', async (context) => {
  const { services } = arrangeCommands();
  const added: unknown[] = [];
  const changed = new Emitter<{ readonly document: FakeDocument; readonly isJobFile: boolean }>();
  const addFolders = async (folders: readonly string[]): Promise<void> => void added.push(folders);
  const jobFiles = { onDidChange: changed.event } as never;
  const registered = registerFolderChanges({ engineHost: { ...services.engineHost, addFolders }, jobFiles, log });
  context.after(() => registered.dispose());
  user.foldersChanged.fire({ added: [{ uri: Uri.file('/x') }] });
  user.foldersChanged.fire({ added: [] });
  const loose = new FakeDocument(Uri.file('/loose/a.gen.yaml'), '');
  for (const [document, isJobFile] of [
    [loose, true],
    [loose, false],
    [new FakeDocument(Uri.file('/w/a.gen.yaml'), ''), true],
    [new FakeDocument(Uri.parse('untitled:/loose/b.gen.yaml'), ''), true],
  ] as const) {
    changed.fire({ document, isJobFile });
  }

  assert.deepEqual(added, [['/x'], ['/loose']]);
  assert.deepEqual(readOpenFolders({ open: () => [loose] } as never), ['/w', '/loose']);
});

describe('marks in the Explorer', () => {
  const star = { ...noMark, mark: 'star' } as const;

  function arrange(context: TestContext, isReadable = true) {
    let [loads, engines] = [0, 0];
    const { services, logged } = arrangeCommands({
      engine: {
        readRuns: async () => [buildRecord()],
        readMarks: async () => {
          loads += 1;
          if (!isReadable) throw new Error('unreadable');
          return new Map([['a'.repeat(64), star]]);
        },
      },
    });
    const { engineHost } = services;
    const resultFiles = createResultFiles();
    context.after(() => resultFiles.dispose());
    const registered = registerMarkDecorations({
      ...services,
      resultFiles,
      engineHost: { ...engineHost, engine: () => ((engines += 1), engineHost.engine()) },
    });
    context.after(() => registered.dispose());
    workspace.found = [Uri.file('/w/hero.gen.marks.jsonl')];
    const badgeOf = async (uri: Uri): Promise<unknown> =>
      (
        (await decorationProviders.at(-1)?.provideFileDecoration(uri)) as
          { readonly given: readonly unknown[] } | undefined
      )?.given[0];
    return { badgeOf, logged, loads: () => loads, engines: () => engines };
  }

  test('are badges of the marked files, read once, and only where there are artifacts and marks', async (context) => {
    const { badgeOf, loads, engines } = arrange(context);
    workspace.found = [];
    const badges = [await badgeOf(Uri.file('/w/package.json')), await badgeOf(Uri.file('/w/hero.png'))];
    assert.deepEqual([badges, loads(), engines()], [[undefined, undefined], 0, 0]);

    workspace.found = [Uri.file('/w/hero.gen.marks.jsonl')];
    touch('jsonl', 'changed', Uri.file('/w/hero.gen.marks.jsonl'));
    badges.length = 0;
    for (const uri of [Uri.file('/w/hero.png'), Uri.file('/w/other.png'), Uri.parse('git:/w/hero.png')]) {
      badges.push(await badgeOf(uri));
    }
    assert.deepEqual([badges, loads()], [['★', undefined, undefined], 1]);
  });

  test('are read again when a file with marks changes', async (context) => {
    const { badgeOf, loads } = arrange(context);
    touch('jsonl', 'changed', Uri.file('/w/hero.gen.marks.jsonl'));
    await badgeOf(Uri.file('/w/hero.png'));
    await badgeOf(Uri.file('/w/hero.png'));
    assert.equal(loads(), 1);
    const drawn: unknown[] = [];
    decorationProviders.at(-1)?.onDidChangeFileDecorations?.((uris) => drawn.push(uris));
    touch('jsonl', 'changed', Uri.file('/w/hero.gen.marks.jsonl'));
    touch('jsonl', 'created', Uri.file('/w/hero.gen.marks.jsonl'));
    // Nothing has asked for marks between the two.
    assert.deepEqual(drawn, [undefined]);
    await badgeOf(Uri.file('/w/hero.png'));
    assert.equal(loads(), 2);
  });

  test('are missing if they cannot be read, and the log says why', async (context) => {
    const { badgeOf, logged } = arrange(context, false);

    assert.equal(await badgeOf(Uri.file('/w/hero.png')), undefined);
    assert.deepEqual(logged, ['Marks cannot be read: Error: unreadable']);
  });
});

test('the page of a problem is its section of the documentation, in the language of VS Code', async (context) => {
  const extensionUri = Uri.file(join(import.meta.dirname, '../../..'));
  const registered = registerProblemPages(extensionUri as never);
  context.after(() => registered.dispose());
  const read = async (uri: string): Promise<unknown> =>
    contentProviders.get('genwright-problem')?.provideTextDocumentContent(Uri.parse(uri));

  const page = await read('genwright-problem:/several-documents.md');
  assert.match(String(page), /^# Several documents in one file\n\n`several-documents`\n[^]*\n## What to do\n/);
  env.language = 'zh-cn';
  context.after(() => (env.language = 'en'));
  assert.match(String(await read('genwright-problem:/several-documents.md')), /^# 一个文件/);
  assert.equal(await read('genwright-problem:/nonsense.md'), 'There is no problem with this code.');
});

test('a computed document that changes is read again, and counts as new', (context) => {
  const documents = createReadOnlyTexts();
  context.after(() => documents.dispose());
  const changes: string[] = [];
  for (const [scheme, { onDidChange }] of contentProviders) {
    onDidChange?.((uri) => changes.push(`${scheme} ${uri.path}`));
  }
  const uriOf = (at: number): Uri => Uri.from({ scheme: 'genwright-request', path: `/${at}.json` });
  for (const at of [0, 1, 0, ...Array.from({ length: 49 }, (_, more) => more + 2)]) {
    documents.set(uriOf(at) as never, `text ${at}`);
  }
  assert.deepEqual(changes.slice(0, 3), [
    'genwright-request /0.json',
    'genwright-request /1.json',
    'genwright-request /0.json',
  ]);
  const read = (at: number): unknown =>
    contentProviders.get('genwright-request')?.provideTextDocumentContent(uriOf(at));
  assert.deepEqual([read(0), read(1)], ['text 0', 'This view is no longer available. Run the command again.']);
});

describe('a warning', () => {
  test('names what it is about', async () => {
    const jobFile = '/w/hero.gen.yaml';
    for (const [warn, text] of [
      [
        () => warnOfBudget({ scope: 'run', limitUsd: 2, jobFile } as never, log),
        /^hero\.gen\.yaml: .*budget of \$2\.00/,
      ],
      [() => warnOfBudget({ scope: 'day', limitUsd: 9, jobFile } as never, log), /^Most of today’s budget of \$9\.00/],
      [
        () => warnOfRunsFile({ jobFile, reason: 'read-only' }, log),
        /hero\.gen\.runs\.jsonl cannot be written: read-only/,
      ],
      [
        () => warnOfUnwritten(buildTask({ taskId: 'gateway-1' }), log),
        /would forget task "gateway-1" of hero\.gen\.yaml/,
      ],
    ] as const) {
      resetWindow();
      warn();
      await settle();
      assert.match(String(texts()[0]), text);
    }
  });

  test('about a budget of a job file does not lead to the settings, which cannot raise it', async () => {
    const buttons: unknown[] = [];
    for (const scope of ['run', 'day', 'file', 'job'] as const) {
      resetWindow();
      warnOfBudget({ scope, limitUsd: 2, usedUsd: 1.7, jobFile: '/w/hero.gen.yaml' }, log);
      await settle();
      buttons.push(texts().slice(1));
    }
    assert.deepEqual(buttons, [['Open Setting'], ['Open Setting'], [], []]);
  });

  test('of results that expire is only for tasks that this window can save', async (context) => {
    const loaded = new Emitter<void>();
    const unsaved = buildTask({ state: 'unsaved', taskId: 'gateway-1', resultsExpireAt: Date.now() + 60_000 });
    for (const [task, isShown] of [
      [{ ...unsaved, holder: 'alive' as const }, false],
      [{ ...unsaved, holder: 'gone' as const, isFolderGone: true }, true],
      [unsaved, true],
    ] as const) {
      const { engineHost } = arrangeCommands().services;
      const registered = registerExpiry({ ...engineHost, onDidLoad: loaded.event, allTasks: () => [task] }, log);
      context.after(() => registered.dispose());
      loaded.fire();
      await settle();
      registered.dispose();
      assert.equal(texts().length > 0, isShown);
    }
  });

  test('of results that expire counts down to the first one, and its button is about the results that it names', async (context) => {
    const { engineHost } = arrangeCommands().services;
    const loaded = new Emitter<void>();
    const tasks = [5, 3, 9].map((hours, index) => {
      const resultsExpireAt = Date.now() + (hours - 0.5) * 3_600_000;
      return buildTask({ id: `task-${index}`, state: 'unsaved', taskId: `gateway-${index}`, resultsExpireAt });
    });
    user.answers.push('Download All');
    const registered = registerExpiry({ ...engineHost, onDidLoad: loaded.event, allTasks: () => tasks }, log);
    context.after(() => registered.dispose());
    loaded.fire();
    await settle();

    const [text, , ...rest] = shown;
    assert.equal(text, '3 unsaved results expire in 2 hours. They may already be paid for.');
    assert.deepEqual(rest, ['Download All', 'Show Tasks', commands.saveAll, ['task-0', 'task-1', 'task-2']]);
  });
});

test('a file is opened outside only where it is on this computer', async () => {
  for (const [remoteName, opened, ran] of [
    [undefined, ['file:///w/hero.png'], []],
    [
      'ssh-remote',
      [],
      ['revealInExplorer', 'Select Download in the Explorer to open it with a program of this computer.'],
    ],
  ] as const) {
    resetWindow();
    env.remoteName = remoteName;
    await openOutside('/w/hero.png', log);
    await settle();
    assert.deepEqual([env.opened.splice(0).map(String), texts()], [opened, ran]);
  }
});
