import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { codeOf, diagnosticsWhen } from './helpers/diagnostics.ts';
import {
  colorTexts,
  completionItems,
  completionLabels,
  hoverText,
  inlayTexts,
  labelOf,
  tokenTexts,
} from './helpers/editorQuestions.ts';
import { createJobFolder } from './helpers/jobFiles.ts';

const buf = 'version: v2\nplugins:\n  - remote: buf.build/protocolbuffers/go\n    out: gen/go\n';
const kubernetes = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  prompt: "${{ now }}"\n';
const openApi = 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n';
const badJob = 'model: seedream-5-0-260128\nprompt: a cat\nsize: 17\n';

/** VS Code also offers the words of open files. In a job file, the space keeps them away. */
const isOwn = (item: vscode.CompletionItem): boolean =>
  item.kind !== vscode.CompletionItemKind.Text || labelOf(item) === ' ';

async function openText(path: string, text: string): Promise<vscode.TextDocument> {
  await writeFile(path, text);
  return vscode.workspace.openTextDocument(path);
}

async function lensCommands(document: vscode.TextDocument): Promise<readonly string[]> {
  const id = 'vscode.executeCodeLensProvider';
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(id, document.uri, 10);
  return lenses.map(({ command }) => command?.command ?? '');
}

async function symbolNames(document: vscode.TextDocument): Promise<readonly string[]> {
  const id = 'vscode.executeDocumentSymbolProvider';
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(id, document.uri);
  return (symbols ?? []).map(({ name }) => name);
}

/** Resolves to what Genwright says and offers in a document. */
async function everythingIn(document: vscode.TextDocument): Promise<Record<string, unknown>> {
  // The position is inside a word, where a job file keeps the words of VS Code away.
  const offered = await completionItems(document, new vscode.Position(0, 3));
  return {
    problems: vscode.languages.getDiagnostics(document.uri).map(codeOf),
    lenses: await lensCommands(document),
    offered: offered.filter(isOwn).map(labelOf),
    hover: await hoverText(document, new vscode.Position(0, 1)),
    symbols: await symbolNames(document),
    hints: await inlayTexts(document),
    tokens: await tokenTexts(document),
    colors: await colorTexts(document),
  };
}

const nothing = { problems: [], lenses: [], offered: [], hover: '', symbols: [], hints: [], tokens: [], colors: [] };

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
}

const hasProblems = (found: readonly vscode.Diagnostic[]): boolean => found.length > 0;
const hasNone = (found: readonly vscode.Diagnostic[]): boolean => found.length === 0;

describe('A file of another tool with the name of a job file', () => {
  it('shows nothing of Genwright, even next to a job file', async () => {
    const { dir, jobFile } = await createJobFolder('hero', badJob);
    await vscode.workspace.openTextDocument(jobFile);
    await diagnosticsWhen(jobFile, hasProblems);
    const files = {
      'buf.gen.yaml': buf,
      'buf.go.gen.yaml': badJob,
      'deploy.gen.yaml': kubernetes,
      'api.gen.yml': openApi,
    };

    for (const [name, text] of Object.entries(files)) {
      const document = await openText(join(dir, name), text);
      assert.deepEqual(await everythingIn(document), nothing, name);
    }
  });

  it('is refused by Generate at once, with the reason', async () => {
    const { dir } = await createJobFolder('hero', badJob);
    const { uri } = await openText(join(dir, 'deploy.gen.yaml'), kubernetes);
    const reason = /"deploy\.gen\.yaml" is not a job file, because its keys belong to another tool/;
    const quiet = { unchanged: 'generate', confirm: false };

    for (const args of [[uri], [uri, quiet], [uri.fsPath, quiet]]) {
      await assert.rejects(Promise.resolve(vscode.commands.executeCommand('genwright.generate', ...args)), reason);
    }
    assert.deepEqual((await readdir(dir)).sort(), ['deploy.gen.yaml', 'hero.gen.yaml']);
  });

  it('has no request to show and no results to preview', async () => {
    const { dir } = await createJobFolder('hero', badJob);
    const { uri } = await openText(join(dir, 'deploy.gen.yaml'), kubernetes);
    for (const command of ['showRequest', 'previewResults', 'recallJob']) {
      await vscode.commands.executeCommand(`genwright.${command}`, uri);
    }
    const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.deepEqual(
      labels.filter((label) => label.includes('deploy')),
      [],
    );
  });

  it('becomes a job file by an edit, and stops being one by another', async () => {
    const { dir } = await createJobFolder('hero', badJob);
    const document = await openText(join(dir, 'deploy.gen.yaml'), kubernetes);

    await replaceText(document, kubernetes + badJob);
    const found = await diagnosticsWhen(document.uri, hasProblems);
    assert.ok(
      found.some((each) => codeOf(each) === 'unknown-field'),
      found.map(codeOf).join(),
    );
    assert.ok((await lensCommands(document)).length > 0);

    await replaceText(document, kubernetes);
    await diagnosticsWhen(document.uri, hasNone);
    assert.deepEqual(await everythingIn(document), nothing);
  });
});

describe('A job file', () => {
  for (const [what, text] of [
    ['an empty file', ''],
    ['a file with comments only', '# What shall it be?\n'],
    ['a file with a half-typed key', 'mod'],
  ] as const) {
    it(`is ${what}`, async () => {
      const { jobFile } = await createJobFolder('draft', text);
      const document = await vscode.workspace.openTextDocument(jobFile);
      const offered = await completionLabels(document, document.positionAt(text.length));
      assert.ok(offered.includes('model'), offered.join());
    });
  }

  it('is not a job file while the setting excludes its folder, and is one again without it', async () => {
    const { dir, jobFile } = await createJobFolder('hero', badJob);
    const document = await vscode.workspace.openTextDocument(jobFile);
    await diagnosticsWhen(jobFile, hasProblems);
    const settings = vscode.workspace.getConfiguration('genwright.files', jobFile);
    const globs = [`${vscode.workspace.asRelativePath(dir, false)}/**`];
    try {
      await settings.update('exclude', globs, vscode.ConfigurationTarget.Workspace);
      await diagnosticsWhen(jobFile, hasNone);
      assert.deepEqual(await everythingIn(document), nothing);
      await assert.rejects(
        Promise.resolve(vscode.commands.executeCommand('genwright.generate', jobFile)),
        /"genwright\.files\.exclude" excludes it/,
      );
    } finally {
      await settings.update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await diagnosticsWhen(jobFile, hasProblems);
    assert.ok((await lensCommands(document)).length > 0);
  });
});
