import * as vscode from 'vscode';
import type { Engine } from '../../engine/index.ts';
import type { CommandId } from '../ids.ts';
import { l10n } from '../ui/l10n.ts';
import type { Services } from './services.ts';
import { createAssetHandlers } from './assets/assetHandlers.ts';
import { createExportHandlers } from './export/exportHandlers.ts';
import { createSchemaHandler } from './schemaHandler.ts';
import { createGenerateHandlers } from './generate/generateHandlers.ts';
import { createErrorReport, guardHandler } from './guard.ts';
import type { CommandHandler, CommandHandlers } from './handlers.ts';
import { createNewJobFileHandler } from './newJobFile.ts';
import { createKeyPrompt } from './profiles/keyPrompt.ts';
import { createProfileHandlers } from './profiles/profileHandlers.ts';
import { createRecallHandlers } from './recall/recallHandlers.ts';
import { createRefreshHandler } from './refreshHandler.ts';
import { createRequestHandlers } from './request/requestHandlers.ts';
import { createCombinationHandlers } from './results/combinationHandlers.ts';
import { createCompareHandlers } from './results/compareHandlers.ts';
import { createDeleteHandlers } from './results/deleteHandlers.ts';
import { createInputHandlers } from './results/inputHandlers.ts';
import { createMarkHandlers } from './results/markHandlers.ts';
import { createSearchHandlers } from './search/searchHandlers.ts';
import { createRunHandlers } from './tasks/runHandlers.ts';
import { createTaskHandlers } from './tasks/taskHandlers.ts';
import { createTrustRequirement, guardCommand, guardEngine } from './trust.ts';
import { createViewHandlers } from './viewHandlers.ts';

export type { CommandHandlers } from './handlers.ts';

/** Every command of the manifest. They are a separate part, because they are not needed before the first command. */
export function createCommandHandlers(given: Services): CommandHandlers {
  const { engineHost } = given;
  const requireTrust = createTrustRequirement(() => vscode.workspace.isTrusted, l10n);
  const engine = async (): Promise<Engine> => guardEngine(await engineHost.engine(), requireTrust);
  const services = { ...given, engineHost: { ...engineHost, engine } };
  const keyPrompt = createKeyPrompt(services.profiles, services.keyStore);
  const handlers: CommandHandlers = {
    ...createGenerateHandlers(services, keyPrompt),
    ...createAssetHandlers(services),
    ...createNewJobFileHandler(services),
    ...createRefreshHandler(services),
    ...createSchemaHandler(services),
    ...createProfileHandlers(services, keyPrompt),
    ...createTaskHandlers(services),
    ...createRunHandlers(services),
    ...createSearchHandlers(services),
    ...createExportHandlers(services),
    ...createViewHandlers(services),
    ...createRequestHandlers(services),
    ...createRecallHandlers(services),
    ...createMarkHandlers(services),
    ...createCompareHandlers(services),
    ...createDeleteHandlers(services),
    ...createCombinationHandlers(services),
    ...createInputHandlers(services),
  };
  const report = createErrorReport(services.log);
  const guarded = Object.entries(handlers).map(([id, run]): [string, CommandHandler] => [
    id,
    guardHandler(id as CommandId, guardCommand(id as CommandId, run, requireTrust), report),
  ]);
  return Object.fromEntries(guarded) as CommandHandlers;
}
