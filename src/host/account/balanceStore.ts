import { Emitter } from '../../core/support/emitter.ts';
import { isInFlight } from '../../core/task/model/taskStates.ts';
import type { BalanceOutcome } from '../../engine/index.ts';
import type { EngineHost } from '../adapters/engineHost.ts';
import type { KeyStore } from '../adapters/keyStore.ts';
import type { Profiles } from '../adapters/profiles.ts';
import { createTimer } from '../timer.ts';

/** Delay in ms. Gateways settle a charge a moment after the result is there. */
const refreshDelayMs = 1000;

/** A balance that is older is read again when the user looks at it, in ms. Other programs may use the account too. */
const freshMs = 60_000;

/** The balance of the selected profile, as it was last read. */
export type BalanceStore = ReturnType<typeof createBalanceStore>;

/** Only one query runs at a time: a new query aborts the one before. */
export function createBalanceStore(engineHost: EngineHost, profiles: Profiles, keyStore: KeyStore) {
  const changed = new Emitter<void>();
  let current: BalanceOutcome | undefined;
  let readAt = 0;
  /** Whether the user has looked at the balance. The first response may be still on its way. */
  let isWanted = false;
  let reading = new AbortController();

  const read = async (): Promise<BalanceOutcome> => {
    isWanted = true;
    readAt = Date.now();
    reading.abort();
    const own = new AbortController();
    reading = own;
    const engine = await engineHost.engine();
    const outcome = await engine.readBalance(profiles.selectedName(), own.signal);
    // A newer query or another profile has made this response stale.
    own.signal.throwIfAborted();
    current = outcome;
    changed.fire();
    return outcome;
  };
  /** Runs once for tasks that end together, and after the last of them. */
  const refresh = createTimer(refreshDelayMs, () => {
    if (isWanted) void read().catch(() => undefined);
  });
  const forget = (): void => {
    const wasKnown = current !== undefined;
    reading.abort();
    current = undefined;
    changed.fire();
    if (wasKnown) void read().catch(() => undefined);
  };
  const subscriptions = [
    profiles.onDidChange(forget),
    keyStore.onDidChange(forget),
    // Also after each reading of an unconfirmed task, which is a change of the task.
    engineHost.onDidChangeTask(({ state, profile }) => {
      if (isInFlight(state) || profile !== profiles.selectedName()) return;
      refresh.dispose();
      refresh.start();
    }),
    refresh,
  ];
  return {
    onDidChange: changed.event,
    /** Undefined until the first read. */
    current: (): BalanceOutcome | undefined => current,
    /** Queries the gateway. Rejects with an `AbortError` if the response would be out of date. */
    read,
    /** Queries the gateway if the balance was not read within the last minute. Call it when the user looks at it. */
    readIfOld(): void {
      if (!current || Date.now() - readAt > freshMs) void read().catch(() => undefined);
    },
    dispose(): void {
      reading.abort();
      for (const subscription of subscriptions) subscription.dispose();
      changed.dispose();
    },
  };
}
