import * as vscode from 'vscode';
import { orderEdits } from '../../../core/language/edits/editLog.ts';
import type { Completion, Signature } from '../../../core/language/languageService.ts';
import { cutEnd } from '../../../core/support/text/cutEnd.ts';
import { makeInert } from '../../../core/support/text/makeInert.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import type { Ask } from '../languageHost.ts';
import { mapRange } from '../mapRange.ts';
import type { World } from '../world.ts';
import { buildCall, positionAfter } from './actions.ts';
import { buildImage } from './hover.ts';

/** After each of these, another list can open: a value, a member, a filter, the name of a file. */
const completionTriggers = [' ', '.', '|', '{', '/', '"', "'", '['] as const;

/**
 * Offers the completions of core, in its order, and shows what a filter accepts while its arguments are written. Files
 * are shown when they are selected in the list.
 */
export function registerCompletion(
  ask: Ask,
  { jobFiles, world }: { readonly jobFiles: Pick<JobFiles, 'has'>; readonly world: World },
): vscode.Disposable {
  const files = new WeakMap<vscode.CompletionItem, { readonly document: vscode.Uri; readonly path: string }>();
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, token) {
      const items = await ask(document, token, (opened) =>
        opened.complete(document.offsetAt(position)).map((completion) => {
          const item = mapCompletion(document, completion);
          if (completion.path !== undefined) files.set(item, { document: document.uri, path: completion.path });
          return item;
        }),
      );
      if (items && items.length > 0) return items.some(hasManyNames) ? new vscode.CompletionList(items, true) : items;
      if (!jobFiles.has(document)) return undefined;
      // If the user has typed on meanwhile, VS Code asks again: no result at all would open the list of words.
      return new vscode.CompletionList(buildInertItems(document, position), items === undefined);
    },
    resolveCompletionItem(item) {
      const file = files.get(item);
      const image = file && buildImage(world.locate(file.document, file.path));
      if (image) item.documentation = image;
      return item;
    },
  };
  const signatures: vscode.SignatureHelpProvider = {
    async provideSignatureHelp(document, position, token) {
      const signature = await ask(document, token, (opened) => opened.signature(document.offsetAt(position)));
      return signature && mapSignature(signature);
    },
  };
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(jobFileSelector, provider, ...completionTriggers),
    vscode.languages.registerSignatureHelpProvider(jobFileSelector, signatures, '(', ','),
  );
}

/**
 * Matches nothing that can be typed, so it is never shown. Without any item, VS Code would offer the words of the file,
 * which is not wanted in a prompt. It covers the word that is being typed, because an empty word matches everything.
 */
function buildInertItems(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
  const line = document.lineAt(Math.min(position.line, document.lineCount - 1));
  const before = line.text.slice(0, position.character);
  const wordStart = cutEnd(before, /\S/).length;
  if (wordStart === before.length) return [];
  const item = new vscode.CompletionItem(' ', vscode.CompletionItemKind.Text);
  item.filterText = '\u0000';
  item.insertText = '';
  item.range = new vscode.Range(position.with({ character: wordStart }), position);
  return [item];
}

/** The range is explicit, because an incomplete key may contain characters that end a word for VS Code. */
function mapCompletion(document: vscode.TextDocument, completion: Completion): vscode.CompletionItem {
  const { label, detail, insertText, documentation } = completion;
  // VS Code turns parts of labels into icons.
  const description = detail ? { description: makeInert(detail) } : {};
  const item = new vscode.CompletionItem({ label: makeInert(label), ...description }, kinds[completion.kind]);
  item.range = mapRange(document, completion);
  item.insertText = completion.isSnippet ? new vscode.SnippetString(insertText) : insertText;
  if (documentation) item.documentation = new vscode.MarkdownString(documentation);
  // The typed text is compared with the text itself, not with the inert label.
  item.filterText = completion.filterText ?? label;
  item.sortText = completion.sortText;
  item.preselect = completion.isPreselected ?? false;
  const { edits, cursorAt, start, end } = completion;
  if (edits)
    item.additionalTextEdits = edits.map((edit) => new vscode.TextEdit(mapRange(document, edit), edit.newText));
  if (edits && cursorAt !== undefined) {
    const all = orderEdits([...edits, { start, end, newText: insertText }]);
    const at = new vscode.Position(...positionAfter(document.getText(), { edits: all, offset: cursorAt }));
    item.command = buildCall('vscode.open', document.uri, { selection: new vscode.Range(at, at) });
  }
  if (completion.triggersNext) item.command = { title: '', command: 'editor.action.triggerSuggest' };
  return item;
}

/** Icons that users know from other languages. */
const kinds: Readonly<Record<Completion['kind'], vscode.CompletionItemKind>> = {
  field: vscode.CompletionItemKind.Field,
  value: vscode.CompletionItemKind.Value,
  model: vscode.CompletionItemKind.Event,
  keyword: vscode.CompletionItemKind.Keyword,
  job: vscode.CompletionItemKind.Module,
  variable: vscode.CompletionItemKind.Variable,
  function: vscode.CompletionItemKind.Function,
  file: vscode.CompletionItemKind.File,
  folder: vscode.CompletionItemKind.Folder,
};

/** Whether core puts the name first that fits what is typed, so that VS Code has to ask again for each letter. */
function hasManyNames({ kind }: vscode.CompletionItem): boolean {
  return kind === kinds.job || kind === kinds.model;
}

function mapSignature({ label, documentation, params, active }: Signature): vscode.SignatureHelp {
  const signature = new vscode.SignatureInformation(label, documentation);
  signature.parameters = params.map(({ start, end }) => new vscode.ParameterInformation([start, end]));
  const help = new vscode.SignatureHelp();
  help.signatures = [signature];
  help.activeParameter = active;
  return help;
}
