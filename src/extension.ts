import { join } from 'node:path';
import type * as vscode from 'vscode';
import { redact } from './core/support/text/redact.ts';
import { createAccountReader } from './host/account/accountReader.ts';
import { registerAccountTree } from './host/account/accountTree.ts';
import { createBalanceStore } from './host/account/balanceStore.ts';
import { warnOfBudget } from './host/account/warnOfBudget.ts';
import { createConsents } from './host/adapters/consents.ts';
import { createEngineHost } from './host/adapters/engineHost.ts';
import { readEngineSettings, readNetworkSettings } from './host/adapters/engineSettings.ts';
import { createKeyStore } from './host/adapters/keyStore.ts';
import { createLogChannel } from './host/adapters/log.ts';
import { openProfile } from './host/adapters/openProfile.ts';
import { createProfiles } from './host/adapters/profiles.ts';
import { registerRenames } from './host/adapters/renames.ts';
import { createSandboxHost } from './host/adapters/sandboxHost.ts';
import { readOpenFolders, registerFolderChanges } from './host/adapters/openFolders.ts';
import { createWindowJobFiles } from './host/jobFiles/createWindowJobFiles.ts';
import { registerDiagnostics } from './host/language/diagnostics.ts';
import { createLanguageHost } from './host/language/languageHost.ts';
import { registerLanguage } from './host/language/registerLanguage.ts';
import { registerMarkDecorations } from './host/marks/registerMarkDecorations.ts';
import { createModelList } from './host/models/modelList.ts';
import { registerModelTree } from './host/models/modelTree.ts';
import { registerIndexUpdates } from './host/models/registerIndexUpdates.ts';
import { parts } from './host/parts/parts.ts';
import { registerPreview } from './host/preview/registerPreview.ts';
import { createReadOnlyTexts } from './host/readOnlyTexts.ts';
import { registerCommands } from './host/registerCommands.ts';
import { registerResultFiles } from './host/results/registerResultFiles.ts';
import { createWalkthrough } from './host/walkthrough.ts';
import { registerStatusBar } from './host/statusBar.ts';
import { registerExpiry } from './host/tasks/expiry.ts';
import { registerKeyChanges } from './host/tasks/keyChanges.ts';
import { registerTaskTree } from './host/tasks/taskTree.ts';
import { warnOfRunsFile, warnOfUnwritten } from './host/tasks/warn.ts';

/** Ends what this window has begun. A module variable, because VS Code passes nothing to `deactivate`. */
let close: () => Promise<void> = () => Promise.resolve();

/**
 * VS Code waits for this for about 5 s. It disposes the subscriptions at the same time, so what is needed here is not
 * among them.
 */
export async function deactivate(): Promise<void> {
  await close();
}

/** Builds the adapters and services, registers, and returns: nothing is loaded, read or awaited here. */
export function activate(context: vscode.ExtensionContext): void {
  const own = <D extends vscode.Disposable>(disposable: D): D => {
    context.subscriptions.push(disposable);
    return disposable;
  };
  const storage = context.globalStorageUri.fsPath;
  const log = createLogChannel(redact);
  const jobFiles = own(createWindowJobFiles(log));
  const profiles = own(createProfiles());
  const keyStore = own(createKeyStore(context.secrets));
  const sandbox = createSandboxHost(parts.sandbox, join(storage, 'sandbox'));
  const engineHost = createEngineHost({
    loadEngine: parts.engine,
    storageDir: join(storage, 'journal'),
    modelsDir: join(storage, 'models'),
    folders: () => readOpenFolders(jobFiles),
    version: String(context.extension.packageJSON.version),
    openProfile: (name) => openProfile(name, { profiles, keyStore, sandbox }),
    settings: readEngineSettings,
    network: readNetworkSettings,
    onNearBudget: (nearBudget) => warnOfBudget(nearBudget, log),
    onRunsFileBlocked: (failure) => warnOfRunsFile(failure, log),
    onUnwritten: (task) => warnOfUnwritten(task, log),
    log,
  });
  close = async () => {
    await engineHost.close();
    sandbox.dispose();
    log.dispose();
  };
  const balance = own(createBalanceStore(engineHost, { profiles, keyStore }));
  const account = own(createAccountReader(engineHost, log));
  const models = own(createModelList({ loadLanguage: parts.language, engineHost, profiles }));
  const language = own(
    createLanguageHost({
      loadLanguage: parts.language,
      loadProviders: parts.providers,
      jobFiles,
      models: () => models.index(),
      typicalCost: (model, profile) =>
        account.current()?.estimateModel(model, profile ?? profiles.selectedName()) ?? null,
      profiles: () => profiles.list().map(({ name }) => name),
      log,
    }),
  );
  const diagnostics = own(registerDiagnostics({ language, jobFiles, log }));
  const { onDidChangeTask, onDidChangeForeignTasks } = engineHost;
  const { extensionUri } = context;
  const preview = own(
    registerPreview(parts.previewHost, {
      jobFiles,
      engine: () => engineHost.engine(),
      tasks: () => engineHost.allTasks(),
      onDidChangeTask,
      onDidChangeForeignTasks,
      log,
      extensionUri,
    }),
  );
  const texts = own(createReadOnlyTexts());

  const taskTree = own(registerTaskTree({ engineHost, account }));
  const walkthrough = own(createWalkthrough(engineHost));
  const consents = createConsents(context.globalState, log);
  const services = {
    log,
    profiles,
    keyStore,
    engineHost,
    jobFiles,
    language,
    diagnostics,
    models,
    balance,
    account,
    texts,
    preview,
    taskTree,
    walkthrough,
    consents,
  };
  own(registerCommands(parts.commands, services));
  own(
    registerLanguage({
      loadProviders: parts.providers,
      jobFiles,
      language,
      engineHost,
      account,
      models,
      extensionUri,
      log,
    }),
  );
  own(registerModelTree({ models, account, profiles, log }));
  own(registerIndexUpdates({ models, profiles, engineHost, jobFiles, loadLanguage: parts.language, log }));
  own(registerAccountTree({ profiles, keyStore, account, balance }));
  own(registerStatusBar({ engineHost, balance, profiles, jobFiles }));
  own(registerKeyChanges({ engineHost, keyStore, profiles, log }));
  own(registerExpiry({ engineHost, log }));
  own(registerFolderChanges({ engineHost, jobFiles, log }));
  own(registerRenames({ engineHost, jobFiles, log }));
  // VS Code waits until the activation returns. Badges, result files and unfinished tasks may start a moment later.
  const later = setImmediate(() => {
    own(registerMarkDecorations({ engineHost, log }));
    own(registerResultFiles(log));
    engineHost
      .resume()
      .catch((error: unknown) => log.error(`Unfinished tasks cannot be resumed now: ${String(error)}`));
  });
  own({ dispose: () => clearImmediate(later) });
}
