import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { makePng } from '../fakes/media/media.ts';
import {
  colorTexts,
  completionItems,
  completionLabels,
  definitionTexts,
  format,
  hoverText,
  inlayTexts,
  labelOf,
  linkTexts,
  pickedColor,
  placeOf,
  referenceLines,
  renamedText,
  tokenTexts,
} from './helpers/editorQuestions.ts';
import { createJobFolder } from './helpers/jobFiles.ts';

/** The file has some unneeded spaces, which the formatter removes. */
const posters = [
  'gen: 1',
  'vars:',
  '  mood:   calm',
  'jobs:',
  '  still:',
  '    model:   seedream-5-0-260128',
  '    prompt: A ${{ vars.mood | upper }} harbor',
  '    size: 2K   ',
  '  paint:',
  '    model: wan2.7-image',
  '    image: door.png',
  '    prompt: |',
  '      A door in a long wall,',
  '      painted in the ${{ vars.mood }} colors',
  '      of an evening',
  '      in late autumn.',
  '    color_palette:',
  '      - hex: "#1E90FF"',
  '        ratio: 100.00%',
  '  clip:',
  '    model: seedance-2.0',
  '    prompt: Gulls cross the sky',
  '    images:',
  '      - ${{ jobs.still.url }}',
  '    duration:   5',
  '    ',
].join('\n');

/** Opens the job file in an editor, beside an image. */
async function arrange(isFormatted: boolean): Promise<vscode.TextDocument> {
  const { dir, jobFile } = await createJobFolder('posters', posters);
  await writeFile(join(dir, 'door.png'), makePng());
  const document = await vscode.workspace.openTextDocument(jobFile);
  await vscode.window.showTextDocument(document);
  if (isFormatted) assert.equal(await format(document), true, 'the formatter has changed nothing');
  return document;
}

const isIn = (labels: readonly string[], wanted: readonly string[]): readonly boolean[] =>
  wanted.map((each) => labels.includes(each));

for (const isFormatted of [false, true]) {
  describe(isFormatted ? 'The editor of a job file after a YAML formatter' : 'The editor of a job file', () => {
    it('offers what may be written at a position', async () => {
      const document = await arrange(isFormatted);
      const inExpression = await completionLabels(document, placeOf(document, 'vars.mood', 5));
      const filters = await completionLabels(document, placeOf(document, 'upper', 2));
      const values = await completionLabels(document, placeOf(document, '2K'));
      assert.deepEqual(
        [isIn(inExpression, ['mood', 'still']), isIn(filters, ['upper', 'mood']), isIn(values, ['2K', 'sonic'])],
        [
          [true, false],
          [true, false],
          [true, false],
        ],
      );
    });

    it('explains in hovers what a field means and what an expression evaluates to', async () => {
      const document = await arrange(isFormatted);
      assert.match(await hoverText(document, placeOf(document, 'size:')), /size/i);
      assert.match(await hoverText(document, placeOf(document, 'vars.mood', 6)), /CALM/);
      assert.match(await hoverText(document, placeOf(document, 'model: wan2.7-image', 10)), /wan2\.7-image/);
    });

    it('leads from a use to its declaration', async () => {
      const document = await arrange(isFormatted);
      assert.deepEqual(
        [
          await definitionTexts(document, placeOf(document, 'vars.mood', 6)),
          await definitionTexts(document, placeOf(document, 'jobs.still.url', 6)),
        ],
        [['mood'], ['still']],
      );
    });

    it('finds all uses of a variable, and renames them with their declaration', async () => {
      const document = await arrange(isFormatted);
      const place = placeOf(document, 'vars.mood', 6);
      const renamed = await renamedText(document, place, 'feeling');
      assert.deepEqual(await referenceLines(document, place), [2, 6, 13]);
      assert.equal(renamed, document.getText().replaceAll('mood', 'feeling'));
    });

    it('explains why a name cannot be used', async () => {
      const document = await arrange(isFormatted);
      const place = placeOf(document, 'jobs.still.url', 6);
      await assert.rejects(renamedText(document, place, 'clip'), /clip/);
    });

    it('links to files that exist', async () => {
      const document = await arrange(isFormatted);
      assert.deepEqual(await linkTexts(document), ['door.png > door.png']);
    });

    it('shows the colors of a palette, and writes a selected color in the format of gateways', async () => {
      const document = await arrange(isFormatted);
      assert.deepEqual(
        [await colorTexts(document), await pickedColor(document, new vscode.Color(1, 0.5, 0, 1))],
        [['#1E90FF'], ['#FF8000']],
      );
    });

    it('shows what short expressions evaluate to', async () => {
      const hints = await inlayTexts(await arrange(isFormatted));
      assert.ok(
        hints.some((hint) => hint.includes('CALM')),
        hints.join('\n'),
      );
    });

    it('colors words of the job file and ids of jobs', async () => {
      const tokens = await tokenTexts(await arrange(isFormatted));
      assert.deepEqual(
        isIn(tokens, ['keyword jobs', 'namespace still', 'namespace jobs']),
        [true, true, false],
        tokens.join('\n'),
      );
    });
  });
}

describe('A command for job files', () => {
  it('folds the long prompts, and nothing else', async () => {
    const document = await arrange(false);
    await vscode.commands.executeCommand('genwright.foldPrompts');
    const hidden = await new Promise<readonly string[]>((resolve) => {
      const check = (ranges: readonly vscode.Range[]): void => {
        if (ranges.length < 2) return;
        listener.dispose();
        resolve(linesBetween(document, ranges));
      };
      const listener = vscode.window.onDidChangeTextEditorVisibleRanges(({ visibleRanges }) => check(visibleRanges));
      check(vscode.window.activeTextEditor?.visibleRanges ?? []);
    });
    assert.deepEqual(hidden, [
      'A door in a long wall,',
      'painted in the ${{ vars.mood }} colors',
      'of an evening',
      'in late autumn.',
    ]);
  });

  it('explains a problem by its code', async () => {
    await vscode.commands.executeCommand('genwright.explainProblem', 'unknown-field');
    const page = await vscode.workspace.openTextDocument(vscode.Uri.parse('genwright-problem:/unknown-field.md'));
    assert.match(page.getText(), /unknown-field/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

function linesBetween(document: vscode.TextDocument, visible: readonly vscode.Range[]): readonly string[] {
  const isVisible = (line: number): boolean => visible.some(({ start, end }) => start.line <= line && line <= end.line);
  const [first = 0, last = 0] = [visible[0]?.start.line, visible.at(-1)?.end.line];
  return Array.from({ length: document.lineCount }, (_, line) => line)
    .filter((line) => line > first && line < last && !isVisible(line))
    .map((line) => document.lineAt(line).text.trim());
}

describe('A YAML file that is not a job file', () => {
  it('gets no features, and its formatter works', async () => {
    const { dir } = await createJobFolder('hero', 'model: sonic\n');
    const notes = vscode.Uri.file(join(dir, 'notes.yaml'));
    await writeFile(notes.fsPath, posters);
    const document = await vscode.workspace.openTextDocument(notes);
    const name = placeOf(document, 'vars.mood', 6);
    const items = await completionItems(document, placeOf(document, 'upper', 2));
    // VS Code also offers the words of all open files.
    const offered = items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text).map(labelOf);
    assert.deepEqual(
      {
        filters: offered.includes('truncate'),
        hover: await hoverText(document, name),
        definition: await definitionTexts(document, name),
        references: await referenceLines(document, name),
        links: await linkTexts(document),
        inlays: await inlayTexts(document),
        tokens: await tokenTexts(document),
        lenses: await vscode.commands.executeCommand('vscode.executeCodeLensProvider', notes, 10),
        problems: vscode.languages.getDiagnostics(notes),
        isFormatted: await format(document),
      },
      {
        filters: false,
        hover: '',
        definition: [],
        references: [],
        links: [],
        inlays: [],
        tokens: [],
        lenses: [],
        problems: [],
        isFormatted: true,
      },
    );
  });
});
