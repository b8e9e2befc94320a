import * as vscode from 'vscode';
import type { Completion } from '../../core/language/languageService.ts';
import type { Ask } from './ask.ts';
import { buildImage } from './image.ts';
import { mapRange } from './mapRange.ts';
import type { World } from './world.ts';

/** After these the next thing to choose is another one: a value, a member, a filter, a name of a file. */
export const completionTriggers = [' ', '.', '|', '{', '/', '"', "'", '['] as const;

/** What core offers, in the order of core. Files are shown when they are looked at in the list. */
export function createCompletionProvider(ask: Ask, world: World): vscode.CompletionItemProvider {
  const files = new WeakMap<vscode.CompletionItem, { readonly document: vscode.Uri; readonly path: string }>();
  return {
    async provideCompletionItems(document, position, token) {
      const items = await ask(document, token, (opened) =>
        opened.complete(document.offsetAt(position)).map((completion) => {
          const item = mapCompletion(document, completion);
          if (completion.path !== undefined) files.set(item, { document: document.uri, path: completion.path });
          return item;
        }),
      );
      if (items && items.length > 0) return items;
      // Who has typed on meanwhile is asked for again: an answer that is none would bring up the list of words.
      return new vscode.CompletionList(buildInertItems(document, position), items === undefined);
    },
    resolveCompletionItem(item) {
      const file = files.get(item);
      const image = file && buildImage(world.locate(file.document, file.path));
      if (image) item.documentation = image;
      return item;
    },
  };
}

/**
 * Matches nothing that can be typed and is therefore never shown. Its presence keeps the list of words in the file
 * away, which VS Code offers where no provider answers: nobody wants that while writing a prompt. It stands for the
 * word being typed, since an empty word matches everything.
 */
function buildInertItems(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
  const line = document.lineAt(Math.min(position.line, document.lineCount - 1));
  const before = line.text.slice(0, position.character);
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
  const { label, detail, insertText, isSnippet, documentation, filterText, sortText, triggersNext, kind } = completion;
  const item = new vscode.CompletionItem({ label, ...(detail ? { description: detail } : {}) }, kinds[kind]);
  item.range = mapRange(document, completion);
  item.insertText = isSnippet ? new vscode.SnippetString(insertText) : insertText;
  if (documentation) item.documentation = new vscode.MarkdownString(documentation);
  if (filterText !== undefined) item.filterText = filterText;
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
  variable: vscode.CompletionItemKind.Variable,
  function: vscode.CompletionItemKind.Function,
  file: vscode.CompletionItemKind.File,
  folder: vscode.CompletionItemKind.Folder,
};
