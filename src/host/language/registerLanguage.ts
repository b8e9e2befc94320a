import * as vscode from 'vscode';
import { onDidChangeSetting } from '../adapters/settings.ts';
import type { JobFiles } from '../jobFiles/jobFiles.ts';
import type { ModelList } from '../models/modelList.ts';
import { runInBackground } from '../runInBackground.ts';
import { registerProblemPages } from './problemPage.ts';
import type { ProviderPorts, registerProviders } from './providers/registerProviders.ts';

interface LanguagePorts extends Omit<ProviderPorts, 'world' | 'icons'> {
  readonly loadProviders: () => Promise<{ readonly registerProviders: typeof registerProviders }>;
  readonly jobFiles: JobFiles;
  readonly models: Pick<ModelList, 'onDidChange'>;
  readonly extensionUri: vscode.Uri;
}

/** IntelliSense: its providers are loaded and registered with the first job file that is opened. */
export function registerLanguage({ loadProviders, models, extensionUri, ...ports }: LanguagePorts): vscode.Disposable {
  const { jobFiles, language, log } = ports;
  const reset = (): void => language.reset();
  let providers: vscode.Disposable | undefined;
  let isWanted = false;
  let isDisposed = false;
  const icons = vscode.Uri.joinPath(extensionUri, 'dist/gutter');

  const load = async (): Promise<void> => {
    const world = await language.world();
    const { registerProviders } = await loadProviders();
    if (isDisposed) return;
    providers?.dispose();
    providers = registerProviders({ ...ports, world, icons });
  };
  const start = (): void => {
    if (isWanted || jobFiles.open().length === 0) return;
    isWanted = true;
    const loading = load().catch((error: unknown) => {
      // The next job file tries again.
      isWanted = false;
      throw error;
    });
    runInBackground(loading, log);
  };
  // Loads in its own turn of the event loop, so that nothing else waits for it in a window that opens with a job file.
  const first = setImmediate(start);
  const subscriptions = vscode.Disposable.from(
    registerProblemPages(extensionUri),
    jobFiles.onDidChange(start),
    // VS Code queries new providers again, also for documents that have not changed.
    onDidChangeSetting(['filesExclude'], () => {
      if (providers) runInBackground(load(), log);
    }),
    onDidChangeSetting(['strict', 'envAllow', 'budgetRunUsd', 'profiles'], reset),
    models.onDidChange(reset),
    vscode.workspace.onDidGrantWorkspaceTrust(reset),
    vscode.workspace.onDidChangeWorkspaceFolders(reset),
  );
  return new vscode.Disposable(() => {
    isDisposed = true;
    clearImmediate(first);
    subscriptions.dispose();
    providers?.dispose();
  });
}
