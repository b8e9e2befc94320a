import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noMark } from '../../../../../src/core/artifact/marks.ts';
import type { Engine } from '../../../../../src/engine/index.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { arrangeCommands, openEditor } from '../../fakes/arrangeCommands.ts';
import { buildRecord } from '../../fakes/builders.ts';
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

  test('shows nothing if the user selects no job file', async () => {
    const { run, previewed } = arrangeCommands();
    disk.set('file:///w/door.gen.yaml', { bytes: Buffer.from(text), type: FileType.File });
    await workspace.openTextDocument(Uri.file('/w/door.gen.yaml'));
    user.answers.push(undefined, undefined);
    const said = [await run(commands.previewResults), await run(commands.showContactSheet)];

    assert.deepEqual([said.flatMap((each) => each.shown), previewed], [[], []]);
  });

  test('shows nothing of another file', async () => {
    const { run, previewed } = arrangeCommands();
    await openEditor('/w/values.gen.yaml', 'replicas: 2\nkind: x\n');
    const said = [await run(commands.previewResults), await run(commands.showContactSheet, '/w/notes.txt')];

    for (const {
      shown: [first],
    } of said)
      assert.match(String(first), /is not a job file/);
    assert.deepEqual(previewed, []);
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
});

const marked = 'model: seedream-5-0-260128\nprompt: A |cat\nsize: 2K\n';
const page = (code: string): string => `genwright-problem:/${code}.md`;

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
  test('opens the page of the code that was selected', async () => {
    assert.deepEqual((await explain({}, 'unknown-field')).pages, [page('unknown-field')]);
  });

  test('opens the page of the shortest problem at the cursor', async () => {
    const places = {
      'no-effect': [1, 0, 1, 13],
      'unknown-field': [1, 9, 1, 12],
      'unknown-model': [1, 0, 1, 2],
      'wrong-type': [0, 0, 2, 0],
    } as const;
    assert.deepEqual((await explain(places)).pages, [page('unknown-field')]);
  });

  test('opens that of the shortest problem in the line if there is none at the cursor', async () => {
    const places = { 'no-effect': [1, 0, 1, 5], 'unknown-field': [1, 0, 1, 2], 'wrong-type': [0, 0, 0, 1] } as const;
    assert.deepEqual((await explain(places)).pages, [page('unknown-field')]);
  });

  test('ignores problems of other lines and of other extensions', async () => {
    const { said, pages } = await explain({ 'unknown-field': [0, 0, 0, 5], spelling: [1, 0, 1, 12] });
    assert.deepEqual([said, pages], [['There is no problem at the cursor.'], []]);
  });

  test('says that a code is unknown', async () => {
    assert.deepEqual((await explain({}, 'nonsense')).said, ['There is no problem with the code "nonsense".']);
  });
});

describe('Search Results', () => {
  const record = buildRecord({ request: { prompt: 'A door' } });
  const found: Awaited<ReturnType<Engine['searchRuns']>> = {
    records: [{ jobFile: '/w/hero.gen.yaml', record }],
    total: 1,
  };

  test('opens the selected result, or all of its file in the contact sheet', async () => {
    for (const [index, expected] of [
      [1, ['show', '/w/hero.gen.yaml', 'gateway-1']],
      [2, ['showSheet', '/w/hero.gen.yaml']],
      [0, undefined],
    ] as const) {
      const searches: unknown[] = [];
      const { run, previewed } = arrangeCommands({
        engine: {
          searchRuns: async ({ jobFiles }) => {
            searches.push(jobFiles);
            return found;
          },
          readMarks: () => Promise.reject(new Error('unreadable')),
        },
      });
      workspace.found = [Uri.file('/w/hero.gen.runs.jsonl'), Uri.from({ scheme: 'git', path: '/w/a.gen.runs.jsonl' })];
      user.liveIndex = index;
      const { shown: said } = await run(commands.searchResults);
      assert.deepEqual(said, []);
      assert.deepEqual(searches, [['/w/hero.gen.yaml']]);
      assert.deepEqual((previewed[0] as unknown[] | undefined)?.slice(0, 3 - Number(index === 2)), expected);
    }
  });
});

test('Search Results says how many results there are, and offers the contact sheets of the newest', async () => {
  const jobFiles = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `/w/${name}.gen.yaml`);
  const sheets = ['a', 'b', 'c', 'd', 'e'].map((name) => `Show results of ${name} in the contact sheet`);
  for (const [count, total, summary] of [
    [0, 0, 'Nothing found'],
    [1, 1, '1 result'],
    [6, 6, '6 results, the newest first'],
    [6, 7, 'The newest 6 of 7 results'],
  ] as const) {
    const { run } = arrangeCommands({
      engine: {
        searchRuns: async () => ({
          records: jobFiles.slice(0, count).map((jobFile) => ({ jobFile, record: buildRecord() })),
          total,
        }),
        readMarks: async () => new Map([['a'.repeat(64), { ...noMark, rating: 4 }]]),
      },
    });
    user.liveIndex = 0;
    await run(commands.searchResults);
    const results = Array.from({ length: count }, () => 'hero.png');
    assert.deepEqual(user.listed, [`-- ${summary}`, ...results, ...sheets.slice(0, count)]);
  }
});
