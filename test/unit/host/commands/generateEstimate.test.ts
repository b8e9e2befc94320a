import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEstimate, sumEstimates } from '../../../../src/host/commands/generate/runEstimate.ts';
import { englishL10n } from '../fakes/englishL10n.ts';

type Summed = Parameters<typeof sumEstimates>[0][number];

/** A request with an estimate; the gateway is no sandbox unless said otherwise. */
function candidate(estimate: Summed['estimate'], isSandbox = false): Summed {
  const gateway = { profile: 'studio', isSandbox, isKeyMissing: false };
  const plan = {} as Summed['jobFile']['plan'];
  const place = { path: '/w/a.gen.yaml', text: '', boundary: '/w' };
  return { jobFile: { ...place, isStrict: false, concurrency: 4, metadata: 'none', gateway, plan }, estimate };
}

const known = (amountUsd: number, samples: number): Summed => candidate({ amountUsd, samples });

const rows: readonly (readonly [string, readonly Summed[], string])[] = [
  ['a sum with the weakest of its grounds', [known(0.04, 5), known(0.1, 2)], 'Estimate: $0.14, from 2 or more'],
  ['one earlier result', [known(0.04, 1)], 'Estimate: $0.04, from one earlier result.'],
  ['several earlier results', [known(0.04, 3)], 'Estimate: $0.04, from 3 earlier results.'],
  ['one earlier result of each', [known(0.04, 1), known(0.1, 1)], 'Estimate: $0.14, from one earlier result each.'],
  ['what is known of some', [known(0.04, 5), candidate(null)], 'Estimate for 1 of 2 requests: $0.04.'],
  ['that nothing is known', [candidate(null)], 'There is no estimate yet'],
  ['that the sandbox is free', [candidate(null, true)], 'The sandbox is free.'],
  ['only what somebody pays for', [known(0.04, 1), candidate(null, true)], 'Estimate: $0.04'],
];
for (const [title, candidates, expected] of rows) {
  test(`the estimate of a run tells ${title}`, () => {
    const text = describeEstimate(sumEstimates(candidates), englishL10n);
    assert.equal(text.slice(0, expected.length), expected);
  });
}
