import type { Clock } from '../core/support/clock.ts';
import type { BalancePort } from '../core/task/ports.ts';
import type { SeenBalance } from '../core/task/task.ts';
import type { Engine, EnginePorts } from '../engine.ts';
import type { CallApi } from '../gateway/http.ts';
import { readBalance, type BalanceAnswer } from '../gateway/readBalance.ts';
import { openTarget } from './openTarget.ts';

/** Answers to the question how much is left, with a stored key and with one that is only tried. */
export interface Balances {
  readonly check: Engine['checkGateway'];
  readonly read: Engine['readBalance'];
  /** What all of these answers come to, for tasks. */
  readonly seen: BalancePort;
}

interface BalancesOptions {
  readonly openProfile: EnginePorts['openProfile'];
  readonly clock: Pick<Clock, 'now'>;
}

/** Keeps the last balance of each profile for as long as this process lives; it is a hint, and never decides anything. */
export function createBalances(callApi: CallApi, { openProfile, clock }: BalancesOptions): Balances {
  const last = new Map<string, SeenBalance>();
  const asking = new Map<string, Promise<BalanceAnswer>>();
  const read: Engine['readBalance'] = async (name, signal) => {
    const target = await openTarget(name, openProfile);
    const answer = 'ok' in target ? target : await readBalance(callApi, target, signal);
    if (answer.ok) last.set(name, { usd: answer.balance.balanceUsd, at: clock.now() });
    return answer;
  };
  // A run that loses its answers together asks once, not as often as it has tasks.
  const readShared = (name: string, signal: AbortSignal): Promise<BalanceAnswer> => {
    const known = asking.get(name);
    if (known) return known;
    const answer = read(name, signal).finally(() => asking.delete(name));
    asking.set(name, answer);
    return answer;
  };
  return {
    check: ({ baseUrl, apiKey }, signal) =>
      readBalance(callApi, { baseUrl, origin: new URL(baseUrl).origin, key: apiKey }, signal),
    read,
    seen: {
      lastSeen: (name) => last.get(name) ?? null,
      async read(name, signal) {
        const answer = await readShared(name, signal).catch(() => null);
        return answer?.ok === true ? (last.get(name) ?? null) : null;
      },
    },
  };
}
