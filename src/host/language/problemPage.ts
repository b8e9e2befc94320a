import * as vscode from 'vscode';
import { problemScheme } from '../ids.ts';
import type { LanguageHost } from './languageHost.ts';
import { l10n } from '../l10n.ts';

/** The address of the page of a problem. The manifest has it shown as a Markdown preview. */
export function pageOf(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: problemScheme, path: `/${code}.md` });
}

/** Pages are written when they are opened, also in a window that has just been reloaded. */
export function registerProblemPages(language: Pick<LanguageHost, 'explain'>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(problemScheme, {
    provideTextDocumentContent: async ({ path }) =>
      (await language.explain(path.replace(/^\/|\.md$/g, ''))) ?? l10n.t('There is no problem with this code.'),
  });
}
