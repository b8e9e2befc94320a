import * as vscode from 'vscode';
import type { Log } from '../../engine.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { onDidChangeSetting } from '../adapters/settings.ts';
import { jobFileSelector } from '../jobFilePattern.ts';
import { createCodeLensProvider } from './codeLens.ts';
import { createCompletionProvider } from './completion.ts';
import { registerDiagnostics } from './diagnostics.ts';
import { createHoverProvider } from './hover.ts';
import type { LanguageHost } from './languageHost.ts';
import { createSymbolProvider } from './symbols.ts';

/** What the providers ask, and where their faults go. */
export interface LanguagePorts {
  readonly language: LanguageHost;
  readonly engineHost: EngineHost;
  readonly log: Pick<Log, 'error'>;
}

/** IntelliSense for job files and for nothing else: every provider is bound to their name. */
export function registerLanguage({ language, engineHost, log }: LanguagePorts): vscode.Disposable {
  const codeLens = createCodeLensProvider(language, engineHost);
  const diagnostics = registerDiagnostics(language, log);
  const { languages } = vscode;
  return vscode.Disposable.from(
    codeLens,
    diagnostics,
    languages.registerCompletionItemProvider(jobFileSelector, createCompletionProvider(language), ' '),
    languages.registerHoverProvider(jobFileSelector, createHoverProvider(language)),
    languages.registerDocumentSymbolProvider(jobFileSelector, createSymbolProvider(language), { label: 'Genwright' }),
    languages.registerCodeLensProvider(jobFileSelector, codeLens),
    onDidChangeSetting(['strict'], () => {
      language.reset();
      diagnostics.refreshAll();
    }),
  );
}
