import * as vscode from 'vscode';
import { problemScheme } from '../ids.ts';
import { l10n } from '../ui/l10n.ts';
import type { LanguageHost } from './languageHost.ts';

/** Returns the URI of the page of a problem. The manifest makes VS Code show it as a Markdown preview. */
export function pageOf(code: string): vscode.Uri {
  return vscode.Uri.from({ scheme: problemScheme, path: `/${code}.md` });
}

/** Pages are written when they are opened, also in a window that was just reloaded. */
export function registerProblemPages(language: Pick<LanguageHost, 'explain'>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(problemScheme, {
    provideTextDocumentContent: async ({ path }) =>
      (await language.explain(path.replace(/^\/|\.md$/g, ''))) ?? l10n.t('There is no problem with this code.'),
  });
}

/** Returns the stable code of a diagnostic of Genwright. Undefined for other diagnostics. */
export function codeOf({ source, code }: vscode.Diagnostic): string | undefined {
  if (source !== 'genwright') return undefined;
  const value = typeof code === 'object' ? code.value : code;
  return value === undefined ? undefined : String(value);
}
