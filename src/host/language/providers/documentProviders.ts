import * as vscode from 'vscode';
import type {
  DocumentLink,
  DocumentSymbol,
  SemanticToken,
  TokenType,
  Signature,
} from '../../../core/language/languageService.ts';
import { makeInert } from '../../../core/support/text/makeInert.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import type { Ask } from '../ask.ts';
import type { LanguageHost } from '../languageHost.ts';
import { mapRange, toTextRange } from '../mapRange.ts';
import type { World } from '../world.ts';

/**
 * Registers the providers that VS Code calls for a whole document, not for a position in it: outline, links, swatches,
 * inlay hints and the colors of tokens.
 */
export function registerDocumentProviders(
  ask: Ask,
  { language, world }: { readonly language: Pick<LanguageHost, 'onDidInvalidate'>; readonly world: World },
): vscode.Disposable {
  const selector = jobFileSelector;
  const tokens = createTokenProvider(ask);
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSymbolProvider(selector, createSymbolProvider(ask), { label: 'Genwright' }),
    vscode.languages.registerDocumentLinkProvider(selector, createLinkProvider(ask, world)),
    vscode.languages.registerColorProvider(selector, createColorProvider(ask)),
    vscode.languages.registerInlayHintsProvider(selector, createInlayProvider(ask, language)),
    vscode.languages.registerDocumentSemanticTokensProvider(selector, tokens, tokenLegend),
    vscode.languages.registerDocumentRangeSemanticTokensProvider(selector, tokens, tokenLegend),
  );
}

/** Jobs with their fields, for outline, breadcrumbs and sticky scroll. */
function createSymbolProvider(ask: Ask): vscode.DocumentSymbolProvider {
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

/** Links to existing files inside the workspace folder, and to `https:` URLs. A job file can open nothing else. */
function createLinkProvider(ask: Ask, world: World): vscode.DocumentLinkProvider {
  return {
    provideDocumentLinks: (document, token) =>
      ask(document, token, (opened) =>
        opened.links().flatMap((link) => {
          const target = findUri(document.uri, link, world);
          if (!target || !isSafeLink(target.toString(true))) return [];
          return [new vscode.DocumentLink(mapRange(document, link), target)];
        }),
      ),
  };
}

function findUri(document: vscode.Uri, { target }: DocumentLink, world: World): vscode.Uri | undefined {
  if (/^https:\/\//i.test(target)) return parseAddress(target);
  return world.locate(document, target)?.uri;
}

function parseAddress(target: string): vscode.Uri | undefined {
  return URL.canParse(target) ? vscode.Uri.parse(target) : undefined;
}

/** Swatches and the picker for the colors of a palette. */
function createColorProvider(ask: Ask): vscode.DocumentColorProvider {
  return {
    provideDocumentColors: (document, token) =>
      ask(document, token, (opened) =>
        opened
          .colors()
          .map(
            (color) =>
              new vscode.ColorInformation(
                mapRange(document, color),
                new vscode.Color(color.red, color.green, color.blue, 1),
              ),
          ),
      ),
    // There is only one way to write a color, because gateways accept no other.
    provideColorPresentations: (color, { range }) => {
      const presentation = new vscode.ColorPresentation(formatColor(color));
      presentation.textEdit = vscode.TextEdit.replace(range, presentation.label);
      return [presentation];
    },
  };
}

/** Formats a color as `#RRGGBB`. Its components are 0..1. */
function formatColor({ red, green, blue }: vscode.Color): string {
  const digits = [red, green, blue].map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('').toUpperCase()}`;
}

/** Shows the characters used and the values of expressions. VS Code shows them according to `editor.inlayHints`. */
function createInlayProvider(
  ask: Ask,
  { onDidInvalidate }: Pick<LanguageHost, 'onDidInvalidate'>,
): vscode.InlayHintsProvider {
  return {
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
  };
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

/** Colors of words of the job file, ids of jobs, sections of lyrics and SSML, for the whole file or for its visible part. */
function createTokenProvider(
  ask: Ask,
): vscode.DocumentSemanticTokensProvider & vscode.DocumentRangeSemanticTokensProvider {
  return {
    provideDocumentSemanticTokens: (document, token) =>
      ask(document, token, (opened) => buildTokens(document, opened.tokens({ start: 0, end: opened.text.length }))),
    provideDocumentRangeSemanticTokens: (document, range, token) =>
      ask(document, token, (opened) => buildTokens(document, opened.tokens(toTextRange(document, range)))),
  };
}

function buildTokens(document: vscode.TextDocument, tokens: readonly SemanticToken[]): vscode.SemanticTokens {
  const builder = new vscode.SemanticTokensBuilder();
  for (const token of tokens) {
    const { start } = mapRange(document, token);
    builder.push(start.line, start.character, token.end - token.start, tokenTypes[token.type], 0);
  }
  return builder.build();
}

export const signatureTriggers = ['(', ','] as const;

/** Shows what a filter accepts while its arguments are written. */
export function createSignatureProvider(ask: Ask): vscode.SignatureHelpProvider {
  return {
    async provideSignatureHelp(document, position, token) {
      const signature = await ask(document, token, (opened) => opened.signature(document.offsetAt(position)));
      return signature ? mapSignature(signature) : undefined;
    },
  };
}

function mapSignature({ label, documentation, params, active }: Signature): vscode.SignatureHelp {
  const signature = new vscode.SignatureInformation(label, documentation);
  signature.parameters = params.map(({ start, end }) => new vscode.ParameterInformation([start, end]));
  const help = new vscode.SignatureHelp();
  help.signatures = [signature];
  help.activeParameter = active;
  return help;
}

/**
 * Whether VS Code can show a link target, not encoded, in the hover of the link. That hover is Markdown with commands
 * allowed, and only `)` is escaped in the target, unless a backslash is before it. So a parenthesis that stays open, or
 * a `)` after two backslashes, ends the link early, and a link inside the target would become active.
 */
export function isSafeLink(target: string): boolean {
  return !/[\\<]|\]\(/.test(target);
}
