import type { CommandId } from '../ids.ts';
import type { Services } from './services.ts';
import { createAssetHandlers } from './assets/assetHandlers.ts';
import { createExportHandlers } from './export/exportHandlers.ts';
import { createGenerateHandlers } from './generate/generateHandlers.ts';
import { guardHandler, type CommandHandler } from './guard.ts';
import { createNewJobFileHandler } from './newJobFile/newJobFile.ts';
import { createProfileHandlers } from './profiles/profileHandlers.ts';
import { createRecallHandlers } from './recall/recallHandlers.ts';
import { createModelHandlers } from './models/modelHandlers.ts';
import { createRequestHandlers } from './request/requestHandlers.ts';
import { createCombinationHandlers } from './results/combinationHandlers.ts';
import { createMarkHandlers } from './results/markHandlers.ts';
import { createResultHandlers } from './results/resultHandlers.ts';
import { createSearchHandlers } from './search/searchHandlers.ts';
import { createRunHandlers } from './tasks/runHandlers.ts';
import { createTaskHandlers } from './tasks/taskHandlers.ts';
import { guardEngine } from './trust.ts';
import { createViewHandlers } from './view/viewHandlers.ts';

/** One handler for each command. The type ensures that none is forgotten. */
export type CommandHandlers = Readonly<Record<CommandId, CommandHandler>>;

export function createCommandHandlers(given: Services): CommandHandlers {
  const engine = async () => guardEngine(await given.engineHost.engine());
  const services = { ...given, engineHost: { ...given.engineHost, engine } };
  const handlers: CommandHandlers = {
    ...createGenerateHandlers(services),
    ...createAssetHandlers(services),
    ...createNewJobFileHandler(services),
    ...createModelHandlers(services),
    ...createProfileHandlers(services),
    ...createTaskHandlers(services),
    ...createRunHandlers(services),
    ...createSearchHandlers(services),
    ...createExportHandlers(services),
    ...createViewHandlers(services),
    ...createRequestHandlers(services),
    ...createRecallHandlers(services),
    ...createMarkHandlers(services),
    ...createCombinationHandlers(services),
    ...createResultHandlers(services),
  };
  const guarded = Object.entries(handlers).map(([id, run]) => [id, guardHandler(id as CommandId, run, given.log)]);
  return Object.fromEntries(guarded) as CommandHandlers;
}
