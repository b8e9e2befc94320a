import { join } from 'node:path';
import type * as vscode from 'vscode';
import { redact } from './core/support/redact.ts';
import { actionsOf } from './core/task/actionsOf.ts';
import { registerAccountTree } from './host/account/accountTree.ts';
import { createBalanceStore } from './host/account/balanceStore.ts';
import { warnOfBudget } from './host/account/warnOfBudget.ts';
import { createEngineHost } from './host/adapters/engineHost.ts';
import { readEngineSettings, readNetworkSettings } from './host/adapters/engineSettings.ts';
import { createKeyStore } from './host/adapters/keyStore.ts';
import { createLogChannel } from './host/adapters/log.ts';
import { openProfile } from './host/adapters/openProfile.ts';
import { createProfiles } from './host/adapters/profiles.ts';
import { createSandboxHost } from './host/adapters/sandboxHost.ts';
import { readOpenFolders, registerFolderChanges } from './host/adapters/workspaceFolders.ts';
import { registerDiagnostics } from './host/language/diagnostics.ts';
import { createLanguageHost } from './host/language/languageHost.ts';
import { registerLanguage } from './host/language/registerLanguage.ts';
import { createModelList } from './host/models/modelList.ts';
import { registerIndexUpdates } from './host/models/registerIndexUpdates.ts';
import { registerModelTree } from './host/models/modelTree.ts';
import { parts } from './host/parts.ts';
import { registerPreview } from './host/preview/registerPreview.ts';
import { createReadOnlyTexts } from './host/readOnlyTexts.ts';
import { registerCommands } from './host/registerCommands.ts';
import { registerStatusBar } from './host/statusBar.ts';
import { registerExpiry } from './host/tasks/expiry.ts';
import { registerKeyChanges } from './host/tasks/keyChanges.ts';
import { registerTaskTree } from './host/tasks/taskTree.ts';

/** Builds the adapters and services, registers, and returns: nothing is loaded, read or awaited here. */
export function activate(context: vscode.ExtensionContext): void {
  const own = <D extends vscode.Disposable>(disposable: D): D => {
    context.subscriptions.push(disposable);
    return disposable;
  };
  const storage = context.globalStorageUri.fsPath;
  const log = own(createLogChannel(redact));
  const profiles = own(createProfiles());
  const keyStore = own(createKeyStore(context.secrets));
  const sandbox = own(createSandboxHost(parts, join(storage, 'sandbox')));
  const engineHost = own(
    createEngineHost({
      parts,
      storageDir: join(storage, 'journal'),
      modelsDir: join(storage, 'models'),
      folders: readOpenFolders,
      version: String(context.extension.packageJSON.version),
      openProfile: (name) => openProfile(name, { profiles, keyStore, sandbox }),
      settings: readEngineSettings,
      network: readNetworkSettings,
      onNearBudget: (news) => warnOfBudget(news, log),
      log,
    }),
  );
  const balance = own(createBalanceStore(engineHost, { profiles, keyStore }));
  const models = own(createModelList({ parts, engineHost, profiles }));
  const language = own(
    createLanguageHost({
      parts,
      models: () => models.index(),
      tasks: () => engineHost.tasks(),
      profiles: () => profiles.list().map(({ name }) => name),
      log,
    }),
  );
  const diagnostics = own(registerDiagnostics(language, log));
  const { onDidChangeTask, onDidChangeElsewhere } = engineHost;
  const { extensionUri } = context;
  const preview = own(
    registerPreview(parts, {
      engine: () => engineHost.engine(),
      tasks: () => engineHost.allTasks(),
      onDidChangeTask,
      onDidChangeElsewhere,
      log,
      extensionUri,
    }),
  );
  const texts = own(createReadOnlyTexts());

  const services = { log, profiles, keyStore, engineHost, language, diagnostics, models, balance, texts, preview };
  own(registerCommands(parts, services));
  own(registerLanguage({ parts, language, engineHost, models, log }));
  own(registerTaskTree({ engineHost, actionsOf }));
  own(registerModelTree({ models, engineHost, log }));
  own(registerIndexUpdates({ models, profiles, engineHost, parts, log }));
  own(registerAccountTree({ profiles, keyStore, engineHost, balance }));
  own(registerStatusBar({ engineHost, balance, profiles }));
  own(registerKeyChanges({ engineHost, keyStore, profiles, log }));
  own(registerExpiry({ engineHost, log }));
  own(registerFolderChanges(engineHost, log));
  engineHost.resume().catch((error: unknown) => log.error(`Unfinished tasks wait: ${String(error)}`));
}
