import * as vscode from 'vscode';
import type { DocumentSymbol } from '../../../core/language/languageService.ts';
import { makeInert } from '../../../core/support/text/makeInert.ts';
import { mapRange } from '../mapRange.ts';
import type { Ask } from '../ask.ts';

/** Jobs with their fields, for outline, breadcrumbs and sticky scroll. */
export function createSymbolProvider(ask: Ask): vscode.DocumentSymbolProvider {
  return {
    provideDocumentSymbols: (document, token) =>
      ask(document, token, (opened) => opened.symbols().map((symbol) => mapSymbol(document, symbol))),
  };
}

/** The selection is the first line: a job may be long. */
function mapSymbol(document: vscode.TextDocument, symbol: DocumentSymbol): vscode.DocumentSymbol {
  const range = mapRange(document, symbol);
  const firstLine = document.lineAt(range.start.line).range.end;
  const selection = range.end.isAfter(firstLine) ? new vscode.Range(range.start, firstLine) : range;
  // VS Code refuses symbols without a name, and turns parts of their names into icons in Go to Symbol.
  const mapped = new vscode.DocumentSymbol(
    makeInert(symbol.name) || '…',
    makeInert(symbol.detail ?? ''),
    kinds[symbol.kind],
    range,
    selection,
  );
  mapped.children = symbol.children.map((child) => mapSymbol(document, child));
  return mapped;
}

/** Icons of the outline. */
const kinds: Readonly<Record<DocumentSymbol['kind'], vscode.SymbolKind>> = {
  job: vscode.SymbolKind.Module,
  field: vscode.SymbolKind.Field,
  keyword: vscode.SymbolKind.Key,
};
