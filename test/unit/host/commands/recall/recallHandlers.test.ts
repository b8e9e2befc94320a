import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import type { RunsRecord } from '../../../../../src/core/artifact/runsRecord.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { buildRecord, planJobFile } from '../../fakes/builders.ts';
import { shown, TabInputText, TabInputTextDiff, Uri, user, window, workspace } from '../../fakes/fakeVscode.ts';

const text = '# Mine\nmodel: seedream-5-0-260128\nprompt: A gate\n';
const request = { model: 'seedream-5-0-260128', prompt: 'A door' };

/** Arranges a job file that has changed since it generated `hero.png`. */
async function arrange(context: TestContext, records: readonly RunsRecord[] = [buildRecord({ request })]) {
  const folder = await makeTempFolder(context);
  const jobFile = join(folder, 'hero.gen.yaml');
  await writeFile(jobFile, text);
  await writeFile(join(folder, 'hero.gen.runs.jsonl'), '');
  await writeFile(join(folder, 'hero.png'), '');
  const arranged = arrangeCommands({
    engine: {
      readRuns: async (path) => (path === jobFile ? records : []),
      plan: planJobFile,
    },
  });
  const read = (): string | undefined => workspace.textDocuments.find(({ uri }) => uri.fsPath === jobFile)?.getText();
  return { ...arranged, jobFile, folder, image: join(folder, 'hero.png'), read };
}

/** Returns the URI of the text with which the diff was opened. */
const diffUri = (): Uri => shown[shown.indexOf('vscode.diff') + 2] as Uri;

describe('Recall Job from Result', () => {
  test('shows the job that made a file beside the present one, and changes nothing', async (context) => {
    const { run, image, texts, read, jobFile } = await arrange(context);
    await run(commands.recallJob, image);

    assert.deepEqual([...texts.values()], ['# Mine\nmodel: seedream-5-0-260128\nprompt: A door\n']);
    assert.deepEqual(shown.slice(0, 2).map(String), ['vscode.diff', `file://${jobFile}`]);
    assert.equal(read(), text);
  });

  test('is applied as an edit, unless the file has changed meanwhile', async (context) => {
    for (const isChanged of [false, true]) {
      const { run, image, jobFile, read } = await arrange(context);
      await run(commands.recallJob, image);
      const uri = diffUri();
      if (isChanged) (await workspace.openTextDocument(Uri.file(jobFile))).write(`${text}# More\n`);
      const tab = { input: new TabInputTextDiff(uri) };
      const others = [new TabInputTextDiff(Uri.file(jobFile)), new TabInputText(uri)].map((input) => ({ input }));
      window.tabGroups.all = [{ tabs: [tab, ...others] }];
      const { shown: said } = await run(commands.applyRecall, uri);
      assert.deepEqual(shown.find(Array.isArray), isChanged ? undefined : [tab]);
      const reason = 'hero.gen.yaml changed after the comparison. Recall the job again.';
      assert.equal(said.includes(reason), isChanged);
      assert.equal(read(), isChanged ? `${text}# More\n` : '# Mine\nmodel: seedream-5-0-260128\nprompt: A door\n');
    }
  });

  test('is applied only once', async (context) => {
    const { run, image } = await arrange(context);
    await run(commands.recallJob, image);
    const uri = diffUri();
    await run(commands.applyRecall, uri);

    assert.deepEqual((await run(commands.applyRecall, uri)).shown, [
      'There is nothing to apply. First run Recall Job from Result.',
    ]);
  });

  test('says that the file already has the job', async (context) => {
    const { run, image } = await arrange(context, [buildRecord({ request: { ...request, prompt: 'A gate' } })]);

    assert.deepEqual((await run(commands.recallJob, image)).shown, [
      'hero.gen.yaml already has the job that made hero.png.',
    ]);
  });

  test('opens a new file if the job file no longer has the job, or is gone', async (context) => {
    for (const [isGone, name] of [
      [false, 'hero-2.gen.yaml'],
      [true, 'hero.gen.yaml'],
    ] as const) {
      const { run, image, jobFile, folder, texts } = await arrange(context, [buildRecord({ request, job: 'still' })]);
      if (isGone) await rm(jobFile);
      const { shown: said } = await run(commands.recallJob, image);
      const document = workspace.textDocuments.find(({ uri }) => uri === window.activeTextEditor?.document.uri);
      const moved = 'hero.gen.yaml no longer has this job, so the recalled job is in a new file.';
      assert.deepEqual([said, texts.size], [isGone ? [] : [moved], 0]);
      assert.deepEqual([document?.uri.fsPath, document?.isUntitled], [join(folder, name), true]);
      assert.match(document?.getText() ?? '', /prompt: A door/);
    }
  });

  test('says that a file has no record, or a job file no results', async (context) => {
    const { run, folder, jobFile } = await arrange(context, []);
    const said = [await run(commands.recallJob, join(folder, 'hero.png')), await run(commands.recallJob, jobFile)];

    assert.deepEqual(
      said.map(({ shown: [first] }) => first),
      ['No runs file in this folder has a record of hero.png.', 'hero.gen.yaml has no results yet.'],
    );
  });

  test('lets the user select a result of the job file, the newest first, by what the user asked for', async (context) => {
    const requests = [{ ...request, gpt_description_prompt: 'x' }, { prompt: ' ', text: 'Hello' }, {}];
    const records = requests.map((each) => buildRecord({ request: each, title: 'Ebb' }));
    const { run, jobFile, texts } = await arrange(context, records.toReversed());
    await run(commands.recallJob, jobFile);
    const details = shown.flatMap((each) =>
      typeof each === 'object' && each !== null && 'detail' in each ? [each.detail] : [],
    );
    assert.deepEqual(details, ['A door', 'Hello', 'Ebb']);
    assert.match([...texts.values()].join(), /prompt: A door/);

    texts.clear();
    user.answers.push(undefined);
    await run(commands.recallJob, jobFile);
    assert.equal(texts.size, 0);
  });

  test('means the file in the active tab if it is run by a key', async (context) => {
    const { run, image, texts } = await arrange(context);
    window.tabGroups.activeTabGroup.activeTab = { input: new TabInputText(Uri.file(image)) };
    await run(commands.recallJob);

    assert.equal(texts.size, 1);
  });
});
