import * as vscode from 'vscode';
import type { Log } from '../../../engine/index.ts';
import type { AccountReader } from '../../account/accountReader.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import { createAsk } from '../ask.ts';
import type { LanguageHost } from '../languageHost.ts';
import { type CodeLensSettings, createCodeLensProvider } from '../lens/codeLens.ts';
import { createMargin } from '../lens/margin.ts';
import { createResultReader } from '../lens/resultReader.ts';
import { createStatusReader } from '../lens/statusReader.ts';
import type { World } from '../world.ts';
import { actionMetadata, createActionProvider } from './actions.ts';
import { completionTriggers, createCompletionProvider } from './completion.ts';
import { registerDocumentProviders, createSignatureProvider, signatureTriggers } from './documentProviders.ts';
import { createHoverProvider } from './hover.ts';
import { createInputProvider, dropMetadata, pasteMetadata } from './inputs.ts';
import { createDefinitionProvider, createReferenceProvider, createRenameProvider } from './names.ts';

/** What the providers need. */
interface ProviderPorts {
  readonly jobFiles: Pick<JobFiles, 'has'>;
  readonly language: LanguageHost;
  readonly world: World;
  readonly engineHost: EngineHost;
  readonly account: AccountReader;
  readonly settings: CodeLensSettings;
  /** Folder with the icons of the extension. */
  readonly media: vscode.Uri;
  readonly log: Log;
}

/**
 * IntelliSense for job files and for nothing else: every provider is bound to their name, and `ask` returns nothing for
 * a file of another tool.
 */
export function registerProviders({
  jobFiles,
  language,
  world,
  engineHost,
  account,
  settings,
  media,
  log,
}: ProviderPorts): vscode.Disposable {
  const selector = jobFileSelector;
  const ask = createAsk(language);
  const readNewest = createResultReader(engineHost);
  const visible = (): readonly string[] =>
    vscode.window.visibleTextEditors.flatMap(({ document }) => (jobFiles.has(document) ? [document.uri.fsPath] : []));
  const statuses = createStatusReader(engineHost, visible);
  const codeLens = createCodeLensProvider(ask, { jobFiles, statuses, readNewest, account, settings });
  const inputs = createInputProvider(ask);
  return vscode.Disposable.from(
    statuses,
    vscode.window.onDidChangeVisibleTextEditors(() => statuses.look()),
    createMargin({ ask, jobFiles, statuses, readNewest, media, log }),
    codeLens,
    vscode.languages.registerCompletionItemProvider(
      selector,
      createCompletionProvider(ask, { jobFiles, world }),
      ...completionTriggers,
    ),
    vscode.languages.registerHoverProvider(selector, createHoverProvider(ask, { world, statuses, readNewest })),
    vscode.languages.registerSignatureHelpProvider(selector, createSignatureProvider(ask), ...signatureTriggers),
    vscode.languages.registerCodeActionsProvider(selector, createActionProvider(ask), actionMetadata),
    vscode.languages.registerDefinitionProvider(selector, createDefinitionProvider(ask, world)),
    vscode.languages.registerReferenceProvider(selector, createReferenceProvider(ask)),
    vscode.languages.registerRenameProvider(selector, createRenameProvider(ask, jobFiles)),
    registerDocumentProviders(ask, { language, world }),
    vscode.languages.registerCodeLensProvider(selector, codeLens),
    vscode.languages.registerDocumentDropEditProvider(selector, inputs, dropMetadata),
    vscode.languages.registerDocumentPasteEditProvider(selector, inputs, pasteMetadata),
  );
}
