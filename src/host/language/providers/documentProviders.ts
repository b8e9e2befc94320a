import * as vscode from 'vscode';
import type { DocumentSymbol, SemanticToken, TokenType } from '../../../core/language/languageService.ts';
import { makeInert } from '../../../core/support/text/makeInert.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import type { LanguageHost } from '../languageHost.ts';
import { mapRange, toTextRange } from '../mapRange.ts';
import type { World } from '../world.ts';

/** Registers what VS Code asks for a whole document, or for its visible part, and not for a position in it. */
export function registerDocumentProviders(
  { ask, onDidInvalidate }: Pick<LanguageHost, 'ask' | 'onDidInvalidate'>,
  world: World,
): vscode.Disposable {
  // Colors of words of the job file, ids of jobs, sections of lyrics and SSML.
  const tokens: vscode.DocumentSemanticTokensProvider & vscode.DocumentRangeSemanticTokensProvider = {
    provideDocumentSemanticTokens: (document, token) =>
      ask(document, token, (opened) => buildTokens(document, opened.tokens({ start: 0, end: opened.text.length }))),
    provideDocumentRangeSemanticTokens: (document, range, token) =>
      ask(document, token, (opened) => buildTokens(document, opened.tokens(toTextRange(document, range)))),
  };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSemanticTokensProvider(jobFileSelector, tokens, tokenLegend),
    vscode.languages.registerDocumentRangeSemanticTokensProvider(jobFileSelector, tokens, tokenLegend),
    // Jobs with their fields, for outline, breadcrumbs and sticky scroll.
    vscode.languages.registerDocumentSymbolProvider(
      jobFileSelector,
      {
        provideDocumentSymbols: (document, token) =>
          ask(document, token, (opened) => opened.symbols().map((symbol) => mapSymbol(document, symbol))),
      },
      { label: 'Genwright' },
    ),
    // Links to existing files inside the workspace folder, and to `https:` URLs. A job file can open nothing else.
    vscode.languages.registerDocumentLinkProvider(jobFileSelector, {
      provideDocumentLinks: (document, token) =>
        ask(document, token, (opened) =>
          opened.links().flatMap((link) => {
            const url = /^https:\/\//i.test(link.target) ? link.target : null;
            const file = url === null ? world.locate(document.uri, link.target)?.uri : undefined;
            const target = url !== null && URL.canParse(url) ? vscode.Uri.parse(url) : file;
            if (!target || !isSafeLink(target.toString(true))) return [];
            return [new vscode.DocumentLink(mapRange(document, link), target)];
          }),
        ),
    }),
    // Swatches and the picker for the colors of a palette.
    vscode.languages.registerColorProvider(jobFileSelector, {
      provideDocumentColors: (document, token) =>
        ask(document, token, (opened) =>
          opened.colors().map((found) => {
            const color = new vscode.Color(found.red, found.green, found.blue, 1);
            return new vscode.ColorInformation(mapRange(document, found), color);
          }),
        ),
      // There is only one way to write a color, because gateways accept no other.
      provideColorPresentations: (color, { range }) => {
        const presentation = new vscode.ColorPresentation(formatColor(color));
        presentation.textEdit = vscode.TextEdit.replace(range, presentation.label);
        return [presentation];
      },
    }),
    // The characters used and the values of expressions. VS Code shows them according to `editor.inlayHints`.
    vscode.languages.registerInlayHintsProvider(jobFileSelector, {
      onDidChangeInlayHints: onDidInvalidate,
      provideInlayHints: (document, range, token) =>
        ask(document, token, (opened) =>
          opened.inlays(toTextRange(document, range)).map(({ offset, label, tooltip }) => {
            const hint = new vscode.InlayHint(document.positionAt(offset), label);
            hint.paddingLeft = true;
            hint.tooltip = tooltip;
            return hint;
          }),
        ),
    }),
  );
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
    symbolKinds[symbol.kind],
    range,
    selection,
  );
  mapped.children = symbol.children.map((child) => mapSymbol(document, child));
  return mapped;
}

/** Icons of the outline. */
const symbolKinds: Readonly<Record<DocumentSymbol['kind'], vscode.SymbolKind>> = {
  job: vscode.SymbolKind.Module,
  field: vscode.SymbolKind.Field,
  keyword: vscode.SymbolKind.Key,
};

/** Formats a color as `#RRGGBB`. Its components are 0..1. */
function formatColor({ red, green, blue }: vscode.Color): string {
  const digits = [red, green, blue].map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('').toUpperCase()}`;
}

/** Position in the legend, which is the order of these keys. */
const tokenTypes: Readonly<Record<TokenType, number>> = {
  keyword: 0,
  namespace: 1,
  type: 2,
  property: 3,
  string: 4,
};

const tokenLegend = new vscode.SemanticTokensLegend(Object.keys(tokenTypes));

function buildTokens(document: vscode.TextDocument, tokens: readonly SemanticToken[]): vscode.SemanticTokens {
  const builder = new vscode.SemanticTokensBuilder();
  for (const token of tokens) {
    const { start } = mapRange(document, token);
    builder.push(start.line, start.character, token.end - token.start, tokenTypes[token.type], 0);
  }
  return builder.build();
}

/**
 * Whether VS Code can show a link target, not encoded, in the hover of the link. That hover is Markdown with commands
 * allowed, and only `)` is escaped in the target, unless a backslash is before it. So a parenthesis that stays open, or
 * a `)` after two backslashes, ends the link early, and a link inside the target would become active.
 */
export function isSafeLink(target: string): boolean {
  return !/[\\<]|\]\(/.test(target);
}
