import * as vscode from 'vscode';
import type { Completion } from '../../core/language/languageService.ts';
import type { LanguageHost } from './languageHost.ts';
import { mapRange } from './mapRange.ts';

/** What core offers, in the order of core. */
export function createCompletionProvider(language: LanguageHost): vscode.CompletionItemProvider {
  return {
    async provideCompletionItems(document, position, token) {
      const opened = await language.open(document);
      if (!opened || token.isCancellationRequested) return undefined;
      const completions = opened.complete(document.offsetAt(position));
      if (completions.length === 0) return buildInertItems(document, position);
      return completions.map((completion) => mapCompletion(document, completion));
    },
  };
}

/**
 * Matches nothing that can be typed and is therefore never shown. Its presence keeps the list of words in the file
 * away, which VS Code offers where no provider answers: nobody wants that while writing a prompt. It stands for the
 * word being typed, since an empty word matches everything.
 */
function buildInertItems(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
  const before = document.lineAt(position.line).text.slice(0, position.character);
  const word = /\S+$/.exec(before);
  if (!word) return [];
  const item = new vscode.CompletionItem(' ', vscode.CompletionItemKind.Text);
  item.filterText = '\u0000';
  item.insertText = '';
  item.range = new vscode.Range(position.with({ character: word.index }), position);
  return [item];
}

/** The range is given explicitly: half-typed keys may hold signs that end a word for VS Code. */
function mapCompletion(document: vscode.TextDocument, completion: Completion): vscode.CompletionItem {
  const { label, detail, insertText, isSnippet, documentation, sortText, triggersNext, kind } = completion;
  const item = new vscode.CompletionItem({ label, ...(detail ? { description: detail } : {}) }, kinds[kind]);
  item.range = mapRange(document, completion);
  item.insertText = isSnippet ? new vscode.SnippetString(insertText) : insertText;
  if (documentation) item.documentation = new vscode.MarkdownString(documentation);
  if (sortText !== undefined) item.sortText = sortText;
  if (triggersNext) item.command = { title: '', command: 'editor.action.triggerSuggest' };
  return item;
}

/** Icons that people know from other languages. */
const kinds: Readonly<Record<Completion['kind'], vscode.CompletionItemKind>> = {
  field: vscode.CompletionItemKind.Field,
  value: vscode.CompletionItemKind.Value,
  model: vscode.CompletionItemKind.Event,
  keyword: vscode.CompletionItemKind.Keyword,
  job: vscode.CompletionItemKind.Module,
};
