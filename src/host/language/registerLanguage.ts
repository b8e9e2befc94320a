import * as vscode from 'vscode';
import type { EngineHost } from '../adapters/engineHost.ts';
import { onDidChangeSetting } from '../adapters/settings.ts';
import { jobFileSelector } from '../jobFilePattern.ts';
import { createCodeLensProvider } from './codeLens.ts';
import { createCompletionProvider } from './completion.ts';
import type { Diagnostics } from './diagnostics.ts';
import { createHoverProvider } from './hover.ts';
import type { ModelList } from '../models/modelList.ts';
import type { LanguageHost } from './languageHost.ts';
import { createSymbolProvider } from './symbols.ts';

/** What the providers ask. */
export interface LanguagePorts {
  readonly language: LanguageHost;
  readonly diagnostics: Pick<Diagnostics, 'refreshAll'>;
  readonly engineHost: EngineHost;
  readonly models: Pick<ModelList, 'onDidChange'>;
}

/** IntelliSense for job files and for nothing else: every provider is bound to their name. */
export function registerLanguage({ language, diagnostics, engineHost, models }: LanguagePorts): vscode.Disposable {
  const codeLens = createCodeLensProvider(language, engineHost);
  const { languages } = vscode;
  const readAnew = (): void => {
    language.reset();
    diagnostics.refreshAll();
  };
  return vscode.Disposable.from(
    codeLens,
    languages.registerCompletionItemProvider(jobFileSelector, createCompletionProvider(language), ' '),
    languages.registerHoverProvider(jobFileSelector, createHoverProvider(language)),
    languages.registerDocumentSymbolProvider(jobFileSelector, createSymbolProvider(language), { label: 'Genwright' }),
    languages.registerCodeLensProvider(jobFileSelector, codeLens),
    onDidChangeSetting(['strict'], readAnew),
    models.onDidChange(readAnew),
  );
}
