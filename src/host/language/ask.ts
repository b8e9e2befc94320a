import type * as vscode from 'vscode';
import type { JobFileDocument } from '../../core/language/languageService.ts';
import type { LanguageHost } from './languageHost.ts';

/** Undefined when nobody needs the answer any more: cancelled, closed, or asked of a text that has changed meanwhile. */
export type Ask = <Answer>(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
  question: (opened: JobFileDocument) => Answer,
) => Promise<Answer | undefined>;

/** How every provider asks. Positions of a request count in the version that it was made for. */
export function createAsk(language: Pick<LanguageHost, 'open'>): Ask {
  return async (document, token, question) => {
    const { version } = document;
    const opened = await language.open(document);
    if (!opened || token.isCancellationRequested || document.version !== version) return undefined;
    return question(opened);
  };
}
