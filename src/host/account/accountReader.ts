import { Emitter } from '../../core/support/emitter.ts';
import { isInFlight } from '../../core/task/model/taskStates.ts';
import type { Account, Log } from '../../engine/index.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import { onDidChangeSetting } from '../adapters/settings.ts';
import { runInBackground } from '../runInBackground.ts';
import { createTimer } from '../timer.ts';

/** Delay in ms, because results arrive in bursts, whose cost is read once. */
const readMs = 300;

/** The spending of this user, for views that cannot wait for a read. */
export type AccountReader = ReturnType<typeof createAccountReader>;

/** Reads the account when the engine is loaded, and after tasks of this window or of another one have ended, or prices change. */
export function createAccountReader(engineHost: EngineHost, log: Log) {
  const changed = new Emitter<void>();
  let account: Account | null = null;
  const read = async (): Promise<void> => {
    const now = await engineHost.readAccount();
    if (now === account) return;
    account = now;
    changed.fire();
  };
  const timer = createTimer(readMs, () => runInBackground(read(), log));
  const disposables = [
    changed,
    timer,
    engineHost.onDidLoad(() => runInBackground(read(), log)),
    engineHost.onDidChangeForeignTasks(() => timer.start()),
    onDidChangeSetting(['prices'], () => timer.start()),
    engineHost.onDidChangeTask(({ state }) => {
      if (!isInFlight(state)) timer.start();
    }),
  ];
  return {
    /** The account as it was last read. Null before the engine is loaded. */
    current: (): Account | null => account,
    onDidChange: changed.event,
    dispose: (): void => disposables.forEach((each) => each.dispose()),
  };
}
