import type * as vscode from 'vscode';
import type { JobFileDocument } from '../../core/language/languageService.ts';
import type { LanguageHost } from './languageHost.ts';

/**
 * Undefined if the result is no longer needed: the request was canceled, the document was closed, or its text has
 * changed.
 */
export type Ask = <Answer>(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
  question: (opened: JobFileDocument) => Answer,
) => Promise<Answer | undefined>;

/**
 * The way in which every provider queries the language part. Positions of a request belong to the version that it was
 * made for.
 */
export function createAsk(language: Pick<LanguageHost, 'open'>): Ask {
  return async (document, token, question) => {
    const { version } = document;
    const opened = await language.open(document);
    if (!opened || token.isCancellationRequested || document.version !== version) return undefined;
    return question(opened);
  };
}
