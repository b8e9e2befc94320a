import type { Clock } from '../core/support/clock.ts';
import type { SeenBalance } from '../core/task/model/task.ts';
import { openTarget } from '../core/task/openTarget.ts';
import type { BalancePort } from '../core/task/ports.ts';
import type { OpenGateway } from '../gateway/assets/assets.ts';
import type { CallApi } from '../gateway/http.ts';
import { readBalance, type BalanceOutcome } from '../gateway/readBalance.ts';
import type { Engine } from './engine.ts';

/**
 * Reads balances, with a stored key and with a key that is only being tested. Keeps the last balance of each profile as
 * long as this process lives, for tasks: it is a hint and never decides anything.
 */
export function createBalances(
  callApi: CallApi,
  { openGateway, clock }: { readonly openGateway: OpenGateway; readonly clock: Clock },
) {
  const last = new Map<string, SeenBalance>();
  const asking = new Map<string, Promise<BalanceOutcome>>();
  const read: Engine['readBalance'] = async (name, signal) => {
    const target = await openGateway(name);
    const outcome = 'ok' in target ? target : await readBalance(callApi, target, signal);
    if (outcome.ok) last.set(name, { usd: outcome.balance.balanceUsd, at: clock.now() });
    return outcome;
  };
  // When a run loses several responses together, the balance is queried once, not once per task.
  const readShared = (name: string, signal: AbortSignal): Promise<BalanceOutcome> => {
    const known = asking.get(name);
    if (known) return known;
    const outcome = read(name, signal).finally(() => asking.delete(name));
    asking.set(name, outcome);
    return outcome;
  };
  const check: Engine['checkGateway'] = async ({ apiKey, ...candidate }, signal) => {
    const profile = { ...candidate, name: '', isSandbox: false, readKey: () => Promise.resolve(apiKey) };
    const opened = await openTarget({ profile: '', origin: null }, () => Promise.resolve(profile));
    return opened.ok ? readBalance(callApi, opened.target, signal) : opened;
  };
  const seen: BalancePort = {
    lastSeen: (name) => last.get(name) ?? null,
    async read(name, signal) {
      const outcome = await readShared(name, signal).catch(() => null);
      return outcome?.ok === true ? (last.get(name) ?? null) : null;
    },
  };
  return { check, read, seen };
}
