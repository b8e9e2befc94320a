import { type Charge, type LedgerRecord, describeCosts } from '../../../src/core/task/money/charge.ts';

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
    costs: describeCosts({}),
    state: 'saved',
    at: 1,
    amountUsd: 0.04,
    doubtful: 0,
    ...changes,
  };
}

export function buildLedgerRecord({ artifacts = [], ...changes }: Partial<LedgerRecord> = {}): LedgerRecord {
  return { ...buildCharge(changes), artifacts };
}
