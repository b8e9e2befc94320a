import * as vscode from 'vscode';
import { sendsRequest } from '../../core/task/model/taskStates.ts';
import type { Assets, Engine } from '../../engine/index.ts';
import { l10n } from '../ui/l10n.ts';
import { UserError } from './errors.ts';

/**
 * Throws unless the workspace is trusted. VS Code does not ask for trust when a command runs, so the message offers to
 * trust the folder.
 */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  const text = l10n.t(
    'In Restricted Mode, Genwright starts no new requests, not even in the sandbox. Trust this folder to continue.',
  );
  throw new UserError(text, [{ title: l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' }]);
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
export function guardEngine(engine: Engine): Engine {
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
    assets: guardAssets(engine.assets),
  };
  return { ...engine, ...guarded };
}

function guardAssets(assets: Assets): Assets {
  const guarded: Guarded<Assets, 'list' | 'get'> = {
    async register(...args) {
      requireTrust();
      return assets.register(...args);
    },
  };
  return { ...assets, ...guarded };
}
