import * as vscode from 'vscode';
import type { Problem, ProblemCode, Severity } from '../../core/jobFile/problem.ts';
import type { LanguageProblem, NotedText } from '../../core/language/languageService.ts';
import type { Log } from '../../engine/index.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import { runInBackground } from '../runInBackground.ts';
import { translate } from '../ui/l10n.ts';
import type { LanguageHost } from './languageHost.ts';
import { mapRange } from './mapRange.ts';
import { pageOf } from './problemPage.ts';

export type Diagnostics = ReturnType<typeof registerDiagnostics>;

interface DiagnosticsPorts {
  readonly language: Pick<LanguageHost, 'open' | 'load' | 'onDidInvalidate'>;
  readonly jobFiles: Pick<JobFiles, 'has' | 'open' | 'onDidChange'>;
  readonly log: Log;
}

/**
 * After this time without a change, in ms, a document is checked: long enough for a burst of letters, short enough to
 * feel immediate. A change reads only the jobs that it touches, so a long file waits no longer than a short one.
 */
const settleMs = 120;

/** Problems of open job files. A result for an older version of a document is dropped. */
export function registerDiagnostics({ language, jobFiles, log }: DiagnosticsPorts) {
  const collection = vscode.languages.createDiagnosticCollection('genwright');
  const timers = new Map<string, NodeJS.Timeout>();
  const planned = new Map<string, { readonly version: number; readonly problems: readonly LanguageProblem[] }>();

  const update = async (document: vscode.TextDocument): Promise<void> => {
    const opened = await language.open(document);
    if (!opened || !jobFiles.has(document)) return;
    const known = planned.get(document.uri.toString());
    const problems = known?.version === document.version ? known.problems : opened.problems();
    collection.set(document.uri, [
      ...problems.map((problem) => mapProblem(document, problem)),
      ...opened.unused().map((unused) => mapUnused(document, unused)),
    ]);
  };
  const clear = (uri: vscode.Uri): void => {
    planned.delete(uri.toString());
    collection.delete(uri);
  };
  const schedule = (document: vscode.TextDocument, delayMs: number): void => {
    if (!jobFiles.has(document)) return;
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    const check = (): void => {
      timers.delete(key);
      runInBackground(update(document), log);
    };
    timers.set(key, setTimeout(check, delayMs));
  };
  const refreshAll = (): void => {
    planned.clear();
    for (const document of jobFiles.open()) schedule(document, 0);
  };
  refreshAll();
  const subscriptions = vscode.Disposable.from(
    jobFiles.onDidChange(({ document, isJobFile }) => {
      if (isJobFile) schedule(document, 0);
      else clear(document.uri);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document, settleMs)),
    language.onDidInvalidate(refreshAll),
    collection,
  );
  return {
    /**
     * Shows what planning has found in this version, until the document or a file beside it changes. Planning also
     * checks what only a gateway knows, which is not checked while the user types.
     */
    async showPlanned(document: vscode.TextDocument, problems: readonly Problem[]): Promise<void> {
      const { version } = document;
      const { translateProblem } = await language.load();
      const found = problems.map((problem) => translateProblem(problem, translate));
      planned.set(document.uri.toString(), { version, problems: found });
      await update(document);
    },
    dispose(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      subscriptions.dispose();
    },
  };
}

/** The code is stable, because users filter by it. It links to its explanation. */
function mapProblem(document: vscode.TextDocument, problem: LanguageProblem): vscode.Diagnostic {
  const { code, message, severity, related = [] } = problem;
  const diagnostic = new vscode.Diagnostic(mapRange(document, problem), message, severities[severity]);
  diagnostic.source = 'genwright';
  diagnostic.code = { value: code, target: pageOf(code) };
  diagnostic.relatedInformation = related.map(
    (each) =>
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(document.uri, mapRange(document, each)),
        each.message,
      ),
  );
  if (idleCodes.has(code)) diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}

/** Returns a diagnostic that is shown faded and is not listed among the problems. */
function mapUnused(document: vscode.TextDocument, unused: NotedText): vscode.Diagnostic {
  const range = mapRange(document, unused);
  const diagnostic = new vscode.Diagnostic(range, unused.message, vscode.DiagnosticSeverity.Hint);
  diagnostic.source = 'genwright';
  diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
}

/** The marked text has no effect, so it is shown faded. */
const idleCodes: ReadonlySet<string> = new Set<ProblemCode>(['ignored-key', 'no-effect']);

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};
