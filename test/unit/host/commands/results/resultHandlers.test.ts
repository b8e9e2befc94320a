import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { noMark } from '../../../../../src/core/artifact/marks.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { planHero } from '../../../../fakes/planning/planHero.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { buildRecord, planJobFile } from '../../fakes/builders.ts';
import { FakeDocument } from '../../fakes/fakeDocument.ts';
import {
  env,
  FileType,
  disk,
  TabInputText,
  TabInputWebview,
  Uri,
  user,
  ViewColumn,
  window,
  workspace,
} from '../../fakes/fakeVscode.ts';

const text = `model: seedream-5-0-260128
prompt: A \${{ matrix.color }} door
matrix:
  color: [red, blue]
  size: [2K, 3K]
`;
const names = ['one.png', 'two.png', 'three.png', 'four.png', 'five.png'];
const combinations = [
  { color: 'red', size: '2K' },
  { color: 'red', size: '3K' },
  { color: 'blue', size: '2K' },
  { color: 'blue', size: '3K' },
];

/**
 * Arranges a folder with a job file and its five results. The last result has no axes. Another job file has one result,
 * `other.png`.
 */
async function arrange(context: TestContext, plan: typeof planJobFile = planJobFile) {
  const folder = await makeTempFolder(context);
  const jobFile = join(folder, 'hero.gen.yaml');
  await writeFile(jobFile, text);
  for (const name of ['hero.gen.runs.jsonl', 'other.gen.runs.jsonl']) await writeFile(join(folder, name), '');
  for (const name of [...names, 'other.png']) await writeFile(join(folder, name), name);
  const recordOf = (name: string, at: number) =>
    buildRecord({
      axes: combinations[at] ?? {},
      request: { model: 'seedream-5-0-260128', prompt: 'A door', size: '2K' },
      artifacts: [{ path: name, sha256: 'a', bytes: 1, media_type: 'image/png', width: 1, height: 1, seconds: null }],
    });
  const records = new Map([
    ['hero.gen.yaml', [...names, 'old/one.png'].map(recordOf)],
    ['other.gen.yaml', [recordOf('other.png', 0)]],
  ]);
  const marked: unknown[] = [];
  const arranged = arrangeCommands({
    engine: {
      readRuns: async (path) => records.get(basename(path)) ?? [],
      mark: async ({ sha256 }, change) => {
        marked.push([sha256.length, change]);
        return { before: { ...noMark, rating: marked.length }, after: noMark };
      },
      plan,
    },
  });
  const read = (): string | undefined => workspace.textDocuments.find(({ uri }) => uri.fsPath === jobFile)?.getText();
  return { ...arranged, folder, jobFile, marked, read, paths: names.map((name) => join(folder, name)) };
}

describe('Mark Result', () => {
  test('keeps what a program says about a file, by the hash of the file', async (context) => {
    const { run, marked, paths } = await arrange(context);
    await run(commands.markResult, paths[0], { mark: 'star' });

    assert.deepEqual(marked, [[64, { mark: 'star' }]]);
  });

  test('asks what the user thinks of the selected files', async (context) => {
    const { run, marked, paths } = await arrange(context);
    user.answers.push('Rating 4 of 5');
    const [one = '', two = ''] = paths;
    await run(commands.markResult, Uri.file(one), [Uri.file(one), Uri.file(two), Uri.file(one)]);
    const askedOfTwo = user.asked;
    user.answers.push('Note...', ' ');
    await run(commands.markResult, one);
    user.answers.push(undefined);
    await run(commands.markResult, one);

    assert.deepEqual(
      marked.map((each) => (each as unknown[])[1]),
      [{ rating: 4 }, { rating: 4 }, { note: null }],
    );
    assert.deepEqual(
      [askedOfTwo, user.asked],
      ['What do you think of these 2 results?', 'What do you think of one.png?'],
    );
  });

  test('is undone, one command at a time, the last file first', async (context) => {
    const { run, marked, paths } = await arrange(context);
    await run(commands.markResult, paths.slice(0, 2), { mark: 'reject' });
    await run(commands.markResult, paths[0], { mark: 'star' });
    marked.length = 0;
    await run(commands.undoMark);
    await run(commands.undoMark);
    const { shown } = await run(commands.undoMark);

    assert.deepEqual(
      marked.map((each) => (each as [unknown, { readonly rating: number }])[1].rating),
      [3, 2, 1],
    );
    assert.deepEqual(shown, ['There is no mark to undo.']);
  });

  test('rejects what is not a mark, and a file that no runs file names', async (context) => {
    const { run, marked, paths, folder } = await arrange(context);
    await assert.rejects(run(commands.markResult, paths[0], { rating: 6 }), { message: /"rating" is not valid/ });
    await assert.rejects(run(commands.markResult, paths[0], 'star'), { message: /the second argument is not valid/ });
    await assert.rejects(run(commands.markResult, join(folder, 'unknown.png'), { mark: 'star' }), {
      message: /No runs file in this folder has a record of unknown.png/,
    });
    await rm(paths[4] ?? '');
    await assert.rejects(run(commands.markResult, paths[4], { mark: 'star' }), {
      message: 'five.png is not on disk, or is outside the workspace folder.',
    });
    await assert.rejects(run(commands.markResult, 7, { mark: 'star' }), { message: /must be the path of an artifact/ });

    assert.deepEqual(marked, []);
  });
});

describe('Compare Results', () => {
  test('shows two to four results of one job file', async (context) => {
    const { run, previewed, paths, jobFile } = await arrange(context);
    await run(commands.compareResults, undefined, paths.slice(0, 2));
    await run(commands.compareResults, undefined, paths.slice(0, 4));

    assert.deepEqual(previewed, [
      ['compare', jobFile, ['one.png', 'two.png']],
      ['compare', jobFile, ['one.png', 'two.png', 'three.png', 'four.png']],
    ]);
  });

  test('shows nothing for one result, for more than four, or for those of two job files', async (context) => {
    const { run, previewed, paths, folder } = await arrange(context);
    for (const list of [paths.slice(0, 1), [paths[0], paths[0]], paths]) {
      await assert.rejects(run(commands.compareResults, undefined, list), {
        message: 'Select two to four results to compare them.',
      });
    }
    await assert.rejects(run(commands.compareResults, undefined, [paths[0], join(folder, 'other.png')]), {
      message: 'Only results of one job file can be compared.',
    });
    // These are the arguments of the Explorer.
    const { shown } = await run(commands.compareResults, paths[0], paths);
    assert.deepEqual([shown[0], previewed], ['Select two to four results to compare them.', []]);
  });

  test('shows the contact sheet of a job file to select them there', async (context) => {
    const { run, previewed, jobFile, paths } = await arrange(context);
    await run(commands.compareResults, jobFile);
    const { shown } = await run(commands.compareResults, paths[0]);

    assert.deepEqual(previewed, [['showSheet', jobFile]]);
    assert.match(String(shown[0]), /is not a job file/);
  });
});

describe('Delete Result', () => {
  test('asks where there is no trash, and returns what is gone', async (context) => {
    const { run, paths } = await arrange(context);
    env.remoteName = 'ssh-remote';
    user.answers.push('Delete Permanently', undefined);
    const deleted = [await run(commands.deleteResult, paths[0]), await run(commands.deleteResult, paths[1])];

    assert.deepEqual(
      deleted.map(({ result }) => result),
      [[paths[0]], []],
    );
    assert.equal(deleted[0]?.shown[0], 'Delete one.png permanently?');
  });
});

describe('Use This Combination', () => {
  test('sets the job to the combination of a result, and saves nothing', async (context) => {
    const { run, read, paths, jobFile } = await arrange(context);
    await run(commands.promoteResult, paths[3]);

    assert.doesNotMatch(read() ?? '', /matrix:/);
    assert.match(read() ?? '', /size: 3K/);
    assert.match(read() ?? '', /color: blue/);
    assert.equal(window.activeTextEditor?.document.uri.fsPath, jobFile);
  });

  test('leaves a file alone that has no such matrix any longer, and says so', async (context) => {
    const { run, read, paths, jobFile } = await arrange(context);
    const document = await workspace.openTextDocument(Uri.file(jobFile));
    for (const [now, path, reason] of [
      ['model: seedream-5-0-260128\nprompt: x\n', paths[0], 'The matrix in hero.gen.yaml no longer has color, size.'],
      [
        text.replace('3K', '2048x2048'),
        paths[1],
        'The matrix in hero.gen.yaml no longer has the recorded value of size.',
      ],
      [text, paths[4], 'This result was made without a matrix.'],
      ['apiVersion: v1\nkind: List\n', paths[0], /^"hero.gen.yaml" is not a job file, because/],
    ] as const) {
      document.write(now);
      user.typed.fire({ document, contentChanges: [] });
      await assert.rejects(run(commands.promoteResult, path), { message: reason });
      assert.equal(read(), now);
    }
  });

  test('leaves a file alone in which the edit would change the request', async (context) => {
    const other = await arrange(context, async (options) => {
      const plan = await planJobFile(options);
      return { ...plan, requests: options.text === text ? plan.requests : [] };
    });
    await assert.rejects(other.run(commands.promoteResult, other.paths[0]), {
      message: 'hero.gen.yaml cannot be edited safely. Change its matrix by hand.',
    });
    assert.equal(other.read(), text);
  });

  test('leaves a file alone that the user changes meanwhile', async (context) => {
    const { run, read, paths, jobFile } = await arrange(context, async (options) => {
      (await workspace.openTextDocument(Uri.file(jobFile))).write(`${text}# mine`);
      return planJobFile(options);
    });
    await assert.rejects(run(commands.promoteResult, paths[0]), {
      message: 'hero.gen.yaml has just changed. Try again.',
    });
    assert.equal(read(), `${text}# mine`);
  });

  test('shows the file where it is, or beside a page, and leaves the focus on the result', async (context) => {
    const { run, paths, jobFile } = await arrange(context);
    const document = await workspace.openTextDocument(Uri.file(jobFile));
    const other = new FakeDocument(Uri.file('/w/other.txt'), '');
    const editorOf = (each: FakeDocument, viewColumn: number) => ({
      document: each,
      viewColumn,
      setDecorations: () => undefined,
    });
    const page = { input: new TabInputWebview('genwright.preview') };
    for (const [visible, activeTab, column] of [
      [[], undefined, ViewColumn.Active],
      [[editorOf(other, 4)], page, ViewColumn.Beside],
      [[editorOf(other, 4), editorOf(document, 3)], page, 3],
    ] as const) {
      document.write(text);
      user.typed.fire({ document, contentChanges: [] });
      window.visibleTextEditors = [...visible];
      window.tabGroups.activeTabGroup.activeTab = activeTab;
      await run(commands.promoteResult, paths[0]);
      const { viewColumn, isFocused } = window.activeTextEditor ?? {};
      assert.deepEqual([viewColumn, isFocused], [column, false]);
    }
  });

  test('rejects several results, and none', async (context) => {
    const { run, paths } = await arrange(context);

    for (const list of [paths.slice(0, 2), []]) {
      await assert.rejects(run(commands.promoteResult, list), { message: 'Select one result.' });
    }
  });
});

test('Exclude Results adds the combinations of all results at once', async (context) => {
  const { run, read, paths } = await arrange(context);
  await run(commands.excludeResults, paths[0], [Uri.file(paths[0] ?? ''), Uri.file(paths[3] ?? '')]);

  assert.equal(planHero(read() ?? '').requests.length, 2);
  await assert.rejects(run(commands.excludeResults, paths.slice(0, 4)), {
    message: 'The matrix in hero.gen.yaml would have no combination left.',
  });
});

test('Copy as Job copies the request of a result as a job file', async (context) => {
  const { run, paths } = await arrange(context);
  const { shown } = await run(commands.copyAsJob, paths[0]);

  assert.deepEqual(planHero(env.copied).requests[0]?.body, {
    model: 'seedream-5-0-260128',
    prompt: 'A door',
    size: '2K',
  });
  assert.deepEqual(shown, ['Copied. Paste it as a job file.']);
});

test('a command about a result means the file in the active tab if it gets none', async (context) => {
  const { run, paths } = await arrange(context);
  await assert.rejects(run(commands.promoteResult), { message: /must be the path of an artifact/ });
  window.tabGroups.activeTabGroup.activeTab = { input: new TabInputText(Uri.file(paths[0] ?? '')) };
  await run(commands.copyAsJob);

  assert.match(env.copied, /A door/);
});

describe('Use as Input', () => {
  test('writes the file into the field of the job at the cursor that accepts it', async (context) => {
    const { run, read, jobFile, paths } = await arrange(context);
    await window.showTextDocument(Uri.file(jobFile));
    user.answers.push('images');
    await run(commands.useAsInput, paths[0]);

    assert.match(read() ?? '', /images: \[one\.png\]/);
  });

  test('changes nothing if the user selects no field, if the file is gone, or without a job file', async (context) => {
    const { run, read, jobFile, folder, paths } = await arrange(context);
    await assert.rejects(run(commands.useAsInput, paths[0]), { message: /Open a job file/ });
    await window.showTextDocument(Uri.file(jobFile));
    await assert.rejects(run(commands.useAsInput, paths.slice(0, 2)), { message: 'Select one file.' });
    user.answers.push(undefined);
    await run(commands.useAsInput, paths[0]);
    for (const path of [join(folder, 'gone.png'), '/elsewhere/cat.png']) {
      disk.set('file:///elsewhere/cat.png', { bytes: Buffer.from(''), type: FileType.File });
      await assert.rejects(run(commands.useAsInput, path), { message: /is not on disk, or is outside the workspace/ });
    }

    assert.equal(read(), text);
  });

  test('names a file that no field accepts', async (context) => {
    const { run, jobFile } = await arrange(context);
    await window.showTextDocument(Uri.file(jobFile));

    await assert.rejects(run(commands.useAsInput, jobFile), { message: 'No field of this job accepts hero.gen.yaml.' });
  });
});
