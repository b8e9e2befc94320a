import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, openEditor } from '../../fakes/arrangeCommands.ts';
import { FakeDocument } from '../../fakes/fakeDocument.ts';
import {
  Diagnostic,
  DiagnosticSeverity,
  disk,
  FileType,
  languages,
  Range,
  shown,
  Uri,
  user,
  window,
  workspace,
} from '../../fakes/fakeVscode.ts';

const text = 'model: seedream-5-0-260128\nprompt: x\n';

describe('a command that only shows something', () => {
  test('shows the log', async () => {
    const { run, logged } = arrangeCommands();
    await run(commands.showLog);

    assert.deepEqual(logged, ['shown']);
  });

  test('shows the preview or the contact sheet of the named job file, or of the active one', async () => {
    const { run, previewed } = arrangeCommands();
    disk.set('file:///w/door.gen.yaml', { bytes: Buffer.from(text), type: FileType.File });
    await openEditor('/w/hero.gen.yaml', text);
    await run(commands.previewResults, Uri.file('/w/door.gen.yaml'));
    await run(commands.previewResults, { groupId: 1 });
    await run(commands.showContactSheet, '/w/door.gen.yaml');
    await run(commands.showContactSheet);

    assert.deepEqual(previewed, [
      ['show', '/w/door.gen.yaml'],
      ['show', '/w/hero.gen.yaml'],
      ['showSheet', '/w/door.gen.yaml'],
      ['showSheet', '/w/hero.gen.yaml'],
    ]);
  });

  test('shows the contact sheet of a folder of the workspace, or of all of it', async () => {
    const { run, previewed } = arrangeCommands();
    for (const path of ['/w/art', '/elsewhere'])
      disk.set(`file://${path}`, { bytes: Buffer.alloc(0), type: FileType.Directory });
    await run(commands.showContactSheet, Uri.file('/w/art'));
    const { shown: said } = await run(commands.showContactSheet, Uri.file('/elsewhere'));
    await run(commands.showAllResults);
    assert.deepEqual(previewed, [
      ['showSheet', '/w/art/'],
      ['showSheet', null],
    ]);
    assert.match(said.join(), /not a job file/);
  });

  test('shows the preview of the file that an untitled job file with a folder becomes', async () => {
    const seen: string[] = [];
    const show = (uri: { toString(): string }): void => void seen.push(uri.toString());
    const { services } = arrangeCommands();
    const { run } = arrangeCommands({ services: { preview: { ...services.preview, show } } });
    for (const path of ['/w/new.gen.yaml', 'new.gen.yaml']) {
      const untitled = new FakeDocument(Uri.from({ scheme: 'untitled', path }), text);
      workspace.textDocuments.push(untitled);
      await window.showTextDocument(untitled);
      await run(commands.previewResults);
    }

    assert.deepEqual(seen, ['file:///w/new.gen.yaml', 'untitled:new.gen.yaml']);
  });

  test('shows nothing if the user selects no job file, or of another file', async () => {
    const { run, previewed } = arrangeCommands();
    disk.set('file:///w/door.gen.yaml', { bytes: Buffer.from(text), type: FileType.File });
    await workspace.openTextDocument(Uri.file('/w/door.gen.yaml'));
    user.answers.push(undefined, undefined);
    const said = [await run(commands.previewResults), await run(commands.showContactSheet)];
    await openEditor('/w/values.gen.yaml', 'replicas: 2\nkind: x\n');
    said.push(await run(commands.previewResults), await run(commands.showContactSheet, '/w/notes.txt'));

    assert.deepEqual(
      [said.map(({ shown: [first] }) => first?.replace(/,? because.*/, '')), previewed],
      [[undefined, undefined, '"values.gen.yaml" is not a job file', '"notes.txt" is not a job file'], []],
    );
  });

  test('folds the long prompts', async () => {
    const { run } = arrangeCommands();
    await openEditor(
      '/w/hero.gen.yaml',
      `model: seedream-5-0-260128\nprompt: >-\n${'  A line\n'.repeat(12)}size: 2K\n`,
    );
    await run(commands.foldPrompts);
    const [, options] = shown;
    assert.deepEqual((options as { readonly selectionLines: unknown }).selectionLines, [1]);

    await openEditor('/w/door.gen.yaml', text);
    assert.deepEqual((await run(commands.foldPrompts)).shown, ['There is no long prompt to fold.']);
  });

  test('wraps the prompt of the line at the cursor, and unwraps it', async () => {
    const { run } = arrangeCommands();
    const plain = `model: seedream-5-0-260128\nprompt: ${'ferries '.repeat(10)}and boats # sea\n`;
    const { document } = await openEditor('/w/hero.gen.yaml', plain.replace('prompt', 'pr|ompt'));
    await run(commands.wrapPrompt);
    assert.match(document.getText(), /^prompt: >- # sea\n {2}(?:ferries ){9}ferries\n {2}and boats$/m);
    await run(commands.unwrapPrompt);
    assert.equal(document.getText(), plain);
    for (const [command, text] of [
      [commands.unwrapPrompt, 'There is no text at the cursor that can be joined.'],
      [commands.wrapPrompt, null],
      [commands.wrapPrompt, 'There is no long text at the cursor that can wrap without a change.'],
    ] as const) {
      assert.deepEqual((await run(command)).shown, text === null ? [] : [text]);
    }
  });
});

const marked = 'model: seedream-5-0-260128\nprompt: A |cat\nsize: 2K\n';

type Place = readonly [number, number, number, number];

/** Opens a job file with problems at these places, and returns the pages that were opened. */
async function explain(problems: Readonly<Record<string, Place>>, ...args: readonly unknown[]) {
  const { run } = arrangeCommands();
  const { document } = await openEditor('/w/hero.gen.yaml', marked);
  const bytes = Buffer.from('# Problems\n\n## Unknown field\n\n`unknown-field`\n');
  disk.set('file:///extension/docs/problems.md', { bytes, type: FileType.File });
  const list = Object.entries(problems).map(([code, place]) => {
    const diagnostic = new Diagnostic(new Range(...place), code, DiagnosticSeverity.Error);
    return Object.assign(diagnostic, { source: code === 'spelling' ? 'another' : 'genwright', code: { value: code } });
  });
  languages.problems.set(document.uri.toString(), list);
  const { shown: said } = await run(commands.explainProblem, ...args);
  return { said, pages: shown.filter((each) => each instanceof Uri).map(String) };
}

describe('Explain Problem', () => {
  test('opens the page of the selected code, or of the shortest problem at the cursor or else in its line', async () => {
    const atCursor = {
      'no-effect': [1, 0, 1, 13],
      'unknown-field': [1, 9, 1, 12],
      'unknown-model': [1, 0, 1, 2],
      'wrong-type': [0, 0, 2, 0],
    } as const;
    const inLine = { 'no-effect': [1, 0, 1, 5], 'unknown-field': [1, 0, 1, 2], 'wrong-type': [0, 0, 0, 1] } as const;
    for (const { pages } of [await explain({}, 'unknown-field'), await explain(atCursor), await explain(inLine)]) {
      assert.deepEqual(pages, ['genwright-problem:/unknown-field.md']);
    }
  });

  test('ignores problems of other lines and of other extensions', async () => {
    const { said, pages } = await explain({ 'unknown-field': [0, 0, 0, 5], spelling: [1, 0, 1, 12] });
    assert.deepEqual([said, pages], [['There is no problem at the cursor.'], []]);
  });

  test('says that a code is unknown', async () => {
    assert.deepEqual((await explain({}, 'nonsense')).said, ['There is no problem with the code "nonsense".']);
  });
});
