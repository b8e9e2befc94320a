import * as vscode from 'vscode';
import type { Severity } from '../../core/jobFile/problem.ts';
import type { LanguageProblem } from '../../core/language/languageService.ts';
import type { Log } from '../../engine.ts';
import { isJobFile } from '../jobFilePattern.ts';
import { runInBackground } from '../runInBackground.ts';
import type { LanguageHost } from './languageHost.ts';
import { mapRange } from './mapRange.ts';

/** Long enough for a burst of letters, short enough to feel immediate. */
const settleMs = 120;

/** Problems of open job files. A result for an older version of a document is dropped. */
export function registerDiagnostics(
  language: LanguageHost,
  log: Pick<Log, 'error'>,
): vscode.Disposable & { refreshAll(): void } {
  const collection = vscode.languages.createDiagnosticCollection('genwright');
  const timers = new Map<string, NodeJS.Timeout>();

  const update = async (document: vscode.TextDocument): Promise<void> => {
    const opened = await language.open(document);
    if (!opened || document.isClosed) return;
    collection.set(
      document.uri,
      opened.problems().map((problem) => mapProblem(document, problem)),
    );
  };
  const forget = (uri: vscode.Uri): void => {
    clearTimeout(timers.get(uri.toString()));
    timers.delete(uri.toString());
  };
  const schedule = (document: vscode.TextDocument, delayMs: number): void => {
    if (!isJobFile(document.uri)) return;
    forget(document.uri);
    timers.set(
      document.uri.toString(),
      setTimeout(() => runInBackground(update(document), log), delayMs),
    );
  };
  const refreshAll = (): void => {
    for (const document of vscode.workspace.textDocuments) schedule(document, 0);
  };
  refreshAll();
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((document) => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document, settleMs)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      forget(uri);
      collection.delete(uri);
    }),
    collection,
  );
  return {
    refreshAll,
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      subscriptions.dispose();
    },
  };
}

/** The code is stable: people filter by it. */
function mapProblem(document: vscode.TextDocument, problem: LanguageProblem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(mapRange(document, problem), problem.message, severities[problem.severity]);
  diagnostic.source = 'genwright';
  diagnostic.code = problem.code;
  return diagnostic;
}

/** Severities have the same meaning on both sides. */
const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};
