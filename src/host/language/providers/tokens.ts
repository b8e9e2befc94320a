import * as vscode from 'vscode';
import type { SemanticToken, TokenType } from '../../../core/language/languageService.ts';
import { mapRange, toTextRange } from '../mapRange.ts';
import type { Ask } from '../ask.ts';

/** Position in the legend, which is the order of these keys. */
const types: Readonly<Record<TokenType, number>> = {
  variable: 0,
  property: 1,
  function: 2,
  operator: 3,
  string: 4,
  number: 5,
  keyword: 6,
  namespace: 7,
  macro: 8,
  type: 9,
  comment: 10,
};

export const tokenLegend = new vscode.SemanticTokensLegend(Object.keys(types));

/** Colors of expressions, sections of lyrics and SSML, for the whole file or for its visible part. */
export function createTokenProvider(
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
    builder.push(start.line, start.character, token.end - token.start, types[token.type], 0);
  }
  return builder.build();
}
