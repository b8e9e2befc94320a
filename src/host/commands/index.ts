import * as vscode from 'vscode';
import type { Engine, Log } from '../../engine/index.ts';
import { commands, type CommandId } from '../ids.ts';
import { l10n } from '../l10n.ts';
import { showMessage } from '../message.ts';
import type { Services } from '../services.ts';
import { createAssetHandlers } from './assets/assetHandlers.ts';
import { UserError } from './errors.ts';
import { createExportHandlers } from './export/exportHandlers.ts';
import { createSchemaHandler } from './schemaHandler.ts';
import { createGenerateHandlers } from './generate/generateHandlers.ts';
import { guardHandler, type GuardPorts } from './guard.ts';
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

/** Shows the user a sentence and writes the stack to the log. */
function createErrorReport(log: Log): GuardPorts {
  const note: GuardPorts['note'] = (id, error) =>
    log.error(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return {
    note,
    report(id, error) {
      if (error instanceof UserError) {
        showMessage(error.kind, { text: error.message, actions: error.actions }, log);
        return;
      }
      note(id, error);
      const reason = error instanceof Error ? error.message : String(error);
      const text = l10n.t('Genwright could not finish this: {reason}', { reason });
      const showLog = { title: l10n.t('Show Log'), command: commands.showLog };
      showMessage('error', { text, actions: [showLog] }, log);
    },
  };
}
