import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { messageOf, redact } from './core/support/text/redact.ts';
import { createAccountReader } from './host/account/accountReader.ts';
import { registerAccountTree } from './host/account/accountTree.ts';
import { createBalanceStore } from './host/account/balanceStore.ts';
import { createConsents } from './host/adapters/consents.ts';
import { createEngineHost } from './host/adapters/engineHost.ts';
import { readEngineSettings, readNetworkSettings } from './host/adapters/settings.ts';
import { createKeyStore } from './host/adapters/keyStore.ts';
import { createLogChannel, type LogChannel } from './host/adapters/log.ts';
import { openProfile, createProfiles } from './host/adapters/profiles.ts';
import { createSandboxHost, readDeveloperOptions } from './host/adapters/sandboxHost.ts';
import type { Services } from './host/commands/services.ts';
import { createJobFiles } from './host/jobFiles/jobFiles.ts';
import { readOpenFolders, registerFolderChanges, registerRenames } from './host/jobFiles/openFolders.ts';
import { registerCommands } from './host/registerCommands.ts';
import { registerDiagnostics } from './host/language/diagnostics.ts';
import { createLanguageHost } from './host/language/languageHost.ts';
import { registerLanguage } from './host/language/registerLanguage.ts';
import { registerWordWrap } from './host/language/wordWrap.ts';
import { registerMarkDecorations } from './host/marks/registerMarkDecorations.ts';
import { createModelList } from './host/models/modelList.ts';
import { registerModelTree } from './host/models/modelTree.ts';
import { registerIndexUpdates } from './host/models/registerIndexUpdates.ts';
import { parts } from './host/parts.ts';
import { registerPreview } from './host/preview/registerPreview.ts';
import { l10n } from './host/ui/l10n.ts';
import { showMessage } from './host/ui/message.ts';
import { createReadOnlyTexts } from './host/ui/readOnlyTexts.ts';
import { registerResultMenus } from './host/results/registerResultMenus.ts';
import { createResultFiles } from './host/results/resultFiles.ts';
import { createWalkthrough } from './host/commands/newJobFile/walkthrough.ts';
import { registerStatusBar } from './host/tasks/statusBar.ts';
import { registerKeyChanges } from './host/tasks/keyChanges.ts';
import { registerTaskTree } from './host/tasks/taskTree.ts';
import { registerExpiry, warnOfBudget, warnOfRunsFile, warnOfUnwritten } from './host/tasks/warn.ts';

/** Ends what this window has begun. A module variable, because VS Code passes nothing to `deactivate`. */
let close: () => Promise<void> = () => Promise.resolve();

/**
 * VS Code waits for this for about 5 s. It disposes the subscriptions at the same time, so what is needed here is not
 * among them.
 */
export async function deactivate(): Promise<void> {
  await close();
}

/**
 * Registers the commands. VS Code waits for this in each window, so all else follows in the next turn of the event loop, or
 * is awaited by the first command.
 */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLogChannel(redact);
  let isDisposed = false;
  const opened = nextTurn().then(() => {
    // What is registered after VS Code has disposed the subscriptions would stay.
    if (isDisposed) throw new vscode.CancellationError();
    return openWindow(context, log);
  });
  opened.catch((error: unknown) => {
    if (!isDisposed) report(error, log);
  });
  const commands = registerCommands(async () => (await parts.host()).createCommandHandlers(await opened));
  context.subscriptions.push(commands, { dispose: () => (isDisposed = true) });
}

/** Without an error in `activate`, VS Code does not tell the user. */
function report(error: unknown, log: LogChannel): void {
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const reason = messageOf(error);
  const text = l10n.t('Internal error in Genwright: {reason}. See the log for details.', { reason });
  showMessage('error', { text }, log);
}

/** Returns the disposable, which ends with the window. */
type Own = <D extends vscode.Disposable>(disposable: D) => D;

/**
 * Builds the adapters and services, and registers: nothing is loaded, read or awaited here. What listens to the engine
 * comes before what VS Code can call, because that may load the engine.
 */
function openWindow(context: vscode.ExtensionContext, log: LogChannel): Services {
  const own: Own = (disposable) => {
    context.subscriptions.push(disposable);
    return disposable;
  };
  const base = openBase(context, log, own);
  const { profiles, engineHost, account, models } = base;
  const language = own(
    createLanguageHost({
      ...base,
      loadLanguage: parts.language,
      loadProviders: parts.host,
      models: () => models.index(),
      typicalCost: (model, profile) =>
        account.current()?.estimateModel(model, profile ?? profiles.selectedName()) ?? null,
      profiles: () => profiles.list().map(({ name }) => name),
    }),
  );
  const diagnostics = own(registerDiagnostics({ ...base, language }));
  own(registerLanguage({ ...base, language, loadProviders: parts.host }));
  own(registerWordWrap({ ...base, state: context.workspaceState }));
  const texts = own(createReadOnlyTexts());
  const taskTree = own(registerTaskTree(engineHost, account));
  own(registerModelTree(base));
  own(registerAccountTree(base));
  const resultFiles = own(createResultFiles());
  const preview = own(registerPreview(parts.host, { ...base, language, resultFiles }));
  own(registerMarkDecorations({ ...base, resultFiles }));
  const resultMenus = own(registerResultMenus({ resultFiles, log }));
  own(registerRenames({ ...base, resultMenus }));
  engineHost.resume().catch((error: unknown) => log.error(`Unfinished tasks cannot be resumed now: ${String(error)}`));
  const consents = createConsents(context.globalState, log);
  return { ...base, language, diagnostics, texts, taskTree, preview, consents };
}

/** Builds the engine and what listens to it. */
function openBase(context: vscode.ExtensionContext, log: LogChannel, own: Own) {
  const { extensionUri } = context;
  const storage = context.globalStorageUri.fsPath;
  const jobFiles = own(createJobFiles(log));
  const profiles = own(createProfiles());
  const keyStore = own(createKeyStore(context.secrets));
  const isDevelopment = context.extensionMode === vscode.ExtensionMode.Development;
  const sandbox = createSandboxHost(parts.sandbox, {
    dataDir: join(storage, 'sandbox'),
    ...(isDevelopment ? readDeveloperOptions(process.env) : {}),
  });
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
  const balance = own(createBalanceStore(engineHost, profiles, keyStore));
  const account = own(createAccountReader(engineHost, log));
  const models = own(createModelList({ loadLanguage: parts.language, engineHost, profiles }));
  const walkthrough = own(createWalkthrough(engineHost));
  const base = { extensionUri, log, jobFiles, profiles, keyStore, engineHost, balance, account, models, walkthrough };
  own(registerIndexUpdates({ ...base, loadLanguage: parts.language }));
  own(registerKeyChanges(base));
  own(registerExpiry(engineHost, log));
  own(registerFolderChanges(base));
  own(registerStatusBar(base));
  return base;
}
