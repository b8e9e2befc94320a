import type { JsonObject } from '../../../src/core/support/json/json.ts';
import { createAccount } from '../../../src/core/task/money/account.ts';
import { type Charge, type LedgerRecord, describeCosts } from '../../../src/core/task/money/charge.ts';
import type { Prices } from '../../../src/core/task/money/prices.ts';
import { sha256 } from '../../../src/node/sha256.ts';

export const costsOf = (body: JsonObject): string => describeCosts(body, sha256);

/** The account of these charges, with these prices stated. */
export const accountOf = (charges: readonly Charge[], prices: Prices = {}) =>
  createAccount(charges, { prices, sha256 });

/** A saved image that has cost 0.04. */
export function buildCharge(changes: Partial<Charge> = {}): Charge {
  return {
    task: 'x',
    run: 'r',
    jobFile: '/w/hero.gen.yaml',
    job: null,
    index: 1,
    profile: 'studio',
    isSandbox: false,
    model: 'seedream-5-0-260128',
    endpoint: '/v1/images/generations',
    costs: costsOf({}),
    state: 'saved',
    at: 1,
    amountUsd: 0.04,
    doubtful: 0,
    earlierUsd: 0,
    ...changes,
  };
}

export function buildLedgerRecord({ artifacts = [], ...changes }: Partial<LedgerRecord> = {}): LedgerRecord {
  return { ...buildCharge(changes), artifacts };
}
