import { sendsRequest } from '../../core/task/model/taskStates.ts';
import type { Assets, Engine } from '../../engine/index.ts';
import { commands, type CommandId } from '../ids.ts';
import type { L10n } from '../ui/l10n.ts';
import { UserError } from './errors.ts';
import type { CommandHandler } from './handlers.ts';

/**
 * Whether a command is refused in Restricted Mode before it does anything, because it always sends a request that may
 * cost money. A command that sends only some of the time is stopped by `guardEngine`.
 */
export const needsTrust: Readonly<Record<CommandId, boolean>> = {
  [commands.generate]: true,
  [commands.generateAtCursor]: true,
  [commands.assetRegister]: true,
  [commands.taskRetry]: true,
  [commands.taskResubmit]: true,
  [commands.runRetryFailed]: true,
  [commands.newJobFile]: false,
  [commands.connect]: false,
  [commands.setApiKey]: false,
  [commands.removeApiKey]: false,
  [commands.selectProfile]: false,
  [commands.showBalance]: false,
  [commands.previewResults]: false,
  [commands.showContactSheet]: false,
  [commands.showRequest]: false,
  [commands.copyRequestAsCurl]: false,
  [commands.recallJob]: false,
  [commands.applyRecall]: false,
  [commands.markResult]: false,
  [commands.undoMark]: false,
  [commands.compareResults]: false,
  [commands.deleteResult]: false,
  [commands.promoteResult]: false,
  [commands.excludeResults]: false,
  [commands.copyAsJob]: false,
  [commands.useAsInput]: false,
  [commands.refreshModels]: false,
  [commands.searchResults]: false,
  [commands.exportContactSheet]: false,
  [commands.exportSchema]: false,
  [commands.foldPrompts]: false,
  [commands.explainProblem]: false,
  [commands.assetList]: false,
  [commands.assetCopyId]: false,
  [commands.showLog]: false,
  [commands.saveAll]: false,
  [commands.showTasks]: false,
  [commands.manageRuns]: false,
  [commands.stopRun]: false,
  [commands.runResumeAll]: false,
  [commands.runClearFinished]: false,
  [commands.taskPreview]: false,
  [commands.taskCancel]: false,
  [commands.taskStopWatching]: false,
  [commands.taskResume]: false,
  [commands.taskDismiss]: false,
  [commands.taskSaveAgain]: false,
  [commands.taskCopyId]: false,
  [commands.taskOpenJobFile]: false,
  [commands.taskRemove]: false,
  [commands.taskLocateFolder]: false,
  [commands.taskSaveTo]: false,
};

/** Throws unless the workspace is trusted. */
type RequireTrust = () => void;

/** VS Code does not ask for trust when a command runs, so the message offers to trust the folder. */
export function createTrustRequirement(isTrusted: () => boolean, l10n: L10n): RequireTrust {
  return () => {
    if (isTrusted()) return;
    const text = l10n.t(
      'In Restricted Mode, Genwright starts no new requests, not even in the sandbox. Trust this folder to continue.',
    );
    throw new UserError(text, [{ title: l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' }]);
  };
}

/** Returns the command, which is refused before it begins if `needsTrust` says so. */
export function guardCommand(id: CommandId, run: CommandHandler, requireTrust: RequireTrust): CommandHandler {
  if (!needsTrust[id]) return run;
  return (...args) => {
    requireTrust();
    return run(...args);
  };
}

/** The members of the engine that cost nothing. Any other member does not compile until `guardEngine` guards it. */
type FreeOfCharge =
  | 'onDidChangeTask'
  | 'onDidRemoveTask'
  | 'tasks'
  | 'plan'
  | 'resume'
  | 'stopRun'
  | 'rename'
  | 'locateFolder'
  | 'saveTo'
  | 'readForeignTasks'
  | 'watchForeignTasks'
  | 'readAccount'
  | 'ended'
  | 'keyChanged'
  | 'readBalance'
  | 'checkGateway'
  | 'readRuns'
  | 'searchRuns'
  | 'readMarks'
  | 'mark'
  | 'thumbnails'
  | 'readCodecs'
  | 'findOpenable'
  | 'models'
  | 'close'
  | 'dispose';

/** Leaves out members, each of which must exist, so that the list of free members has no outdated name. */
type Guarded<Guardable, Free extends keyof Guardable> = Omit<Guardable, Free>;

/** The engine for commands. Whichever command uses it, nothing that can cost money is sent without trust. */
export function guardEngine(engine: Engine, requireTrust: RequireTrust): Engine {
  const guarded: Guarded<Engine, FreeOfCharge> = {
    async generate(...args) {
      requireTrust();
      return engine.generate(...args);
    },
    start(run) {
      requireTrust();
      return engine.start(run);
    },
    async act(id, action) {
      const task = engine.tasks().find((each) => each.id === id);
      if (task && sendsRequest(action, task)) requireTrust();
      await engine.act(id, action);
    },
    assets: guardAssets(engine.assets, requireTrust),
  };
  return { ...engine, ...guarded };
}

function guardAssets(assets: Assets, requireTrust: RequireTrust): Assets {
  const guarded: Guarded<Assets, 'list' | 'get'> = {
    async register(...args) {
      requireTrust();
      return assets.register(...args);
    },
  };
  return { ...assets, ...guarded };
}
