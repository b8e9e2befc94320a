import * as vscode from 'vscode';
import type { Log } from '../../engine.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { onDidChangeSetting, readSetting } from '../adapters/settings.ts';
import { isJobFile } from '../jobFilePattern.ts';
import type { ModelList } from '../models/modelList.ts';
import type { Parts } from '../parts.ts';
import { runInBackground } from '../runInBackground.ts';
import type { LanguageHost } from './languageHost.ts';
import { registerProblemPages } from './problemPage.ts';

export interface LanguagePorts {
  readonly parts: Pick<Parts, 'providers'>;
  readonly language: LanguageHost;
  readonly engineHost: EngineHost;
  readonly models: Pick<ModelList, 'onDidChange'>;
  readonly log: Pick<Log, 'error'>;
}

/** IntelliSense: its providers are loaded and registered with the first job file that is opened. */
export function registerLanguage({ parts, language, engineHost, models, log }: LanguagePorts): vscode.Disposable {
  const { workspace } = vscode;
  const reset = (): void => language.reset();
  let providers: vscode.Disposable | undefined;
  let isWanted = false;
  let isDisposed = false;

  const load = async (): Promise<void> => {
    const world = await language.world();
    const { registerProviders } = await parts.providers();
    if (isDisposed) return;
    providers = registerProviders({ language, world, engineHost, settings: { readSetting, onDidChangeSetting } });
  };
  const start = (document: vscode.TextDocument): void => {
    if (isWanted || isDisposed || !isJobFile(document.uri)) return;
    isWanted = true;
    const loading = load().catch((error: unknown) => {
      // The next document tries again.
      isWanted = false;
      throw error;
    });
    runInBackground(loading, log);
  };
  // After `activate` has returned: a window that opens with a job file should not wait for it.
  const first = setImmediate(() => workspace.textDocuments.forEach(start));
  const subscriptions = vscode.Disposable.from(
    registerProblemPages(language),
    workspace.onDidOpenTextDocument(start),
    onDidChangeSetting(['strict', 'envAllow', 'budgetRunUsd', 'profiles'], reset),
    models.onDidChange(reset),
    workspace.onDidGrantWorkspaceTrust(reset),
    workspace.onDidChangeWorkspaceFolders(reset),
  );
  return new vscode.Disposable(() => {
    isDisposed = true;
    clearImmediate(first);
    subscriptions.dispose();
    providers?.dispose();
  });
}
