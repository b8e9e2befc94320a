import * as vscode from 'vscode';
import type { Log } from '../../../engine/index.ts';
import type { AccountReader } from '../../account/accountReader.ts';
import type { EngineHost } from '../../adapters/engineHost.ts';
import { jobFileSelector } from '../../jobFiles/jobFilePattern.ts';
import type { JobFiles } from '../../jobFiles/jobFiles.ts';
import type { LanguageHost } from '../languageHost.ts';
import { createCodeLensProvider } from '../lens/codeLens.ts';
import { createMargin } from '../lens/margin.ts';
import { createStatusReader } from '../lens/statusReader.ts';
import type { World } from '../world.ts';
import { registerActions } from './actions.ts';
import { registerCompletion } from './completion.ts';
import { registerDocumentProviders } from './documentProviders.ts';
import { registerHover } from './hover.ts';
import { registerInputs } from './inputs.ts';
import { registerNames } from './names.ts';

export interface ProviderPorts {
  readonly jobFiles: Pick<JobFiles, 'has'>;
  readonly language: LanguageHost;
  readonly world: World;
  readonly engineHost: EngineHost;
  readonly account: AccountReader;
  /** Folder with the icons of the extension. */
  readonly icons: vscode.Uri;
  readonly log: Log;
}

/**
 * IntelliSense for job files and for nothing else: every provider is bound to their name, and `ask` returns nothing for
 * a file of another tool.
 */
export function registerProviders(ports: ProviderPorts): vscode.Disposable {
  const { jobFiles, language, world, engineHost, account } = ports;
  const { ask } = language;
  const visible = (): readonly string[] =>
    vscode.window.visibleTextEditors.flatMap(({ document }) => (jobFiles.has(document) ? [document.uri.fsPath] : []));
  const statuses = createStatusReader(engineHost, visible);
  const codeLens = createCodeLensProvider(ask, { jobFiles, statuses, account });
  return vscode.Disposable.from(
    statuses,
    vscode.window.onDidChangeVisibleTextEditors(() => statuses.look()),
    createMargin({ ...ports, ask, statuses }),
    codeLens,
    vscode.languages.registerCodeLensProvider(jobFileSelector, codeLens),
    registerCompletion(ask, { jobFiles, world }),
    registerHover(ask, { world, statuses }),
    registerActions(ask),
    registerNames(ask, { jobFiles, world }),
    registerInputs(ask),
    registerDocumentProviders(language, world),
  );
}
