import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { listArtifacts } from '../../../../../src/node/sheet/listArtifacts.ts';
import { commands } from '../../../../../src/host/ids.ts';
import { makeTempFolder } from '../../../../fakes/disk/tempFolder.ts';
import { arrangeCommands, openEditor } from '../../fakes/arrangeCommands.ts';
import { buildRecord } from '../../fakes/builders.ts';
import { env, Uri, user, workspace } from '../../fakes/fakeVscode.ts';

const text = 'model: seedream-5-0-260128\nprompt: x\n';

/** Arranges a job file whose preview is open. */
async function arrange(context: TestContext, { records = [buildRecord()], bytes = 1 } = {}) {
  const folder = await makeTempFolder(context);
  const jobFile = join(folder, 'hero.gen.yaml');
  await writeFile(jobFile, text);
  await writeFile(join(folder, 'hero.png'), Buffer.alloc(bytes));
  const { preview } = arrangeCommands().services;
  const shownInPreview: { jobFile: Uri | undefined; isFolder?: boolean } = { jobFile: Uri.file(jobFile) };
  const arranged = arrangeCommands({
    engine: {
      readRuns: async () => records,
      readMarks: async () => new Map(),
      thumbnails: { read: async () => null, keep: async () => undefined },
    },
    services: {
      preview: {
        ...preview,
        activeJobFile: () => shownInPreview.jobFile as never,
        exportShown: () => shownInPreview.isFolder === true,
      },
    },
  });
  env.opened.length = 0;
  workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
  return { ...arranged, jobFile, page: join(folder, 'hero.contact-sheet.html'), shownInPreview };
}

describe('Export Contact Sheet', () => {
  test('writes a page beside the named job file, and tells a program nothing', async (context) => {
    const { run, jobFile, page } = await arrange(context);

    assert.deepEqual(await run(commands.exportContactSheet, jobFile), { result: page, shown: [] });
  });

  test('writes nothing without a job file that has results', async (context) => {
    const { run, jobFile, shownInPreview } = await arrange(context, { records: [] });
    const other = await run(commands.exportContactSheet, `${jobFile}.txt`);
    assert.deepEqual([other.result, /is not a job file/.test(other.shown.join())], [undefined, true]);
    assert.deepEqual(await run(commands.exportContactSheet, jobFile), {
      result: undefined,
      shown: ['hero.gen.yaml has no results yet.'],
    });
    shownInPreview.jobFile = undefined;
    await workspace.openTextDocument(Uri.file(jobFile));
    user.answers.push(undefined);
    assert.deepEqual(await run(commands.exportContactSheet), { result: undefined, shown: [] });
  });

  test('is about the job file of the preview or else the open one, and offers to show the page', async (context) => {
    const [saved, reveal, open] = ['hero.contact-sheet.html saved', 'Reveal in Explorer', 'Open in Browser'];
    for (const [reply, told, opened] of [
      [reveal, [saved, reveal, open, 'revealInExplorer'], 0],
      [open, [saved, reveal, open], 1],
      [undefined, [saved, reveal, open], 0],
    ] as const) {
      for (const isPreview of [true, false]) {
        const { run, jobFile, page, shownInPreview } = await arrange(context);
        if (!isPreview) {
          shownInPreview.jobFile = undefined;
          await openEditor(jobFile, text);
        }
        user.answers.push(reply);
        const { result, shown } = await run(commands.exportContactSheet);
        assert.deepEqual([result, shown, env.opened.length], [page, told, opened]);
      }
    }
  });

  test('writes what a preview shows: a table by the axes, and of a folder, each file below its name', async (context) => {
    const { run, jobFile, page } = await arrange(context);
    const sheetOf = (path: string, file = jobFile) => ({
      rowsName: 'style',
      columnLabels: ['dawn', 'noon'],
      lines: [
        { kind: 'cells', label: 'i<nk', cells: [null, { jobFile: file, path }] },
        { kind: 'heading', text: '' },
        { kind: 'cells', label: null, cells: [{ jobFile: file, path }] },
      ],
    });
    const [saved, ...buttons] = ['hero.contact-sheet.html saved', 'Reveal in Explorer', 'Open in Browser'];
    user.answers.push(undefined);
    const outcome = await run(commands.exportContactSheet, Uri.file(jobFile), sheetOf('hero.png'));
    assert.deepEqual(outcome, { result: page, shown: [saved, ...buttons] });
    const html = await readFile(page, 'utf8');
    const outline = [
      ...html.matchAll(/<(?:table|\/table|tr|th\b|td|article|h2 class="section"|div class="list").*?>/g),
    ];
    assert.deepEqual(
      outline.map(([tag]) => tag.replace(/ (?:scope|class)="(\w+)"/, '.$1')),
      [
        '<table>',
        '<tr>',
        '<td>',
        '<th.col>',
        '<th.col>',
        '<tr>',
        '<th.row>',
        '<td>',
        '<td>',
        '<article>',
        '</table>',
      ].concat(['<h2.section>', '<div.list>', '<article>']),
    );
    assert.match(html, /<th scope="row">i&lt;nk<\/th><td><\/td><td><article>/);

    const folder = Uri.file(`${dirname(jobFile)}/`);
    const groups = {
      rowsName: null,
      columnLabels: null,
      lines: [{ kind: 'heading', text: 'a/hero' }, ...sheetOf('hero.png').lines.slice(2)],
    };
    user.answers.push(undefined);
    const { result } = await run(commands.exportContactSheet, folder, groups);
    assert.equal(result, join(dirname(jobFile), `${basename(dirname(jobFile))}.contact-sheet.html`));
    assert.match(await readFile(result, 'utf8'), /<h2 class="section">a\/hero<\/h2>\n<div class="list">\n<article>/);

    // What a filter leaves does not replace all results.
    user.answers.push(undefined);
    const filtered = await run(commands.exportContactSheet, Uri.file(jobFile), sheetOf('hero.png'), true);
    assert.deepEqual(
      [filtered.result, filtered.shown[0]],
      [page.replace('hero.', 'hero.filtered.'), 'hero.filtered.contact-sheet.html saved'],
    );
    assert.equal(await readFile(page, 'utf8'), html);

    for (const strange of [sheetOf('other.png'), sheetOf('hero.png', '/elsewhere/hero.gen.yaml')]) {
      const { result: none, shown } = await run(commands.exportContactSheet, folder, strange);
      assert.deepEqual([none, /no results yet/.test(shown.join())], [undefined, true]);
    }
  });

  test('asks the page of a folder that the user looks at', async (context) => {
    const { run, shownInPreview } = await arrange(context);
    shownInPreview.isFolder = true;
    assert.deepEqual(await run(commands.exportContactSheet), { result: undefined, shown: [] });
  });

  test('opens no page in Restricted Mode', async (context) => {
    const { run } = await arrange(context);
    workspace.isTrusted = false;
    user.answers.push(undefined);
    const { shown } = await run(commands.exportContactSheet);

    assert.deepEqual(shown, ['hero.contact-sheet.html saved', 'Reveal in Explorer']);
  });

  test('makes thumbnails of large originals first, and says how many are missing', async (context) => {
    const { run, jobFile } = await arrange(context, { bytes: 300 * 1024 + 1 });
    user.answers.push(undefined);
    const { shown } = await run(commands.exportContactSheet, jobFile, undefined);

    assert.deepEqual(shown.slice(0, 2), [
      'Making 1 thumbnails',
      'hero.contact-sheet.html saved. 1 results have no thumbnail.',
    ]);
  });
});

test('results are listed by run, the newest first, by request in each, without lyrics and what was replaced', () => {
  const made = (hour: number, over: object, ...paths: readonly string[]) => {
    const [artifact] = buildRecord().artifacts;
    assert.ok(artifact);
    const at = `2026-01-02T${String(hour).padStart(2, '0')}:00:00.000Z`;
    return buildRecord({ at, ...over, artifacts: paths.map((path) => ({ ...artifact, path })) });
  };
  const records = [
    made(8, { run: 'old', model: 'old' }, 'song.mp3', 'song.lyrics.txt'),
    made(9, { run: 'old', index: 2, model: 'new' }, 'song.mp3', 'song.lyrics.txt'),
    made(10, { run: 'new', index: 2 }, 'b.png', 'b-2.png'),
    made(11, { run: 'new', index: 1 }, 'a.png'),
    made(12, { run: 'new', index: 3, status: 'failed' }),
  ];
  const found = listArtifacts(records, '/w/hero.gen.yaml').map(
    ({ artifact, record }) => `${artifact.path} ${record.model}`,
  );
  const model = 'seedream-5-0-260128';
  assert.deepEqual(found, [`a.png ${model}`, `b.png ${model}`, `b-2.png ${model}`, 'song.mp3 new']);
});
